import { ListChecks } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { ledgerAddress, ledgerView, type LedgerAddress } from './address.ts'

export const ledgerScreen = screen<LedgerAddress>({
  view: ledgerView,
  title: 'Ledger',
  component: late(async () => (await import('./ledger-screen.tsx')).LedgerScreen),
  entry: { address: ledgerAddress, icon: ListChecks, keys: ['g r', 'Mod+5'], place: 'main' },
})
