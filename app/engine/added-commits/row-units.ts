/** Makes the table rows of journal entries other than sessions: checkpoints, and entries that persons set. */
import { replacedChain } from '../../model/agent-chain.ts'
import { damageOf } from '../../model/failure.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import { artifactHash } from '../../model/ids.ts'
import { count, text } from '../../model/columns.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { JournalEntry, NewJournalEntry } from '../../store/files/journal-entry.ts'
import { addedCommit } from '../../store/added-commits.ts'
import type { RowUnit } from '../../store/tables/project-units.ts'
import type { Store } from '../../store/store.ts'
import nextPositions from './next-positions.sql?raw'
import { addedRows, type AddedCommit, type AddedPlace } from './added-rows.ts'
import { shownCommits, summaryUnit } from './shown-commits.ts'
import { completedSession } from './added-session.ts'
import { replacedRow } from '../commits/replaced-records.ts'

/** Ids of the commits that were cut from a transcript: further facts about them are not shown. */
const cutFromTranscripts = async (store: Store, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const shown = await shownCommits(store, ids)
  const cut = shown.filter(({ sessionId, chain }) => !sessionId.startsWith(addedSessionPrefix) && chain !== replacedChain)
  return new Set(cut.map(({ commitId }) => commitId))
}

/** Gives the commits of each session their numbers, in the order in which it is asked. */
const numbering = async (store: Store, sessions: readonly string[]): Promise<(session: string) => number> => {
  const columns = { sessionId: text('session_id'), next: count('next_position') }
  const rows = await store.database.query(nextPositions, columns, { sessions: [...new Set(sessions)] })
  const next = new Map(rows.map((row) => [row.sessionId, row.next]))
  return (session) => {
    const position = next.get(session) ?? 0
    next.set(session, position + 1)
    return position
  }
}

/** Why a made commit does not continue its chain: its parent is none of the same session, made before it, or that of another chain. */
const branchOf = (store: Store, made: readonly AddedCommit[], { entry }: AddedCommit): AddedPlace['branchOf'] => {
  if (entry.parent === undefined) return null
  const parent = made.find((one) => one.entry.commit_id === entry.parent)?.entry ?? addedCommit(store, entry.parent)
  if (entry.agent !== undefined && parent?.agent !== entry.agent) return 'spawn'
  return parent?.key === entry.key ? null : 'resume'
}

/** The rows of a commit that was amended away and is retained. */
const replacedUnit = ({ entry, record, bytes }: AddedCommit): RowUnit => {
  const hashes = { recordHash: entry.record_hash, artifactHash: entry.artifact_hash }
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return { journal: entry, replaces: undefined, rows: { commits: [replacedRow(entry.commit_id, record, hashes, content)] } }
}

/**
 * Rows of made commits, in the order in which they were made.
 * @param isAmended they are shown with a session still, whose rows are replaced in the same batch
 */
export const addedUnits = async (store: Store, made: readonly AddedCommit[], isAmended = false): Promise<readonly RowUnit[]> => {
  const ids = made.map(({ entry }) => entry.commit_id)
  const hidden = isAmended ? new Set<string>() : await cutFromTranscripts(store, ids)
  const numberOf = await numbering(
    store,
    made.map(({ entry }) => entry.key),
  )
  return made.map((one): RowUnit => {
    const { entry } = one
    if (hidden.has(entry.commit_id)) return { journal: entry, replaces: undefined, rows: {} }
    if (entry.replaced === true) return replacedUnit(one)
    const rows = addedRows(one, { position: numberOf(entry.key), branchOf: branchOf(store, made, one) })
    return { journal: entry, replaces: undefined, rows, followUps: completedSession(entry.key) }
  })
}

const storedCommit = async (store: Store, entry: Extract<NewJournalEntry, { readonly kind: 'commit' }>): Promise<AddedCommit> => ({
  entry,
  record: decodeCommit(await store.read(artifactHash(entry.record_hash))),
  bytes: await store.read(artifactHash(entry.artifact_hash)),
})

/** The rows of journal entries. An entry with damaged bytes has no rows: verifying the packs reports it. */
export const rowUnits = async (store: Store, entries: readonly JournalEntry[]): Promise<readonly RowUnit[]> => {
  const made: AddedCommit[] = []
  const others: RowUnit[] = []
  for (const entry of entries) {
    if (entry.kind === 'session' || entry.kind === 'removed') continue
    try {
      if (entry.kind === 'commit') made.push(await storedCommit(store, entry))
      else others.push(entry.kind === 'summary' ? await summaryUnit(store, entry) : { journal: entry, replaces: undefined, rows: {} })
    } catch (thrown) {
      if (damageOf(thrown) === undefined) throw thrown
      others.push({ journal: entry, replaces: undefined, rows: {} })
    }
  }
  return [...(made.length === 0 ? [] : await addedUnits(store, made)), ...others]
}
