/**
 * Facts that only records contain, not events: how requests were made, what a microcompaction cleared, and what a compaction kept verbatim.
 */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { filledLines } from '../../conversation/artifact-lines.ts'
import { clearedBy } from '../../conversation/microcompactions.ts'
import { describesRequests } from '../../conversation/request-parts.ts'
import { count, flag, text } from '../../model/columns.ts'
import { artifactHash } from '../../model/ids.ts'
import type { JsonObject } from '../../model/json-object.ts'
import { recordsInLine } from '../../model/records-in-line.ts'
import type { Store } from '../../store/store.ts'
import { asRecords, isTranscript } from '../../../importer/agents.ts'
import { recordKey } from '../../files/replay.ts'
import notedRecords from './noted-records.sql?raw'

const columns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  isKept: flag('is_kept'),
} as const

export interface NotedRecords {
  /** How requests were made, oldest first. */
  readonly requests: readonly JsonObject[]
  /** Ids of calls, and uuids of attachments. */
  readonly cleared: ReadonlySet<string>
  readonly microcompactions: number
  /** Number of microcompactions that do not name what they cleared. */
  readonly unnamed: number
  /** Keys of the records that the last compaction kept. */
  readonly kept: ReadonlySet<string>
}

const decode = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

/**
 * @param links first commit first
 * @param since place of the last compaction
 * @throws StrataError not-found, artifact-corrupt
 */
export const notedIn = async (store: Store, links: readonly ChainLink[], since: number): Promise<NotedRecords> => {
  const commits = links.map(({ commitId }) => commitId)
  const kept = new Set(links[since]?.preserved)
  const rows = await store.database.query(notedRecords, columns, { commits, kept: [...kept] })
  const noted = new Set(rows.flatMap(({ commitId, isKept }) => (isKept ? [] : [commitId])))
  const requests: JsonObject[] = []
  const cleared = new Set<string>()
  let [microcompactions, unnamed] = [0, 0]
  for (const [place, { commitId, format, artifactHash: hash }] of links.entries()) {
    if (!noted.has(commitId) || !isTranscript(format)) continue
    for (const { json } of filledLines(asRecords(format, await store.read(artifactHash(hash)))).flatMap((line) =>
      recordsInLine(line, decode),
    )) {
      if (describesRequests(json)) requests.push(json)
      const ids = clearedBy(json)
      if (place < since || ids === undefined) continue
      microcompactions += 1
      if (ids.length === 0) unnamed += 1
      for (const id of ids) cleared.add(id)
    }
  }
  const keptRecords = rows.flatMap(({ isKept, ...row }) => (isKept ? [recordKey(row)] : []))
  return { requests, cleared, microcompactions, unnamed, kept: new Set(keptRecords) }
}
