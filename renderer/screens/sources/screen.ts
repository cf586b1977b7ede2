import { FolderSearch } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { sourcesAddress, sourcesView, type SourcesAddress } from './address.ts'

export const sourcesScreen = screen<SourcesAddress>({
  view: sourcesView,
  title: 'Sources',
  showsTitle: true,
  component: late(async () => (await import('./sources-screen.tsx')).SourcesScreen),
  entry: { address: sourcesAddress, icon: FolderSearch, keys: ['g o', 'Mod+1'], place: 'main', alsoFor: ['start'] },
})
