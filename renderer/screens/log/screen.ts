import { GitCommitVertical } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { logAddress, logView, type LogAddress } from './address.ts'

export const logScreen = screen<LogAddress>({
  view: logView,
  title: 'Log',
  component: late(async () => (await import('./log-page.tsx')).LogPage),
  entry: { address: logAddress, icon: GitCommitVertical, keys: ['g l', 'Mod+3'], place: 'main' },
})
