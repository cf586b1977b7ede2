import { TriangleAlert } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { problemsAddress, problemsView, type ProblemsAddress } from './address.ts'

export const problemsScreen = screen<ProblemsAddress>({
  view: problemsView,
  title: 'Problems',
  component: late(async () => (await import('./problems-screen.tsx')).ProblemsScreen),
  entry: {
    address: problemsAddress,
    icon: TriangleAlert,
    keys: ['g p', 'Mod+4'],
    place: 'main',
    count: ({ problems }) => problems,
    warning: 'in the imported files',
  },
})
