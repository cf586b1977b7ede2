import { GitCommitVertical } from 'lucide-react'
import { screen } from '../screen.ts'
import { logAddress, logView, type LogAddress } from './address.ts'
import { LogPage } from './log-page.tsx'

export const logScreen = screen<LogAddress>({
  view: logView,
  title: 'Log',
  component: LogPage,
  entry: { address: logAddress, icon: GitCommitVertical, keys: ['g l', 'Mod+3'], place: 'main' },
})
