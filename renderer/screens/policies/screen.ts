import { FlaskConical } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { policiesAddress, policiesView, type PoliciesAddress } from './address.ts'

export const policiesScreen = screen<PoliciesAddress>({
  view: policiesView,
  title: 'Policies',
  component: late(async () => (await import('./policies-screen.tsx')).PoliciesScreen),
  entry: { address: policiesAddress, icon: FlaskConical, keys: ['g b'], place: 'main' },
})
