/** The way about: screens on the left, with what needs attention counted. */
import { Keyboard, Monitor, Moon, Search, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import type { StoreView } from '../../app/contract/store.ts'
import type { Screen } from '../screens/screen.ts'
import { formatAddress, type Address } from '../ui/address/address.ts'
import { nextAppearance, useAppearance, type Appearance } from '../ui/layout/appearance.ts'
import { Button } from '../ui/layout/button.tsx'
import { formatCompact, formatCount } from '../../app/model/format/count.ts'
import { runCommand } from '../ui/commands/commands.ts'

export interface NavigationProps {
  readonly screens: readonly Screen[]
  readonly view: Address['view'] | undefined
  readonly store: StoreView | undefined
}

export const Navigation = ({ screens, view, store }: NavigationProps): ReactNode => (
  <nav className="navigation" aria-label="Screens">
    <div className="brand" aria-hidden="true">
      <StrataMark /> Strata
    </div>
    {screens.map((screen) =>
      screen.entry?.place === 'main' ? <Entry key={screen.view} screen={screen} view={view} store={store} /> : null,
    )}
    <span className="spring" />
    {screens.map((screen) =>
      screen.entry?.place === 'foot' ? <Entry key={screen.view} screen={screen} view={view} store={store} /> : null,
    )}
    <div className="nav-foot">
      <Button
        label="Command palette"
        isIconOnly
        look="quiet"
        chord="Mod+K"
        icon={<Search size={16} aria-hidden="true" />}
        onPress={() => runCommand('palette')}
      />
      <Button
        label="Keyboard shortcuts"
        isIconOnly
        look="quiet"
        chord="?"
        icon={<Keyboard size={16} aria-hidden="true" />}
        onPress={() => runCommand('help.keys')}
      />
      <AppearanceButton />
    </div>
  </nav>
)

interface EntryProps {
  readonly screen: Screen
  readonly view: Address['view'] | undefined
  readonly store: StoreView | undefined
}

const Entry = ({ screen: { title, view: own, entry }, view, store }: EntryProps): ReactNode => {
  if (entry === undefined) return null
  const { address, icon: Icon, keys, alsoFor = [], count, warning } = entry
  const isHere = view !== undefined && [own, ...alsoFor].includes(view)
  return (
    <a
      className="nav-link"
      href={`#${formatAddress(address)}`}
      aria-current={isHere ? 'page' : undefined}
      title={`${title} (${keys[0] ?? ''})`}
    >
      <Icon size={16} />
      <span className="nav-name">{title}</span>
      {store === undefined || count === undefined ? null : <Count of={count(store)} title={title} warning={warning} />}
    </a>
  )
}

interface CountProps {
  readonly of: number
  readonly title: string
  readonly warning: string | undefined
}

const Count = ({ of, title, warning }: CountProps): ReactNode => {
  if (of === 0) return null
  if (warning === undefined) return <span className="nav-count">{formatCompact(of)}</span>
  return (
    <span className="nav-count is-warn" title={`${formatCount(of)} ${title.toLowerCase()} ${warning}`}>
      {formatCompact(of)}
    </span>
  )
}

const appearanceNames: Readonly<Record<Appearance, string>> = {
  system: 'System colours',
  light: 'Light colours',
  dark: 'Dark colours',
}

const AppearanceButton = (): ReactNode => {
  const appearance = useAppearance()
  const icon = { system: <Monitor size={16} />, light: <Sun size={16} />, dark: <Moon size={16} /> }[appearance]
  return (
    <Button
      label={appearanceNames[appearance]}
      hint={`${appearanceNames[appearance]}; press to switch`}
      isIconOnly
      look="quiet"
      icon={icon}
      onPress={nextAppearance}
    />
  )
}

const StrataMark = (): ReactNode => (
  <svg width="20" height="20" viewBox="0 0 20 20">
    <path d="M2 6.5 L10 3 L18 6.5 L10 10 Z" className="mark-top" />
    <path d="M2 10 L10 13.5 L18 10" className="mark-line" />
    <path d="M2 13.5 L10 17 L18 13.5" className="mark-line" />
  </svg>
)
