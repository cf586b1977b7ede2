import { ChartColumn } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { analyticsAddress, analyticsView, type AnalyticsAddress } from './address.ts'

export const analyticsScreen = screen<AnalyticsAddress>({
  view: analyticsView,
  title: 'Analytics',
  component: late(async () => (await import('./analytics-screen.tsx')).AnalyticsScreen),
  entry: { address: analyticsAddress, icon: ChartColumn, keys: ['g a', 'Mod+8'], place: 'main' },
})
