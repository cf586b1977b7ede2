import { GitFork } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { refsAddress, refsView, type RefsAddress } from './address.ts'

export const refsScreen = screen<RefsAddress>({
  view: refsView,
  title: 'Forks and tags',
  showsTitle: true,
  component: late(async () => (await import('./refs-page.tsx')).RefsPage),
  entry: { address: refsAddress, icon: GitFork, keys: ['g f', 'Mod+6'], place: 'main' },
})
