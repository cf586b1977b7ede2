/** The columns of the log; those that do not fit are hidden, except the graph and the summary. */
import { shortSessionName } from '../../../app/model/session-name.ts'
import { Pin } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CommitView } from '../../../app/contract/commits.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { countOf, formatCompact, formatCount } from '../../../app/model/format/count.ts'
import { formatDateTime, formatInstant, formatShortTime } from '../../../app/model/format/instant.ts'
import { NotAvailable } from '../../ui/layout/not-available.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import type { GrowingRail } from './rail-layout.ts'
import { modelName, refLabel } from './ref-label.ts'
import { railCell } from './rail-cell.tsx'
import { railWidth } from './rail-shapes.ts'

export interface LogColumnOptions {
  readonly rail: GrowingRail
  readonly lanes: number
  readonly width: number
  /** True in the log of all sessions. */
  readonly showsSession: boolean
}

const narrowest = 440
const narrow = 620
const wide = 760
const wider = 980

export const logColumns = ({ rail, lanes, width, showsSession }: LogColumnOptions): readonly Column<CommitView>[] => [
  {
    id: 'rail',
    title: 'Graph',
    width: `${railWidth(lanes)}px`,
    fits: true,
    cell: (_commit, index) => railCell(rail.row(index), railWidth(lanes)),
  },
  { id: 'summary', title: 'Summary', width: 'minmax(160px, 1fr)', cell: summary },
  ...(showsSession && width > wide
    ? [
        {
          id: 'session',
          title: 'Session',
          width: '72px',
          cell: (commit: CommitView) => <span className="mono faint">{shortSessionName(commit.sessionId)}</span>,
        },
      ]
    : []),
  ...(width > wider ? wideColumns : []),
  ...(width < narrow ? [] : [toolsColumn]),
  ...(width < narrowest ? [] : [idColumn]),
  {
    id: 'time',
    title: 'Ended',
    width: width < narrow ? '84px' : '124px',
    fits: true,
    align: 'end',
    cell: (commit) => endTime(commit.endedAt, width < narrow),
  },
]

const idColumn: Column<CommitView> = {
  id: 'id',
  title: 'Commit',
  width: '92px',
  cell: (commit) => <span className="mono log-id">{commit.commitId}</span>,
}

const toolsColumn: Column<CommitView> = {
  id: 'tools',
  title: 'Tools',
  width: '40px',
  fits: true,
  align: 'end',
  hint: 'Tool calls',
  cell: (commit) => shownCount(commit.toolCalls),
}

const endTime = (at: number | null, isShort: boolean): ReactNode =>
  at === null ? (
    <NotAvailable reason="No record of this commit has a readable time" />
  ) : (
    <span title={formatInstant(at)}>{isShort ? formatShortTime(at) : formatDateTime(at)}</span>
  )

const wideColumns: readonly Column<CommitView>[] = [
  {
    id: 'model',
    title: 'Model',
    width: '96px',
    cell: (commit) => <span title={commit.models.join(', ')}>{commit.models.map(modelName).join(', ')}</span>,
  },
  {
    id: 'replies',
    title: 'Responses',
    width: '66px',
    fits: true,
    align: 'end',
    hint: 'Text blocks written by the model',
    cell: (commit) => shownCount(commit.responses),
  },
  { id: 'records', title: 'Records', width: '56px', fits: true, align: 'end', cell: (commit) => shownCount(commit.records) },
]

const shownCount = (count: number): ReactNode =>
  count === 0 ? <span className="faint">0</span> : <span title={formatCount(count)}>{formatCompact(count)}</span>

const summary = (commit: CommitView): ReactNode => (
  <span className="log-summary" title={commit.summary}>
    {commit.commitType === 'compaction' ? <Badge look="warn">compaction</Badge> : null}
    {commit.refs.map((ref) => {
      const label = refLabel(ref)
      return (
        <Badge key={ref.name} look={label.look} hint={ref.name}>
          {label.text}
        </Badge>
      )
    })}
    {commit.pinned ? (
      <span className="log-pin" title="Pinned: garbage collection keeps it">
        <Pin size={12} aria-label="pinned" />
      </span>
    ) : null}
    {commit.branchOf === 'rewind' ? (
      <Badge look="warn" hint="The user went back to an earlier message and continued from there">
        rewind
      </Badge>
    ) : null}
    {commit.branchOf === 'resume' ? <Badge hint="Continues a commit of another session">resumed</Badge> : null}
    <span className={`log-text ${commit.chain === 'main' ? '' : 'is-agent'}`}>{commit.summary === '' ? 'No summary' : commit.summary}</span>
    {commit.errors === 0 ? null : (
      <Badge look="danger" hint="Errors and failed tool calls">
        {countOf(commit.errors, 'error')}
      </Badge>
    )}
  </span>
)
