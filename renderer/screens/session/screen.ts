import { screen } from '../screen.ts'
import { sessionView, type SessionAddress } from './address.ts'
import { SessionPage } from './session-page.tsx'

export const sessionScreen = screen<SessionAddress>({
  view: sessionView,
  title: 'Session',
  showsTitle: true,
  component: SessionPage,
})
