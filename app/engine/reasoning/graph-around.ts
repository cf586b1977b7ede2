/** What a decision builds on, conflicts with and replaces: the graph of decisions of its repository, as far as it is near. */
import { distancesFrom, edgesBetween, type DecidedEvent } from '../../agent-context/graphs/decision-graph.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { GraphReason, ReasonGraph } from '../../contract/reasoning.ts'
import { choice, count, instant, optional, text, texts, type Row } from '../../model/columns.ts'
import type { EventStatus, ThinkingType } from '../../model/reasoning.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { historyOf, type FolderHistory } from '../repositories/repository-of.ts'
import decidedEvents from './decided-events.sql?raw'
import folderOfEvent from './folder-of-event.sql?raw'

/** Newest events that are looked at. */
const most = 20_000

const columns = {
  eventId: text('event_id'),
  type: choice<ThinkingType>('type'),
  status: choice<EventStatus>('status'),
  summary: text('summary'),
  files: texts('files'),
  sourceId: text('source_id'),
  line: count('line'),
  shownBySourceId: optional(text('shown_by_source_id')),
  shownByLine: optional(count('shown_by_line')),
  sessionId: text('session_id'),
  title: text('title'),
  occurredAt: optional(instant('occurred_at')),
} as const
type DecidedRow = Row<typeof columns>

const decidedOf = (row: DecidedRow, { relative }: { readonly relative: (path: string) => string }): DecidedEvent => ({
  id: row.eventId,
  timestamp: row.occurredAt === null ? '' : new Date(row.occurredAt).toISOString(),
  type: row.type,
  summary: row.summary,
  files_affected: row.files.map(relative),
  record: { source: row.sourceId, line: row.line },
  status: row.status,
  evidence: row.shownBySourceId === null || row.shownByLine === null ? null : { source: row.shownBySourceId, line: row.shownByLine },
})

/** Sessions of the repository or folder in which something was decided; without a folder, the session alone, and paths as they are. */
const scopeOf = async (context: EngineContext, eventId: string): Promise<Partial<FolderHistory> & Pick<FolderHistory, 'sessions'>> => {
  const [place] = await context.store.database.query(
    folderOfEvent,
    { sessionId: text('session_id'), cwd: optional(text('cwd')) },
    { event: eventId },
  )
  if (place === undefined) return { sessions: [] }
  const { sessionId, cwd } = place
  if (cwd === null) return { sessions: [sessionId] }
  const { repository, sessions } = await historyOf(context, cwd)
  return { sessions: [...new Set([sessionId, ...sessions])], repository }
}

const reasonOf = ({ eventId, type, status, summary, sessionId, title, occurredAt }: DecidedRow): GraphReason => ({
  eventId,
  type,
  status,
  summary,
  sessionId,
  title,
  occurredAt,
})

export const graphAround = async (context: EngineContext, { eventId, limit }: CallParsed<'reasoning.graph'>): Promise<ReasonGraph> => {
  const { sessions, repository } = await scopeOf(context, eventId)
  // One more than is looked at says that there are more.
  const found = await context.store.database.query(decidedEvents, columns, { sessions: [...sessions], most: String(most + 1) })
  const isCut = found.length > most
  const rows = found.slice(0, most).reverse()
  const edges = edgesBetween(rows.map((row) => decidedOf(row, { relative: (path) => repository?.relative(path) ?? path })))
  const order = new Map(rows.map((row, at) => [row.eventId, at]))
  const own = order.get(eventId)
  if (own === undefined) return { nodes: [], edges: [], others: 0, isCut }
  const distance = distancesFrom([eventId], edges)
  const apart = (id: string): number => Math.abs((order.get(id) ?? 0) - own)
  // What was decided about the same time precedes what is equally near.
  const near = [...distance.keys()].sort((one, other) => (distance.get(one) ?? 0) - (distance.get(other) ?? 0) || apart(one) - apart(other))
  const shown = new Set(near.slice(0, limit))
  return {
    nodes: rows.filter((row) => shown.has(row.eventId)).map(reasonOf),
    edges: edges.filter(({ from, to }) => shown.has(from) && shown.has(to)),
    others: near.length - shown.size,
    isCut,
  }
}
