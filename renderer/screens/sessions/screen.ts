import { List } from 'lucide-react'
import { screen } from '../screen.ts'
import { sessionsAddress, sessionsView, type SessionsAddress } from './address.ts'
import { SessionsScreen } from './sessions-screen.tsx'

export const sessionsScreen = screen<SessionsAddress>({
  view: sessionsView,
  title: 'Sessions',
  component: SessionsScreen,
  entry: {
    address: sessionsAddress,
    icon: List,
    keys: ['g s', 'Mod+2'],
    place: 'main',
    alsoFor: ['session'],
    count: ({ sessions }) => sessions,
  },
})
