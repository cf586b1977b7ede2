import { screen } from '../screen.ts'
import type { MaterialisedAddress } from './address.ts'
import { MaterialisedScreen } from './materialised-screen.tsx'

export const materialisedScreen = screen<MaterialisedAddress>({
  view: 'materialised',
  title: 'Materialised conversation',
  showsTitle: true,
  component: MaterialisedScreen,
})
