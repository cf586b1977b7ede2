import { ListChecks } from 'lucide-react'
import { screen } from '../screen.ts'
import { ledgerAddress, ledgerView, type LedgerAddress } from './address.ts'
import { LedgerScreen } from './ledger-screen.tsx'

export const ledgerScreen = screen<LedgerAddress>({
  view: ledgerView,
  title: 'Ledger',
  component: LedgerScreen,
  entry: { address: ledgerAddress, icon: ListChecks, keys: ['g r', 'Mod+5'], place: 'main' },
})
