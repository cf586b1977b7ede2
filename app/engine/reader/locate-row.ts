/** The row of a session's conversation that shows a record or a commit. */
import type { RowFound } from '../../contract/reader.ts'
import { count, text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { mainChain } from '../../model/agent-chain.ts'
import type { Store } from '../../store/store.ts'
import { commitOf, readingIndex, type IndexedRecord } from './reading-index.ts'
import { readingTo, type Reading, type RowPlace } from './reading-rows.ts'
import recordOfUuid from './record-of-uuid.sql?raw'
import { agentTips } from './show-outline.ts'

export interface RowSought {
  readonly sessionId: string
  readonly tip?: string | undefined
  readonly commitId?: string | undefined
  readonly record?: RecordPlace | { readonly uuid: string } | undefined
}

interface RecordPlace {
  readonly sourceId: string
  readonly line: number
}

interface PlaceSought {
  readonly commitId: string | undefined
  readonly record: RecordPlace | undefined
}

const placeColumns = { sourceId: text('source_id'), line: count('line') } as const

/** @throws StrataError not-found */
const placeOf = async (store: Store, { sessionId, record }: RowSought): Promise<RecordPlace | undefined> => {
  if (record === undefined || 'line' in record) return record
  const [place] = await store.database.query(recordOfUuid, placeColumns, { session: sessionId, uuid: record.uuid })
  if (place === undefined)
    throw new StrataError('not-found', `No record of this session has the uuid “${record.uuid}”`, { text: record.uuid })
  return place
}

const isAt = ({ sourceId, line }: IndexedRecord, sought: RecordPlace): boolean => sourceId === sought.sourceId && line === sought.line

/** How well a row fits: 3 the record itself, 2 the call whose result the record is, 1 the nearest row before it in its commit. */
const fitOf = (place: RowPlace, { resultOf }: Reading, { record, commitId }: PlaceSought): 0 | 1 | 2 | 3 => {
  if (place.kind !== 'record') return 0
  if (record === undefined) return place.commit.commitId === commitId ? 3 : 0
  if (isAt(place.record, record)) return 3
  const shows = place.record.calls.some((id) => {
    const result = resultOf(id)
    return result !== undefined && isAt(result, record)
  })
  if (shows) return 2
  return place.record.sourceId === record.sourceId && place.record.line < record.line ? 1 : 0
}

type Fitting = RowFound & { readonly fit: number }

/** The first of the rows that fit best; the last one before a record that no row shows. */
const better = (best: Fitting | null, found: Fitting): boolean => {
  if (best === null || found.fit > best.fit) return found.fit > 0
  return found.fit === 1 && best.fit === 1 && (best.chain === found.chain || found.chain === mainChain)
}

/** @returns null when no row shows it. @throws StrataError not-found */
export const locateRow = async (store: Store, sought: RowSought): Promise<RowFound | null> => {
  const index = await readingIndex(store, sought.sessionId)
  const wanted: PlaceSought = { commitId: sought.commitId, record: await placeOf(store, sought) }
  let best: Fitting | null = null
  for (const end of [commitOf(index, sought.tip ?? index.tip), ...agentTips(index)]) {
    const reading = readingTo(index, end.commitId)
    for (const [row, place] of reading.rows.entries()) {
      const found = { chain: end.chain, row, fit: fitOf(place, reading, wanted) }
      if (better(best, found)) best = found
    }
  }
  return best === null ? null : { chain: best.chain, row: best.row }
}
