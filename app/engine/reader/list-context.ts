/** Lists the items that were added to a context since the last compaction before a commit, the largest first. */
import type { CommitView } from '../../contract/commits.ts'
import type { ContextItem, ContextItems } from '../../contract/context.ts'
import { count, optional, text, type Row } from '../../model/columns.ts'
import { typedByHuman, type RecordClass } from '../../model/record-class.ts'
import type { Store } from '../../store/store.ts'
import { withFileLines } from '../kernel/file-lines.ts'
import contextEvents from './context-events.sql?raw'
import { readingIndex, type IndexedRecord, type ReadingIndex } from './reading-index.ts'
import { readingTo, type Reading, type RowPlace } from './reading-rows.ts'

const columns = {
  sourceId: text('source_id'),
  line: count('line'),
  kind: text('kind'),
  class: text('class'),
  chars: count('chars'),
  tool: optional(text('tool_name')),
  path: optional(text('file_path')),
  about: optional(text('about')),
} as const

type ContextEvent = Row<typeof columns>

const keyOf = ({ sourceId, line }: Pick<IndexedRecord, 'sourceId' | 'line'>): string => `${line} ${sourceId}`

const microcompaction = 'microcompact_boundary'

const isCompaction = (place: RowPlace): boolean =>
  place.kind === 'record' &&
  (place.record.class === 'compaction'
    ? place.record.subtype !== microcompaction
    : place.record.class === 'compaction_summary' && place.record.subtype === 'root_summary')

/** The rows since the last compaction. */
const rowsSince = ({ rows }: Reading): readonly RowPlace[] => rows.slice(Math.max(0, rows.map(isCompaction).lastIndexOf(true)))

/** The records of a row: its own, and the results of its calls. */
const recordsIn = (place: RowPlace, { resultOf }: Reading): readonly IndexedRecord[] =>
  place.kind === 'record' ? [place.record, ...place.record.calls.flatMap((call) => resultOf(call) ?? [])] : []

const typed: ReadonlySet<string> = typedByHuman satisfies ReadonlySet<RecordClass>

const kindOf = (event: ContextEvent): ContextItem['kind'] => {
  if (event.kind === 'tool_call') return 'call'
  if (event.kind === 'tool_result') return 'output'
  if (event.kind === 'response') return 'response'
  if (event.class === 'compaction_summary') return 'summary'
  return typed.has(event.class) ? 'prompt' : 'injected'
}

/** Cached with the index, because the context is requested for every commit that comes into view. */
const kept = new WeakMap<ReadingIndex, Promise<readonly ContextEvent[]>>()

const eventsOf = (store: Store, index: ReadingIndex): Promise<readonly ContextEvent[]> => {
  const events = kept.get(index) ?? store.database.query(contextEvents, columns, { session: index.sessionId })
  kept.set(index, events)
  events.catch(() => kept.delete(index))
  return events
}

/** @throws StrataError not-found */
export const listContext = async (store: Store, { sessionId, commitId }: CommitView, limit: number): Promise<ContextItems> => {
  const index = await readingIndex(store, sessionId)
  const reading = readingTo(index, commitId)
  const rows = rowsSince(reading)
  const present = new Set(rows.flatMap((place) => recordsIn(place, reading).map(keyOf)))
  const events = (await eventsOf(store, index)).filter((event) => present.has(keyOf(event)))
  const items = events.slice(0, limit).map((event) => {
    const { sourceId, line, chars, tool, path, about } = event
    return { kind: kindOf(event), tool, path, about, chars, sourceId, line }
  })
  return {
    items: await withFileLines(store.database, items),
    total: events.length,
    chars: events.reduce((sum, { chars }) => sum + chars, 0),
    isAfterCompaction: rows.some(isCompaction),
    isThinned: rows.some((place) => place.kind === 'record' && place.record.subtype === microcompaction),
  }
}
