import { GitFork } from 'lucide-react'
import { screen } from '../screen.ts'
import { refsAddress, refsView, type RefsAddress } from './address.ts'
import { RefsPage } from './refs-page.tsx'

export const refsScreen = screen<RefsAddress>({
  view: refsView,
  title: 'Forks and tags',
  showsTitle: true,
  component: RefsPage,
  entry: { address: refsAddress, icon: GitFork, keys: ['g f', 'Mod+6'], place: 'main' },
})
