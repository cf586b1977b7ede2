import { late, screen } from '../screen.ts'
import { sessionView, type SessionAddress } from './address.ts'

export const sessionScreen = screen<SessionAddress>({
  view: sessionView,
  title: 'Session',
  showsTitle: true,
  component: late(async () => (await import('./session-page.tsx')).SessionPage),
})
