/** The records of a chain of commits, from its beginning. */
import { chooseCommits, type ChainLink } from '../../chains/choose-commits.ts'
import { filledLines, recordsOn } from '../../conversation/artifact-lines.ts'
import { spokenRecord } from '../../../importer/records/carried-record.ts'
import type { TranscriptRecord } from '../../model/record.ts'
import { groupBy } from '../../model/group-by.ts'
import { count, flag, instant, optional, text, type Row } from '../../model/columns.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { asRecords, isTranscript } from '../../../importer/agents.ts'
import { madeRecords, madeRecordsIn } from './made-records.ts'
import chainRecordsSql from './chain-records.sql?raw'

const columns = {
  commitId: text('commit_id'),
  sourceId: text('source_id'),
  line: count('line'),
  sessionId: text('session_id'),
  occurredAt: optional(instant('occurred_at')),
} as const

export type RecordAt = Row<typeof columns>

/** Whether it carries a message that another record has. */
const archivedColumns = { ...columns, isToldElsewhere: flag('is_told_elsewhere') } as const
type ArchivedRow = Row<typeof archivedColumns>

export interface ChainRecord extends RecordAt {
  readonly record: TranscriptRecord
}

/** The commits of the agent at the end of a chain, the first first: a sub-agent did not see what was before its own. @param chain tip first */
export const ownLinks = (chain: readonly ChainLink[]): readonly ChainLink[] => {
  const first = chain.findIndex(({ beginsAgent }) => beginsAgent)
  return chain.slice(0, first === -1 ? chain.length : first + 1).reverse()
}

/** The same without summaries: what they replace is known. @param chain tip first */
export const seenByAgent = (chain: readonly ChainLink[]): readonly ChainLink[] =>
  chooseCommits([...ownLinks(chain)].reverse(), { kind: 'root' }).path

/** Rows of commits in the order of the commits; those of a commit stay in theirs. */
export const inOrderOf = <T extends { readonly commitId: string }>(links: readonly ChainLink[], rows: readonly T[]): readonly T[] => {
  const byCommit = groupBy(rows, ({ commitId }) => commitId)
  return links.flatMap(({ commitId }) => byCommit.get(commitId) ?? [])
}

const spoken = (record: TranscriptRecord | undefined): TranscriptRecord | undefined => record && spokenRecord(record)

/**
 * Parses the records of an artifact by place, with the messages that some records carry. When each record has a separate line, only
 * requested records are parsed.
 */
export const recordsIn = (format: string, bytes: Uint8Array, count: number): ((place: number) => TranscriptRecord | undefined) => {
  const lines = filledLines(asRecords(format, bytes))
  if (lines.length === count)
    return (place) => {
      const line = lines[place]
      return line === undefined ? undefined : spoken(recordsOn(line)[0])
    }
  const records = lines.flatMap(recordsOn)
  return (place) => spoken(records[place])
}

const isToldElsewhere = (row: RecordAt | ArchivedRow): boolean => 'isToldElsewhere' in row && row.isToldElsewhere

/** The fields of a commit that are needed to read its records. */
export type ReadLink = Pick<ChainLink, 'commitId' | 'artifactHash' | 'format'>

const archived = (links: readonly ReadLink[]): readonly ReadLink[] => links.filter(({ format }) => isTranscript(format))

const rowsOf = (store: Store, links: readonly ReadLink[]): Promise<readonly ArchivedRow[]> =>
  store.database.query(chainRecordsSql, archivedColumns, { commits: archived(links).map(({ commitId }) => commitId) })

/** Ids of the commits that are not part of a transcript. */
const madeOf = (links: readonly ReadLink[], rows: ReadonlyMap<string, unknown>): readonly string[] =>
  links.flatMap(({ commitId }) => (rows.has(commitId) ? [] : [commitId]))

const placeOf = ({ commitId, sourceId, line, sessionId, occurredAt }: RecordAt): RecordAt => ({
  commitId,
  sourceId,
  line,
  sessionId,
  occurredAt,
})

/** Places of the records of commits; the records of each commit are in order. */
export const recordsAt = async (store: Store, links: readonly ChainLink[]): Promise<readonly RecordAt[]> => {
  const rows = await rowsOf(store, links)
  const made = await madeRecords(
    store,
    madeOf(
      links,
      groupBy(rows, ({ commitId }) => commitId),
    ),
  )
  return [...rows, ...made].map(placeOf)
}

/**
 * Commits that are no transcripts have a record for each event.
 * @param links the first commit first
 * @param isWanted default: all
 * @throws StrataError not-found, artifact-corrupt
 */
export async function* chainRecords(
  store: Store,
  links: readonly ReadLink[],
  isWanted: (at: RecordAt) => boolean = () => true,
): AsyncGenerator<ChainRecord, undefined> {
  const archivedRows = groupBy(await rowsOf(store, links), ({ commitId }) => commitId)
  const madeRows = groupBy(await madeRecords(store, madeOf(links, archivedRows)), ({ commitId }) => commitId)
  for (const { commitId, format, artifactHash: hash } of links) {
    const [rows, made] = [archivedRows.get(commitId), madeRows.get(commitId) ?? []]
    const recordAt =
      rows === undefined ? await madeRecordsIn(store, made, isWanted) : recordsIn(format, await store.read(artifactHash(hash)), rows.length)
    for (const [place, row] of (rows ?? made).entries()) {
      const record = isWanted(row) ? recordAt(place) : undefined
      if (record !== undefined) yield { ...placeOf(row), record: isToldElsewhere(row) ? { ...record, message: undefined } : record }
    }
  }
}
