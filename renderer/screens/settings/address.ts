/** The address of the settings. */
import { declareBareAddress } from '../../ui/address/address.ts'

export interface SettingsAddress {
  readonly view: 'settings'
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly settings: SettingsAddress
  }
}

export const settingsAddress: SettingsAddress = { view: 'settings' }

export const settingsView = declareBareAddress('settings', settingsAddress)
