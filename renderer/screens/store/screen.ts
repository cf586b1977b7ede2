import { Database } from 'lucide-react'
import { screen } from '../screen.ts'
import { storeAddress, storeView, type StoreAddress } from './address.ts'
import { StoreScreen } from './store-screen.tsx'

export const storeScreen = screen<StoreAddress>({
  view: storeView,
  title: 'Store',
  showsTitle: true,
  component: StoreScreen,
  entry: { address: storeAddress, icon: Database, keys: ['g t', 'Mod+9'], place: 'main' },
})
