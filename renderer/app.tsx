/** The window as a whole: the frame, and in it the screen that the address names. */
import { Tooltip } from 'radix-ui'
import { useEffect, type ReactNode } from 'react'
import type { StoreView } from '../app/contract/store.ts'
import { AnalyticsScreen } from './screens/analytics/analytics-screen.tsx'
import { MaterialisedScreen } from './screens/materialised/materialised-screen.tsx'
import { ComparePage } from './screens/compare/compare-page.tsx'
import { FilesPage } from './screens/files/files-page.tsx'
import { SourcesScreen } from './screens/sources/sources-screen.tsx'
import { LedgerScreen } from './screens/ledger/ledger-screen.tsx'
import { LogPage } from './screens/log/log-page.tsx'
import { ProblemsScreen } from './screens/problems/problems-screen.tsx'
import { RefsPage } from './screens/refs/refs-page.tsx'
import { SearchScreen } from './screens/search/search-screen.tsx'
import { SessionPage } from './screens/session/session-page.tsx'
import { SessionsScreen } from './screens/sessions/sessions-screen.tsx'
import { SettingsScreen } from './screens/settings/settings-screen.tsx'
import { engineState } from './shell/engine-state.ts'
import { Frame } from './shell/frame.tsx'
import { StoreDialogs } from './screens/store/store-dialogs.tsx'
import { StoreScreen } from './screens/store/store-screen.tsx'
import {
  isBareAddress,
  isChainAddress,
  isFiguresAddress,
  sessionsAddress,
  type Address,
  type BareAddress,
  type ChainAddress,
  type FiguresAddress,
} from './ui/address/address.ts'
import { Button } from './ui/layout/button.tsx'
import { formatAddress } from './ui/address/format-address.ts'
import { ErrorBoundary } from './ui/layout/error-boundary.tsx'
import { useObservable } from './ui/calls/observable.ts'
import { go, leaveStart, useLocation } from './ui/address/location.ts'
import { Loaded, Empty } from './ui/layout/async-states.tsx'
import { useQuery, type QueryState } from './ui/calls/use-query.ts'
import { SqlScreen } from './screens/sql/sql-screen.tsx'
import { CommitDialogs } from './dialogs/commit-dialogs.tsx'
import { CommitMenu } from './dialogs/commit-menu-list.tsx'

const tipDelayMs = 500

export const App = (): ReactNode => {
  const place = useLocation()
  const store = useQuery('store.show', {})
  return (
    <Tooltip.Provider delayDuration={tipDelayMs}>
      <Frame store={store.kind === 'done' ? store.value : undefined}>
        {place === undefined ? (
          <UnknownPlace />
        ) : (
          <ErrorBoundary of={formatAddress(place)}>
            <HiddenTitle view={place.view} />
            <Screen place={place} store={store} />
          </ErrorBoundary>
        )}
      </Frame>
      <CommitMenu />
      <CommitDialogs />
      <StoreDialogs />
    </Tooltip.Provider>
  )
}

/** Screens whose title the navigation shows; for everybody else their first heading. */
const titles: Partial<Record<Address['view'], string>> = {
  sessions: 'Sessions',
  search: 'Search',
  log: 'Log',
  files: 'Files',
  problems: 'Problems',
  ledger: 'Ledger',
  sql: 'SQL console',
  analytics: 'Analytics',
}

const HiddenTitle = ({ view }: { readonly view: Address['view'] }): ReactNode =>
  titles[view] === undefined ? null : <h1 className="visually-hidden">{titles[view]}</h1>

interface ScreenProps {
  readonly place: Address
  readonly store: QueryState<StoreView>
}

const valueOf = (store: QueryState<StoreView>): StoreView | undefined => (store.kind === 'done' ? store.value : undefined)

const Screen = ({ place, store }: ScreenProps): ReactNode => {
  const shown = valueOf(store)
  if (isChainAddress(place)) return <ChainView place={place} />
  if (isFiguresAddress(place)) return <FiguresView place={place} />
  if (isBareAddress(place)) return <BareView place={place} store={store} />
  switch (place.view) {
    case 'sessions':
      return <SessionsScreen address={place} store={shown} />
    case 'session':
      return <SessionPage key={place.sessionId} address={place} />
    case 'search':
      return <SearchScreen address={place} />
    case 'log':
      return <LogPage address={place} />
    case 'problems':
      return <ProblemsScreen address={place} />
  }
}

const FiguresView = ({ place }: { readonly place: FiguresAddress }): ReactNode => {
  switch (place.view) {
    case 'ledger':
      return <LedgerScreen address={place} />
    case 'sql':
      return <SqlScreen address={place} />
    case 'analytics':
      return <AnalyticsScreen address={place} />
  }
}

/** The beginning, and views that show one thing only. */
const BareView = ({ place, store }: { readonly place: BareAddress; readonly store: QueryState<StoreView> }): ReactNode => {
  switch (place.view) {
    case 'start':
      return (
        <Loaded call={store} what="Opening the store">
          {(value) => <Begin at={value.sessions === 0 ? { view: 'sources' } : sessionsAddress} />}
        </Loaded>
      )
    case 'sources':
      return <SourcesScreen store={valueOf(store)} />
    case 'store':
      return <StorePlace store={valueOf(store)} />
    case 'settings':
      return <SettingsScreen store={valueOf(store)} />
  }
}

const StorePlace = ({ store }: { readonly store: StoreView | undefined }): ReactNode => (
  <StoreScreen store={store} owner={useObservable(engineState).owner} />
)

/** Views of commits beyond the log. */
const ChainView = ({ place }: { readonly place: ChainAddress }): ReactNode => {
  switch (place.view) {
    case 'files':
      return <FilesPage address={place} />
    case 'refs':
      return <RefsPage address={place} />
    case 'compare':
      return <ComparePage address={place} />
    case 'materialised':
      return <MaterialisedScreen address={place} />
  }
}

/** The beginning is no place to come back to: it is replaced by the screen it leads to. */
const Begin = ({ at }: { readonly at: Address }): ReactNode => {
  useEffect(() => leaveStart(at), [at])
  return null
}

const UnknownPlace = (): ReactNode => (
  <Empty title="There is no such view" actions={<Button label="Go to the sessions" look="primary" onPress={() => go(sessionsAddress)} />}>
    The link may come from another version of Strata.
  </Empty>
)
