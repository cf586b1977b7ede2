import { screen } from '../screen.ts'
import type { CompareAddress } from './address.ts'
import { ComparePage } from './compare-page.tsx'

export const compareScreen = screen<CompareAddress>({
  view: 'compare',
  title: 'Comparison',
  showsTitle: true,
  component: ComparePage,
})
