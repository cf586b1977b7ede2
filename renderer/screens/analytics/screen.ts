import { ChartColumn } from 'lucide-react'
import { screen } from '../screen.ts'
import { analyticsAddress, analyticsView, type AnalyticsAddress } from './address.ts'
import { AnalyticsScreen } from './analytics-screen.tsx'

export const analyticsScreen = screen<AnalyticsAddress>({
  view: analyticsView,
  title: 'Analytics',
  component: AnalyticsScreen,
  entry: { address: analyticsAddress, icon: ChartColumn, keys: ['g a', 'Mod+8'], place: 'main' },
})
