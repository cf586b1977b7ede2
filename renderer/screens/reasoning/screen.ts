import { Scale } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { reasoningAddress, reasoningView, type ReasoningAddress } from './address.ts'

export const reasoningScreen = screen<ReasoningAddress>({
  view: reasoningView,
  title: 'Reasoning',
  component: late(async () => (await import('./reasoning-screen.tsx')).ReasoningScreen),
  entry: { address: reasoningAddress, icon: Scale, keys: ['g d'], place: 'main' },
})
