import { screen } from '../screen.ts'
import { compareView, type CompareAddress } from './address.ts'
import { ComparePage } from './compare-page.tsx'

export const compareScreen = screen<CompareAddress>({
  view: compareView,
  title: 'Comparison',
  showsTitle: true,
  component: ComparePage,
})
