import { FolderSearch } from 'lucide-react'
import { screen } from '../screen.ts'
import { sourcesAddress, sourcesView, type SourcesAddress } from './address.ts'
import { SourcesScreen } from './sources-screen.tsx'

export const sourcesScreen = screen<SourcesAddress>({
  view: sourcesView,
  title: 'Sources',
  showsTitle: true,
  component: SourcesScreen,
  entry: { address: sourcesAddress, icon: FolderSearch, keys: ['g o', 'Mod+1'], place: 'main', alsoFor: ['start'] },
})
