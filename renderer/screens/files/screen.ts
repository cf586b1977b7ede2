import { FileClock } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { filesAddress, filesView, type FilesAddress } from './address.ts'

export const filesScreen = screen<FilesAddress>({
  view: filesView,
  title: 'Files',
  component: late(async () => (await import('./files-page.tsx')).FilesPage),
  entry: { address: filesAddress, icon: FileClock, keys: ['g i'], place: 'main' },
})
