/** Every call that was given a file, the newest first: also those that failed, and those of tools that show no content. */
import { useCallback, useEffect, type ReactNode } from 'react'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { FileVersion } from '../../../../app/contract/files.ts'
import type { FilesAddress } from '../address.ts'
import { formatInstant } from '../../../../app/model/format/instant.ts'
import { sessionAddress } from '../../session/address.ts'
import { go, refine } from '../../../ui/address/location.ts'
import { eventKey, recordPlaceKey } from '../../../ui/address/record-key.ts'
import { ask } from '../../../ui/calls/bridge.ts'
import { Empty, FailureNotice, Pending } from '../../../ui/layout/async-states.tsx'
import { Badge } from '../../../ui/layout/badge.tsx'
import { ValueOrNotAvailable } from '../../../ui/layout/not-available.tsx'
import { rowSource, type RowSource } from '../../../ui/table/row-source.ts'
import { useRowSource } from '../../../ui/table/use-row-source.ts'
import type { Column } from '../../../ui/table/table-head.tsx'
import { useSourceTable } from '../../../ui/table/use-source-table.tsx'
import { useCommands } from '../../../ui/commands/commands.ts'
import { noTime } from '../versions/version-words.ts'

export interface CallsListProps {
  readonly address: FilesAddress
  readonly path: string
}

const pageSize = 200

/** The calls page by page. */
const callsSource = (query: CallInput<'files.versions'>): RowSource<FileVersion, undefined> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total } = await ask('files.versions', { ...query, offset, limit })
      return { rows, total, extra: undefined }
    },
  })

const callColumns: readonly Column<FileVersion>[] = [
  {
    id: 'time',
    title: 'Time',
    width: '142px',
    cell: ({ occurredAt }) => <ValueOrNotAvailable value={occurredAt} reason={noTime} format={formatInstant} />,
  },
  {
    id: 'what',
    title: 'What',
    width: '152px',
    cell: ({ toolName, outcome, kind }) => (
      <>
        <Badge look={kind === 'change' ? 'accent' : 'plain'}>{toolName}</Badge>{' '}
        {outcome === 'result' ? null : <Badge look="warn">{outcome}</Badge>}
      </>
    ),
  },
  {
    id: 'session',
    title: 'Session',
    width: 'minmax(120px, 1fr)',
    cell: ({ title, chain }) => <span title={title}>{chain === 'main' ? title : `${title} (a sub-agent)`}</span>,
  },
]

const openCall = (call: FileVersion): void =>
  go(sessionAddress(call.sessionId, 'conversation', call.commitId ?? undefined, recordPlaceKey(call)))

export const CallsList = ({ address, path }: CallsListProps): ReactNode => {
  const asked = JSON.stringify({ path, sessionId: address.session })
  const make = useCallback(() => callsSource(JSON.parse(asked) as CallInput<'files.versions'>), [asked])
  const rows = useRowSource(asked, make, address.session)
  const { source, isReplacing, refresh } = rows
  const select = useCallback(
    (row: FileVersion) => refine({ ...address, call: eventKey(row), commit: row.commitId ?? undefined }),
    [address],
  )
  const { table, step } = useSourceTable({
    label: 'Calls',
    columns: callColumns,
    rows,
    idOf: eventKey,
    selectedId: address.call,
    onSelect: select,
    onOpen: openCall,
    memory: `calls ${asked}`,
    isMain: false,
  })
  const newest = isReplacing ? undefined : source.row(0)
  useEffect(() => {
    if (address.call === undefined && newest !== undefined) select(newest)
  }, [address.call, newest, select])
  useCommands([
    { id: 'files.older', title: 'Previous call', group: 'Files', keys: ['Shift+J'], run: () => step(1) },
    { id: 'files.newer', title: 'Next call', group: 'Files', keys: ['Shift+K'], run: () => step(-1) },
  ])
  const failure = source.failure()
  if (failure !== undefined) return <FailureNotice failure={failure} retry={refresh} />
  const total = source.total()
  if (total === undefined) return <Pending what="Reading the calls" />
  return total === 0 ? <Empty title="No calls">No call of these sessions was given the file.</Empty> : table
}
