/** The files in the store: what was read of each, and what was wrong with it. */
import { useCallback, useMemo, useState, type ReactNode } from 'react'
import type { SourceView } from '../../../app/contract/sources.ts'
import { problemsAddress } from '../problems/address.ts'
import { sessionAddress } from '../session/address.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { go } from '../../ui/address/location.ts'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { Empty } from '../../ui/layout/async-states.tsx'
import { PathText } from '../../ui/layout/path-text.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { VirtualTable } from '../../ui/table/virtual-table.tsx'
import { arrangeSources, type SourceOrder } from './arrange-sources.ts'

export const ImportedSources = ({
  sources,
  isImporting,
}: {
  readonly sources: readonly SourceView[]
  readonly isImporting: boolean
}): ReactNode => {
  const [text, setText] = useState<string>()
  const [order, setOrder] = useState<SourceOrder>({ by: 'problems', descending: true })
  const [selected, setSelected] = useState<number>()
  const rows = useMemo(() => arrangeSources(sources, text, order), [sources, text, order])
  const sort = useCallback((by: string) => setOrder((now) => ({ by, descending: now.by === by ? !now.descending : by !== 'file' })), [])
  if (sources.length === 0) {
    return (
      <Empty title={isImporting ? 'Reading the first files…' : 'No imported files'}>
        Files appear here during the import, those of the newest sessions first. You can use the other screens meanwhile.
      </Empty>
    )
  }
  return (
    <section className="screen" aria-label="Imported files">
      <div className="bar">
        <h2>Imported files</h2>
        <span className="faint">{amountOf(rows)}</span>
        <span className="spring" />
        <SearchField label="Filter files" text={text} onText={setText} />
      </div>
      <VirtualTable
        label="Imported files"
        columns={columns}
        count={rows.length}
        row={(index) => rows[index]}
        version={rows.length}
        rowHeight={28}
        selected={selected}
        onMove={setSelected}
        onOpen={openSession}
        sort={order}
        onSort={sort}
        memory="sources"
      />
    </section>
  )
}

const amountOf = (rows: readonly SourceView[]): string => {
  const withPrompts = rows.filter(({ role }) => role === 'prompts').length
  const transcripts = countOf(rows.length - withPrompts, 'transcript')
  return withPrompts === 0 ? transcripts : `${transcripts}, prompts of ${countOf(withPrompts, 'session')} without one`
}

const openSession = (source: SourceView): void => {
  if (source.sessionId !== null) go(sessionAddress(source.sessionId))
}

const columns: readonly Column<SourceView>[] = [
  {
    id: 'file',
    title: 'File',
    width: 'minmax(280px, 1fr)',
    sort: 'file',
    cell: (source) => (
      <span className={`source-file ${source.isGone ? 'mono faint' : 'mono'}`} title={source.path}>
        <PathText path={source.file} />{' '}
        {source.isGone ? <Badge hint="The file no longer exists; its imported records stay">gone</Badge> : null}
      </span>
    ),
  },
  {
    id: 'role',
    title: 'Contents',
    width: '84px',
    hint: 'The main transcript of a session, that of one sub-agent, or only the prompts of a session',
    cell: ({ role }) => (role === 'agent' ? 'sub-agent' : role),
  },
  { id: 'bytes', title: 'Size', width: '72px', align: 'end', sort: 'bytes', cell: (source) => formatBytes(source.bytes) },
  { id: 'lines', title: 'Lines', width: '72px', align: 'end', sort: 'lines', cell: (source) => formatCount(source.lines) },
  {
    id: 'records',
    title: 'Records',
    width: '72px',
    align: 'end',
    sort: 'records',
    hint: 'Lines that are JSON objects',
    cell: (source) => formatCount(source.records),
  },
  {
    id: 'problems',
    title: 'Problems',
    width: '84px',
    align: 'end',
    sort: 'problems',
    cell: (source) => <SourceProblems source={source} />,
  },
]

const SourceProblems = ({ source }: { readonly source: SourceView }): ReactNode =>
  source.problems === 0 ? (
    <span className="faint">none</span>
  ) : (
    <button type="button" className="link" tabIndex={-1} onClick={() => go({ ...problemsAddress, session: source.sessionId ?? undefined })}>
      <Badge look="warn">{formatCount(source.problems)}</Badge>
    </button>
  )
