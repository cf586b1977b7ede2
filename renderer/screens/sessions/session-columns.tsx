/** The columns of the list of sessions. */
import { isPromptsOnly } from '../../../app/model/session-status.ts'
import type { ReactNode } from 'react'
import type { CostGroup } from '../../../app/contract/cost.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import { Badge } from '../../ui/layout/badge.tsx'
import { formatBytes } from '../../../app/model/format/bytes.ts'
import { countOf, formatCompact, formatCount } from '../../../app/model/format/count.ts'
import { formatCents } from '../../../app/model/format/usd.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { projectName } from '../../ui/format/format-path.ts'
import { formatAge, formatClock, formatInstant } from '../../../app/model/format/instant.ts'
import { NotAvailable, ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import type { Column } from '../../ui/table/table-head.tsx'
import { tableWidth } from '../../ui/table/table-width.ts'
import { noTimes, onlyPrompts, whyNoLength, whyNoUsage } from '../../ui/session/session-status.ts'
import { activeMeaning } from '../../../app/model/work-states.ts'
import { whyNoActiveTime } from '../../ui/session/active-time.tsx'
import { AmountOfCost } from '../../ui/session/session-cost.tsx'
import { StatusDot } from '../../ui/session/status-dot.tsx'
import { OutputTokens } from '../../ui/layout/understated.tsx'

const number = (
  id: string,
  title: string,
  width: string,
  hint: string,
  count: (session: SessionView) => number,
  sort?: string,
): Column<SessionView> => ({
  id,
  title,
  width,
  hint,
  align: 'end',
  ...(sort === undefined ? {} : { sort }),
  cell: (session) =>
    isPromptsOnly(session) && id !== 'prompts' ? (
      <ValueOrNotAvailable value={null} reason={onlyPrompts} format={formatCompact} />
    ) : (
      <Counted count={count(session)} />
    ),
})

/** A zero was counted, so it is shown, but quietly. */
const Counted = ({ count }: { readonly count: number }): ReactNode =>
  count === 0 ? <span className="faint">0</span> : <span title={formatCount(count)}>{formatCompact(count)}</span>

/** The title gets this width before another column is shown, pixels. */
const titleWidth = 420

/** Columns that leave a narrow list, the first of them first. The preview has what does not fit. */
const leavingOrder: readonly string[] = [
  'agents',
  'bytes',
  'responses',
  'duration',
  'compactions',
  'tools',
  'active',
  'tokens',
  'cost',
  'prompts',
  'project',
  'age',
]

/** Known costs by session, or why there are none; undefined until they are computed. */
export type SessionCosts = ReadonlyMap<string, CostGroup> | string | undefined

export interface ColumnOptions {
  readonly sort: string
  readonly costs: SessionCosts
  /** Days are headings: the rows below one have the time of day. */
  readonly isByDay: boolean
}

/** Columns for a list of `width` pixels. The column that sorts the list stays. */
export const sessionColumns = (width: number, { sort, costs, isByDay }: ColumnOptions): readonly Column<SessionView>[] => {
  const everyColumn = [...storedColumns.map((column) => (isByDay && column.id === 'age' ? clockColumn : column)), costColumn(costs)]
  const leaving = leavingOrder.filter((id) => everyColumn.some((column) => column.id === id && column.sort !== sort))
  let columns = everyColumn
  for (const id of leaving) {
    if (tableWidth(columns.map((column) => column.width)) <= width) break
    columns = columns.filter((column) => column.id !== id)
  }
  return columns
}

const costColumn = (costs: SessionCosts): Column<SessionView> => ({
  id: 'cost',
  title: 'Cost',
  width: '76px',
  align: 'end',
  sort: 'usd',
  hint: 'US dollars: as the client reports them, else from the prices of that day',
  cell: ({ sessionId }) => {
    if (costs === undefined) return <span className="faint">…</span>
    if (typeof costs === 'string') return <NotAvailable reason={costs} />
    return <AmountOfCost cost={costs.get(sessionId)} format={formatCents} />
  },
})

const clockColumn: Column<SessionView> = {
  id: 'age',
  title: 'Last',
  width: '52px',
  align: 'end',
  sort: 'lastAt',
  hint: 'Time of its last record',
  cell: (session) => (
    <ValueOrNotAvailable
      value={session.lastAt}
      reason={noTimes}
      format={(at) => <span title={formatInstant(at)}>{formatClock(at)}</span>}
    />
  ),
}

const storedColumns: readonly Column<SessionView>[] = [
  {
    id: 'pick',
    title: '✓',
    width: '14px',
    hint: 'Selected for a command',
    fits: true,
    cell: () => <span className="pick-box" data-pick="" />,
  },
  {
    id: 'status',
    title: 'Status',
    width: '108px',
    sort: 'ending',
    hint: 'Whose turn it is, or how the session ended; “?” is for a guess. Sorts by ending',
    cell: (session) => <StatusDot session={session} />,
  },
  { id: 'title', title: 'Title', width: `minmax(${titleWidth}px, 1fr)`, sort: 'title', cell: (session) => <Title session={session} /> },
  {
    id: 'project',
    title: 'Project',
    width: 'minmax(80px, 116px)',
    sort: 'project',
    cell: (session) => <span title={session.project}>{projectName(session.project)}</span>,
  },
  {
    id: 'age',
    title: 'Last',
    width: '52px',
    align: 'end',
    sort: 'lastAt',
    hint: 'Time since its last record',
    cell: (session) => (
      <ValueOrNotAvailable
        value={session.lastAt}
        reason={noTimes}
        format={(at) => <span title={formatInstant(at)}>{formatAge(at, Date.now())}</span>}
      />
    ),
  },
  {
    id: 'active',
    title: 'Active',
    width: '90px',
    align: 'end',
    sort: 'activeMs',
    hint: activeMeaning,
    cell: (session) => <ValueOrNotAvailable value={session.activeMs} reason={whyNoActiveTime(session)} format={formatDuration} />,
  },
  {
    id: 'duration',
    title: 'Length',
    width: '104px',
    align: 'end',
    sort: 'durationMs',
    hint: 'From its first record to its last, idle time included',
    cell: (session) => <ValueOrNotAvailable value={session.durationMs} reason={whyNoLength(session)} format={formatDuration} />,
  },
  number('prompts', 'Prompts', '56px', 'Prompts that a human typed', (session) => session.humanPrompts, 'humanPrompts'),
  number(
    'responses',
    'Responses',
    '66px',
    'Text blocks written by the model, sub-agents included',
    (session) => session.responses,
    'responses',
  ),
  number('tools', 'Tools', '44px', 'Tool calls, sub-agents included', (session) => session.toolCalls, 'toolCalls'),
  number('agents', 'Agents', '48px', 'Sub-agents with messages', (session) => session.subAgents),
  number(
    'compactions',
    'Comp.',
    '44px',
    'Compactions: the context was replaced by a summary',
    (session) => session.compactions,
    'compactions',
  ),
  {
    id: 'tokens',
    title: 'Tokens out',
    width: '72px',
    align: 'end',
    sort: 'outputTokens',
    hint: 'Output tokens, each reply counted once',
    cell: (session) => (
      <ValueOrNotAvailable
        value={session.outputTokens}
        reason={whyNoUsage(session)}
        format={(outputTokens) => <OutputTokens session={{ ...session, outputTokens }} format={formatCompact} />}
      />
    ),
  },
  {
    id: 'bytes',
    title: 'Size',
    width: '64px',
    align: 'end',
    sort: 'bytes',
    hint: 'Size of its transcript files',
    cell: (session) => formatBytes(session.bytes),
  },
]

const Title = ({ session }: { readonly session: SessionView }): ReactNode => (
  <span className="session-title" title={session.title}>
    <span className="session-name">{session.title}</span>
    {session.malformedLines === 0 ? null : (
      <Badge look="warn" hint={`${countOf(session.malformedLines, 'line')} of its files cannot be read; they are kept byte for byte`}>
        {countOf(session.malformedLines, 'bad line')}
      </Badge>
    )}
    {session.errors === 0 ? null : (
      <Badge
        look="danger"
        hint={`${countOf(session.errors - session.toolErrors, 'failed request')}, ${countOf(session.toolErrors, 'failed tool result')}`}
      >
        {countOf(session.errors, 'error')}
      </Badge>
    )}
    <ContinuesBadge session={session} />
    {session.continuedIn === null ? null : <Badge hint={`Continued in session ${session.continuedIn}`}>continued</Badge>}
  </span>
)

const ContinuesBadge = ({ session: { parentSessionId, continuedFrom } }: { readonly session: SessionView }): ReactNode => {
  const from = parentSessionId ?? continuedFrom
  return from === null ? null : <Badge hint={`Continues session ${from}`}>continues</Badge>
}
