/** The way about: screens on the left, with what needs attention counted. */
import {
  ChartColumn,
  Database,
  FileClock,
  FolderSearch,
  GitCommitVertical,
  GitFork,
  Keyboard,
  List,
  ListChecks,
  Monitor,
  Moon,
  Search,
  Settings,
  SquareTerminal,
  Sun,
  TextSearch,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import {
  analyticsAddress,
  filesAddress,
  ledgerAddress,
  logAddress,
  problemsAddress,
  refsAddress,
  searchAddress,
  sessionsAddress,
  sqlAddress,
  type Address,
} from '../ui/address/address.ts'
import { formatAddress } from '../ui/address/format-address.ts'
import { nextAppearance, useAppearance, type Appearance } from '../ui/layout/appearance.ts'
import { Button } from '../ui/layout/button.tsx'
import { formatCompact, countOf } from '../ui/format/format-count.ts'
import { runCommand } from '../ui/commands/commands.ts'

export interface NavigationProps {
  readonly view: Address['view'] | undefined
  readonly sessions: number | undefined
  readonly problems: number | undefined
}

export const Navigation = ({ view, sessions, problems }: NavigationProps): ReactNode => (
  <nav className="navigation" aria-label="Screens">
    <div className="brand" aria-hidden="true">
      <StrataMark /> Strata
    </div>
    <NavLink to={sessionsAddress} isHere={view === 'sessions' || view === 'session'} icon={<List size={16} />} name="Sessions" chord="g s">
      {sessions === undefined || sessions === 0 ? null : <span className="nav-count">{formatCompact(sessions)}</span>}
    </NavLink>
    <NavLink to={searchAddress} isHere={view === 'search'} icon={<TextSearch size={16} />} name="Search" chord="g /" />
    <NavLink to={filesAddress} isHere={view === 'files'} icon={<FileClock size={16} />} name="Files" chord="g i" />
    <NavLink to={logAddress} isHere={view === 'log'} icon={<GitCommitVertical size={16} />} name="Log" chord="g l" />
    <NavLink to={refsAddress} isHere={view === 'refs'} icon={<GitFork size={16} />} name="Forks, tags" chord="g f" />
    <NavLink to={ledgerAddress} isHere={view === 'ledger'} icon={<ListChecks size={16} />} name="Ledger" chord="g r" />
    <NavLink to={analyticsAddress} isHere={view === 'analytics'} icon={<ChartColumn size={16} />} name="Analytics" chord="g a" />
    <NavLink to={sqlAddress} isHere={view === 'sql'} icon={<SquareTerminal size={16} />} name="SQL" chord="g q" />
    <NavLink to={problemsAddress} isHere={view === 'problems'} icon={<TriangleAlert size={16} />} name="Problems" chord="g p">
      {problems === undefined || problems === 0 ? null : (
        <span className="nav-count is-warn" title={`${countOf(problems, 'problem')} in the imported files`}>
          {formatCompact(problems)}
        </span>
      )}
    </NavLink>
    <NavLink
      to={{ view: 'sources' }}
      isHere={view === 'sources' || view === 'start'}
      icon={<FolderSearch size={16} />}
      name="Sources"
      chord="g o"
    />
    <NavLink to={{ view: 'store' }} isHere={view === 'store'} icon={<Database size={16} />} name="Store" chord="g t" />
    <span className="spring" />
    <NavLink to={{ view: 'settings' }} isHere={view === 'settings'} icon={<Settings size={16} />} name="Settings" chord="g ," />
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

interface NavLinkProps {
  readonly to: Address
  readonly isHere: boolean
  readonly icon: ReactNode
  readonly name: string
  readonly chord: string
  readonly children?: ReactNode
}

const NavLink = ({ to, isHere, icon, name, chord, children }: NavLinkProps): ReactNode => (
  <a className="nav-link" href={`#${formatAddress(to)}`} aria-current={isHere ? 'page' : undefined} title={`${name} (${chord})`}>
    {icon}
    <span className="nav-name">{name}</span>
    {children}
  </a>
)

const appearanceNames: Readonly<Record<Appearance, string>> = {
  system: 'Colours as the system',
  light: 'Light colours',
  dark: 'Dark colours',
}

const AppearanceButton = (): ReactNode => {
  const appearance = useAppearance()
  const icon = { system: <Monitor size={16} />, light: <Sun size={16} />, dark: <Moon size={16} /> }[appearance]
  return (
    <Button
      label={appearanceNames[appearance]}
      hint={`${appearanceNames[appearance]}; press for the next`}
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
