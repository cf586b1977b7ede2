import { screen } from '../screen.ts'
import type { SessionAddress } from './address.ts'
import { SessionPage } from './session-page.tsx'

export const sessionScreen = screen<SessionAddress>({
  view: 'session',
  title: 'Session',
  showsTitle: true,
  component: SessionPage,
})
