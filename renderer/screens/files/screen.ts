import { FileClock } from 'lucide-react'
import { screen } from '../screen.ts'
import { filesAddress, filesView, type FilesAddress } from './address.ts'
import { FilesPage } from './files-page.tsx'

export const filesScreen = screen<FilesAddress>({
  view: filesView,
  title: 'Files',
  component: FilesPage,
  entry: { address: filesAddress, icon: FileClock, keys: ['g i'], place: 'main' },
})
