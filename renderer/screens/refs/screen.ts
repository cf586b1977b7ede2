import { GitFork } from 'lucide-react'
import { screen } from '../screen.ts'
import { refsAddress, type RefsAddress } from './address.ts'
import { RefsPage } from './refs-page.tsx'

export const refsScreen = screen<RefsAddress>({
  view: 'refs',
  title: 'Forks and tags',
  showsTitle: true,
  component: RefsPage,
  entry: { address: refsAddress, icon: GitFork, keys: ['g f', 'Mod+6'], place: 'main' },
})
