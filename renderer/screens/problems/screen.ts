import { TriangleAlert } from 'lucide-react'
import { screen } from '../screen.ts'
import { problemsAddress, problemsView, type ProblemsAddress } from './address.ts'
import { ProblemsScreen } from './problems-screen.tsx'

export const problemsScreen = screen<ProblemsAddress>({
  view: problemsView,
  title: 'Problems',
  component: ProblemsScreen,
  entry: {
    address: problemsAddress,
    icon: TriangleAlert,
    keys: ['g p', 'Mod+4'],
    place: 'main',
    count: ({ problems }) => problems,
    warning: 'in the imported files',
  },
})
