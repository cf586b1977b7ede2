/** Rows of a session's conversation with their contents: only the records of these rows are read. */
import type { ConversationItem, ReadingPage, ReadingRow, ToolResultView } from '../../contract/reader.ts'
import { eventItem, resultsOf as resultsOfEvents } from '../../conversation/read-events.ts'
import { readItem, resultsOf, type JoinedRecord } from '../../conversation/read-conversation.ts'
import type { Store } from '../../store/store.ts'
import { commitEvents, recordOf } from './commit-records.ts'
import { commitOf, readingIndex, type IndexedRecord, type ReadingIndex } from './reading-index.ts'
import { readingTo, type Reading, type RowPlace } from './reading-rows.ts'
import { findToolOutputs } from './tool-outputs.ts'

const joinedRecord = async (store: Store, index: ReadingIndex, place: IndexedRecord): Promise<JoinedRecord | undefined> => {
  const record = await recordOf(store, commitOf(index, place.commitId), place)
  return record === undefined ? undefined : { record, place, calls: place.calls, results: place.results }
}

const recordResults = async (store: Store, { index }: Reading, place: IndexedRecord): Promise<ReadonlyMap<string, ToolResultView>> => {
  const record = await joinedRecord(store, index, place)
  return record === undefined ? new Map() : resultsOf(record)
}

const madeResults = async (store: Store, { index }: Reading, place: IndexedRecord): Promise<ReadonlyMap<string, ToolResultView>> => {
  const event = (await commitEvents(store, commitOf(index, place.commitId)))[place.place]
  return event === undefined ? new Map() : resultsOfEvents([event])
}

/** Results of calls, wherever on the path they are. @throws StrataError artifact-corrupt */
export const resultsFor = async (
  store: Store,
  reading: Reading,
  calls: readonly string[],
): Promise<ReadonlyMap<string, ToolResultView>> => {
  const results = new Map<string, ToolResultView>()
  const read = reading.index.isMade ? madeResults : recordResults
  for (const id of calls) {
    const place = reading.resultOf(id)
    if (place === undefined || results.has(id)) continue
    for (const [call, result] of await read(store, reading, place)) results.set(call, result)
  }
  return results
}

const recordItem = async (store: Store, reading: Reading, place: IndexedRecord): Promise<ConversationItem | undefined> => {
  const record = await joinedRecord(store, reading.index, place)
  return record && readItem(record, await resultsFor(store, reading, place.calls), reading.hasCall)
}

const madeItem = async (store: Store, reading: Reading, place: IndexedRecord): Promise<ConversationItem | undefined> => {
  const event = (await commitEvents(store, commitOf(reading.index, place.commitId)))[place.place]
  return event && eventItem(event, place.line, place.commitId, await resultsFor(store, reading, place.calls))
}

/** The item of a record; undefined when its artifact does not contain it. @throws StrataError artifact-corrupt */
export const itemAt = (store: Store, reading: Reading, place: IndexedRecord): Promise<ConversationItem | undefined> =>
  (reading.index.isMade ? madeItem : recordItem)(store, reading, place)

const emptyItem = (place: IndexedRecord): ConversationItem => ({ ...place, speaker: 'system', uuid: null, model: null, blocks: [] })

const readRow = async (store: Store, reading: Reading, place: RowPlace): Promise<ReadingRow> => {
  const { commitId } = place.commit
  switch (place.kind) {
    case 'record':
      return { kind: 'item', commitId, item: (await itemAt(store, reading, place.record)) ?? emptyItem(place.record) }
    case 'branch': {
      const { tip, commits } = place.branch
      return { kind: 'branch', commitId, tip: tip.commitId, commits, summary: tip.summary, endedAt: tip.endedAt }
    }
    case 'fork': {
      const { commitId: first, sessionId, summary } = place.fork
      return { kind: 'fork', commitId, first, sessionId, summary }
    }
    case 'agent':
      return { kind: 'agent', commitId, chain: place.chain }
    case 'continues':
      return { kind: 'continues', commitId, parentId: place.parentId }
  }
}

const withToolOutputs = async (store: Store, sessionId: string, rows: readonly ReadingRow[]): Promise<readonly ReadingRow[]> => {
  const items = await findToolOutputs(
    store,
    sessionId,
    rows.flatMap((row) => (row.kind === 'item' ? [row.item] : [])),
  )
  let at = 0
  return rows.map((row) => (row.kind === 'item' ? { ...row, item: items[at++] ?? row.item } : row))
}

export interface RowsAsked {
  readonly sessionId: string
  readonly tip: string
  readonly offset: number
  readonly limit: number
}

/** @throws StrataError not-found, artifact-corrupt */
export const readRows = async (store: Store, { sessionId, tip, offset, limit }: RowsAsked): Promise<ReadingPage> => {
  const index = await readingIndex(store, sessionId)
  const reading = readingTo(index, commitOf(index, tip).commitId)
  const rows: ReadingRow[] = []
  for (const place of reading.rows.slice(offset, offset + limit)) rows.push(await readRow(store, reading, place))
  return { rows: await withToolOutputs(store, sessionId, rows), total: reading.rows.length }
}
