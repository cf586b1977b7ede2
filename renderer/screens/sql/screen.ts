import { SquareTerminal } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { sqlAddress, sqlView, type SqlAddress } from './address.ts'

export const sqlScreen = screen<SqlAddress>({
  view: sqlView,
  title: 'SQL console',
  component: late(async () => (await import('./sql-screen.tsx')).SqlScreen),
  entry: { address: sqlAddress, icon: SquareTerminal, keys: ['g q', 'Mod+7'], place: 'main' },
})
