import { late, screen } from '../screen.ts'
import { materialisedView, type MaterialisedAddress } from './address.ts'

export const materialisedScreen = screen<MaterialisedAddress>({
  view: materialisedView,
  title: 'Materialised conversation',
  showsTitle: true,
  component: late(async () => (await import('./materialised-screen.tsx')).MaterialisedScreen),
})
