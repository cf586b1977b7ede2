import { Database } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { storeAddress, storeView, type StoreAddress } from './address.ts'

export const storeScreen = screen<StoreAddress>({
  view: storeView,
  title: 'Store',
  showsTitle: true,
  component: late(async () => (await import('./store-screen.tsx')).StoreScreen),
  entry: { address: storeAddress, icon: Database, keys: ['g t', 'Mod+9'], place: 'main' },
})
