/** The address of the settings. */
import { declareAddress } from '../../ui/address/address.ts'

export interface SettingsAddress {
  readonly view: 'settings'
  /** The name of the section that is shown first. */
  readonly section: string | undefined
}

declare module '../../ui/address/address.ts' {
  interface Addresses {
    readonly settings: SettingsAddress
  }
}

/** Sections, each with words by which it is found too. */
export const settingsSections: Readonly<Record<string, string>> = {
  Appearance: 'theme dark light system colours text size',
  'Transcript folders': 'watch watched folders import',
  Commits: 'granularity cut response turn',
  Store: 'retention days garbage location size',
  Secrets: 'private words redact keys tokens passwords',
  Prices: 'cost price models usd',
  About: 'version update settings file',
}

export const settingsAddress: SettingsAddress = { view: 'settings', section: undefined }

export const settingsView = declareAddress('settings', {
  fields: ({ section }) => ({ section }),
  parse: (path, { section }) => (path.length > 0 ? undefined : { view: 'settings', section }),
})
