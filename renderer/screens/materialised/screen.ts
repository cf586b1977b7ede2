import { screen } from '../screen.ts'
import { materialisedView, type MaterialisedAddress } from './address.ts'
import { MaterialisedScreen } from './materialised-screen.tsx'

export const materialisedScreen = screen<MaterialisedAddress>({
  view: materialisedView,
  title: 'Materialised conversation',
  showsTitle: true,
  component: MaterialisedScreen,
})
