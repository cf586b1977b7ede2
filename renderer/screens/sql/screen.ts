import { SquareTerminal } from 'lucide-react'
import { screen } from '../screen.ts'
import { sqlAddress, sqlView, type SqlAddress } from './address.ts'
import { SqlScreen } from './sql-screen.tsx'

export const sqlScreen = screen<SqlAddress>({
  view: sqlView,
  title: 'SQL console',
  component: SqlScreen,
  entry: { address: sqlAddress, icon: SquareTerminal, keys: ['g q', 'Mod+7'], place: 'main' },
})
