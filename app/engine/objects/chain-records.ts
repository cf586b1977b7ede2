/** The records of a chain of commits, from its beginning. */
import { chooseCommits, type ChainLink } from '../../chains/choose-commits.ts'
import { filledLines, recordsOn } from '../../conversation/artifact-lines.ts'
import type { TranscriptRecord } from '../../../importer/claude-code/record-schema.ts'
import { count, instant, optional, text, type Row } from '../../model/columns.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { archiveFormat } from '../derive/archive-session.ts'
import chainRecordsSql from './chain-records.sql?raw'

const columns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  occurredAt: optional(instant('occurred_at')),
  place: count('place'),
} as const

export type RecordAt = Omit<Row<typeof columns>, 'place'>

export interface ChainRecord extends RecordAt {
  readonly record: TranscriptRecord
}

/**
 * What the agent at the end of a chain has seen, the first commit first: a sub-agent did not see what was before its own first commit.
 * Summaries are left out: what they replace is known.
 * @param chain tip first
 */
export const seenByAgent = (chain: readonly ChainLink[]): readonly ChainLink[] => {
  const first = chain.findIndex(({ beginsAgent }) => beginsAgent)
  return chooseCommits(first === -1 ? chain : chain.slice(0, first + 1), { kind: 'root' }).path
}

/** The records of an artifact by their places: where each has a line for itself, only those that are asked for are parsed. */
export const recordsIn = (bytes: Uint8Array, count: number): ((place: number) => TranscriptRecord | undefined) => {
  const lines = filledLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (lines.length === count)
    return (place) => {
      const line = lines[place]
      return line === undefined ? undefined : recordsOn(line)[0]
    }
  const records = lines.flatMap(recordsOn)
  return (place) => records[place]
}

const ownLinks = (links: readonly ChainLink[]): readonly ChainLink[] => links.filter(({ format }) => format === archiveFormat)

const rowsOf = (store: Store, links: readonly ChainLink[]): Promise<readonly Row<typeof columns>[]> =>
  store.database.query(chainRecordsSql, columns, { commits: ownLinks(links).map(({ commitId }) => commitId) })

/** Where the records of commits are, each commit's in their order. */
export const recordsAt = (store: Store, links: readonly ChainLink[]): Promise<readonly RecordAt[]> => rowsOf(store, links)

/**
 * Commits that are no transcripts have none.
 * @param links the first commit first
 * @param isWanted default: all
 * @throws StrataError not-found, artifact-corrupt
 */
export async function* chainRecords(
  store: Store,
  links: readonly ChainLink[],
  isWanted: (at: RecordAt) => boolean = () => true,
): AsyncGenerator<ChainRecord, undefined> {
  const rows = await rowsOf(store, links)
  const byCommit = new Map<string, Row<typeof columns>[]>()
  for (const row of rows) {
    const ofCommit = byCommit.get(row.commitId)
    if (ofCommit === undefined) byCommit.set(row.commitId, [row])
    else ofCommit.push(row)
  }
  for (const { commitId, artifactHash: hash } of ownLinks(links)) {
    const own = byCommit.get(commitId) ?? []
    const recordAt = recordsIn(await store.read(artifactHash(hash)), own.length)
    for (const { place, ...at } of own) {
      const record = isWanted(at) ? recordAt(place) : undefined
      if (record !== undefined) yield { ...at, record }
    }
  }
}
