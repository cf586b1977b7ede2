/** The contents of conversation rows by which two conversations are compared: the words of prompts, and changed files. */
import { toolsOf } from '../../../importer/agents.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import type { SessionContents } from '../../contract/reader.ts'
import { count, optional, text } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import { commitOf, readingIndex, type IndexedRecord, type ReadingIndex } from './reading-index.ts'
import { agentsByCall, readingTo, type RowPlace } from './reading-rows.ts'
import sessionContents from './session-contents.sql?raw'
import { agentTips } from './show-outline.ts'

const columns = {
  sourceId: text('source_id'),
  line: count('line'),
  file: optional(text('file')),
  digest: optional(text('digest')),
} as const

const keyOf = ({ sourceId, line }: Pick<IndexedRecord, 'sourceId' | 'line'>): string => `${line} ${sourceId}`

/** The files that the calls of a row changed, those of the sub-agents that it started included. */
const changesBelow = (
  index: ReadingIndex,
  filesOf: (record: IndexedRecord) => readonly string[],
): ((place: RowPlace) => readonly string[]) => {
  const agents = agentsByCall(index)
  const tips = new Map(agentTips(index).map(({ chain, commitId }) => [chain, commitId]))
  const inRow = (place: RowPlace, within: ReadonlySet<string>): readonly string[] => {
    if (place.kind === 'agent') return inChain(place.chain, within)
    if (place.kind !== 'record') return []
    const started = place.record.calls.flatMap((call) => agents.get(call) ?? [])
    return [...filesOf(place.record), ...started.flatMap((chain) => inChain(chain, within))]
  }
  const inChain = (chain: string, within: ReadonlySet<string>): readonly string[] => {
    const tip = tips.get(chain)
    if (tip === undefined || within.has(chain)) return []
    return readingTo(index, tip).rows.flatMap((place) => inRow(place, new Set([...within, chain])))
  }
  return (place) => [...new Set(inRow(place, new Set([place.commit.chain])))].sort()
}

/** @throws StrataError not-found */
export const showContents = async (store: Store, sessionId: string, tip: string): Promise<SessionContents> => {
  const index = await readingIndex(store, sessionId)
  const end = commitOf(index, tip)
  const digests = new Map<string, string>()
  const files = new Map<string, string[]>()
  for (const row of await store.database.query(sessionContents, columns, { session: sessionId, tools: [...toolsOf(changerKinds)] })) {
    const key = keyOf(row)
    if (row.digest !== null) digests.set(key, row.digest)
    if (row.file !== null) files.set(key, [...(files.get(key) ?? []), row.file])
  }
  const changesOf = changesBelow(index, (record) => files.get(keyOf(record)) ?? [])
  const prompts: { row: number; digest: string }[] = []
  const changes: { row: number; files: readonly string[] }[] = []
  readingTo(index, end.commitId).rows.forEach((place, row) => {
    const digest = place.kind === 'record' ? digests.get(keyOf(place.record)) : undefined
    if (digest !== undefined) prompts.push({ row, digest })
    const changed = changesOf(place)
    if (changed.length > 0) changes.push({ row, files: changed })
  })
  return { prompts, changes }
}
