/** The table of sessions, grouped, with the states around it. */
import { useCallback, useEffect, useMemo, useRef, type ReactNode } from 'react'
import type { SessionView } from '../../../app/contract/sessions.ts'
import type { StoreView } from '../../../app/contract/store.ts'
import { sessionsAddress } from './address.ts'
import type { SessionsAddress } from './address.ts'
import { Button } from '../../ui/layout/button.tsx'
import { formatDay } from '../../../app/model/format/instant.ts'
import { useRunningJob } from '../../ui/jobs/jobs.ts'
import { useLastAnswer, useQueryOnce } from '../../ui/calls/use-query.ts'
import { go } from '../../ui/address/location.ts'
import { unreadableReason } from '../../../app/model/format/unreadable-text.ts'
import { Empty, FailureNotice, Pending } from '../../ui/layout/async-states.tsx'
import { VerifyStore } from '../../ui/layout/unreadable.tsx'
import { useElementSize } from '../../ui/layout/use-element-size.ts'
import { useCursor } from '../../ui/table/use-cursor.ts'
import type { ShownRows } from '../../ui/table/use-row-source.ts'
import { VirtualTable, type RowPicking } from '../../ui/table/virtual-table.tsx'
import { sessionColumns, type SessionCosts } from './session-columns.tsx'
import { groupingOf, isFiltered, resorted, sortOf } from './sessions-query.ts'
import type { SessionsExtra } from './sessions-source.ts'

export interface SessionsListProps {
  readonly address: SessionsAddress
  readonly rows: ShownRows<SessionView, SessionsExtra>
  readonly store: StoreView | undefined
  readonly picking: RowPicking<SessionView>
  readonly onSelect: (session: SessionView) => void
  readonly onOpen: (session: SessionView) => void
  readonly onAddress: (address: SessionsAddress) => void
}

export const SessionsList = (props: SessionsListProps): ReactNode => {
  const { source, version, refresh } = props.rows
  const total = source.total()
  const failure = source.failure()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  if (total === undefined) return <Reading />
  if (total === 0) return <NoSessions address={props.address} store={props.store} />
  return <Table {...props} count={total} key="table" version={version} />
}

/** A list waits until the tables are built. */
const Reading = (): ReactNode => {
  const isRebuilt = useRunningJob('reindex') !== undefined
  return isRebuilt ? <Rebuilding /> : <Pending what="Reading the sessions" />
}

const Rebuilding = (): ReactNode => (
  <Empty title="Rebuilding the index">Nothing is lost. Sessions appear here when Strata has read the packs.</Empty>
)

const Table = (props: SessionsListProps & { readonly count: number; readonly version: number }): ReactNode => {
  const { address, rows, onSelect, onAddress } = props
  const { source } = rows
  const cursor = useCursor({ source, version: props.version, idOf, selectedId: address.session, onSelect })
  const need = useCallback((first: number, last: number) => source.need(first, last), [source])
  const grouping = groupingOf(address)
  const groupOf = useMemo(() => grouping && ((session: SessionView) => grouping(session, (at) => formatDay(at, Date.now()))), [grouping])
  const frame = useRef<HTMLDivElement>(null)
  const { width } = useElementSize(frame)
  const sort = sortOf(address)
  const costs = useCosts()
  const isByDay = grouping !== undefined && sort === 'lastAt' && address.group !== 'project'
  const columns = useMemo(() => sessionColumns(width, { sort, costs, isByDay }), [width, sort, costs, isByDay])
  return (
    <div ref={frame} className="screen">
      <VirtualTable
        label="Sessions"
        columns={columns}
        count={props.count}
        row={source.row}
        version={props.version}
        rowHeight={30}
        selected={cursor.index}
        onMove={cursor.moveTo}
        onOpen={props.onOpen}
        onRange={need}
        sort={{
          by: address.group === 'project' ? 'project' : sortOf(address),
          descending: address.group === 'project' ? false : address.descending,
        }}
        onSort={(by) => onAddress(resorted(address, by))}
        groupOf={groupOf}
        memory={`sessions ${address.project ?? ''} ${address.text ?? ''} ${address.sort}`}
        rowClass={rowClass}
        picking={props.picking}
      />
    </div>
  )
}

/** Costs follow changes after this time: they are of all sessions, milliseconds. */
const costsMs = 5000

const useCosts = (): SessionCosts => {
  const { call, isOutdated, again } = useQueryOnce('cost.show', { by: 'session' })
  const latest = useRef(again)
  useEffect(() => {
    latest.current = again
  })
  useEffect(() => {
    if (!isOutdated) return undefined
    const timer = setTimeout(() => latest.current(), costsMs)
    return () => clearTimeout(timer)
  }, [isOutdated])
  const groups = useLastAnswer(call)?.groups
  const why = call.kind === 'failed' ? call.failure.message : undefined
  return useMemo(() => (groups === undefined ? why : new Map(groups.map((group) => [group.group, group]))), [groups, why])
}

const idOf = (session: SessionView): string => session.sessionId

const rowClass = (session: SessionView): string => (session.kind === 'conversation' ? '' : 'is-folded-kind')

const NoSessions = ({ address, store }: { readonly address: SessionsAddress; readonly store: StoreView | undefined }): ReactNode => {
  const isRebuilt = useRunningJob('reindex') !== undefined
  if (isFiltered(address)) {
    return (
      <Empty
        title="No matching sessions"
        actions={<Button label="Clear the filters" onPress={() => go({ ...sessionsAddress, everything: address.everything })} />}
      >
        A session matches if its title, project, id, branch or a prompt contains every word and it matches all other filters. The text takes
        phrases, -words, OR and filters as the search does.
      </Empty>
    )
  }
  const missing = store === undefined ? undefined : unreadableReason(store.unreadable)
  if (missing !== undefined && !isRebuilt) {
    return (
      <Empty title="No readable sessions" actions={<VerifyStore />}>
        {missing}
      </Empty>
    )
  }
  if (isRebuilt) return <Rebuilding />
  if (store !== undefined && store.sessions > 0 && !address.everything) {
    return (
      <Empty title="Only folded sessions" actions={<Button label="Show them" onPress={() => go({ ...address, everything: true })} />}>
        One-shot, warm-up and empty sessions are hidden.
      </Empty>
    )
  }
  return (
    <Empty title="No sessions yet" actions={<Button label="Go to sources" look="primary" onPress={() => go({ view: 'sources' })} />}>
      Import a folder of transcripts. Sessions appear here during the import.
    </Empty>
  )
}
