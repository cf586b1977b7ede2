import { late, screen } from '../screen.ts'
import { compareView, type CompareAddress } from './address.ts'

export const compareScreen = screen<CompareAddress>({
  view: compareView,
  title: 'Comparison',
  showsTitle: true,
  component: late(async () => (await import('./compare-screen.tsx')).CompareScreen),
})
