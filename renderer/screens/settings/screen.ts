import { Settings } from 'lucide-react'
import { screen } from '../screen.ts'
import { settingsAddress, settingsView, type SettingsAddress } from './address.ts'
import { SettingsScreen } from './settings-screen.tsx'

export const settingsScreen = screen<SettingsAddress>({
  view: settingsView,
  title: 'Settings',
  showsTitle: true,
  component: SettingsScreen,
  entry: { address: settingsAddress, icon: Settings, keys: ['g ,', 'Mod+,'], place: 'foot' },
})
