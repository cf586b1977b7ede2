/** The window as a whole: the frame, and in it the screen that the address names. */
import { Tooltip } from 'radix-ui'
import { Suspense, useEffect, type ReactNode } from 'react'
import type { StoreView } from '../app/contract/store.ts'
import { CommitDialogs } from './dialogs/commit-dialogs.tsx'
import { SessionDialogs } from './dialogs/session-dialogs.tsx'
import { CommitMenu } from './dialogs/commit-menu-list.tsx'
import { screens } from './screens/screens.ts'
import { sessionsAddress } from './screens/sessions/address.ts'
import { sourcesAddress } from './screens/sources/address.ts'
import { StoreDialogs } from './screens/store/store-dialogs.tsx'
import { Frame } from './shell/frame.tsx'
import { formatAddress, type Address } from './ui/address/address.ts'
import { go, leaveStart, useLocation } from './ui/address/location.ts'
import { useQuery, type QueryState } from './ui/calls/use-query.ts'
import { Empty, Loaded } from './ui/layout/async-states.tsx'
import { Button } from './ui/layout/button.tsx'
import { ErrorBoundary } from './ui/layout/error-boundary.tsx'

const tipDelayMs = 500

export const App = (): ReactNode => {
  const address = useLocation()
  const store = useQuery('store.show', {})
  return (
    <Tooltip.Provider delayDuration={tipDelayMs}>
      <Frame screens={screens} store={store.kind === 'done' ? store.value : undefined}>
        {address === undefined ? (
          <UnknownAddress />
        ) : (
          <ErrorBoundary of={formatAddress(address)}>
            <ScreenAt address={address} store={store} />
          </ErrorBoundary>
        )}
      </Frame>
      <CommitMenu />
      <CommitDialogs />
      <SessionDialogs />
      <StoreDialogs />
    </Tooltip.Provider>
  )
}

const ScreenAt = ({ address, store }: { readonly address: Address; readonly store: QueryState<StoreView> }): ReactNode => {
  if (address.view === 'start')
    return (
      <Loaded call={store} what="Opening the store">
        {({ sessions }) => <Begin at={sessions === 0 ? sourcesAddress : sessionsAddress} />}
      </Loaded>
    )
  const screen = screens.find(({ view }) => view === address.view)
  if (screen === undefined) return <UnknownAddress />
  const { component: Component, title, showsTitle } = screen
  return (
    <>
      {showsTitle === true ? null : <h1 className="visually-hidden">{title}</h1>}
      <Suspense fallback={null}>
        <Component address={address} store={store.kind === 'done' ? store.value : undefined} />
      </Suspense>
    </>
  )
}

/** The start is not in the history: the screen it leads to replaces it. */
const Begin = ({ at }: { readonly at: Address }): ReactNode => {
  useEffect(() => leaveStart(at), [at])
  return null
}

const UnknownAddress = (): ReactNode => (
  <Empty title="Screen not found" actions={<Button label="Go to sessions" look="primary" onPress={() => go(sessionsAddress)} />}>
    The link may come from another version of Strata.
  </Empty>
)
