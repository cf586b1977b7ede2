import { Settings } from 'lucide-react'
import { late, screen } from '../screen.ts'
import { settingsAddress, settingsView, type SettingsAddress } from './address.ts'

export const settingsScreen = screen<SettingsAddress>({
  view: settingsView,
  title: 'Settings',
  showsTitle: true,
  component: late(async () => (await import('./settings-screen.tsx')).SettingsScreen),
  entry: { address: settingsAddress, icon: Settings, keys: ['g ,', 'Mod+,'], place: 'foot' },
})
