/** The journal entry of a rebuilt chain, so that it is not rebuilt again. */
import type { MaterialisedView } from '../../contract/materialise.ts'
import { artifactHash, refOf } from '../../model/ids.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import { materialisedSubject } from '../../store/files/materialised-entry.ts'
import { count } from '../../model/columns.ts'
import type { Store } from '../../store/store.ts'
import type { Rebuilt } from './rebuild.ts'
import artifactKept from './artifact-kept.sql?raw'

export type MaterialisedEntry = Extract<NewJournalEntry, { readonly kind: 'materialised' }>

/** Raised when the same chain would become something else than before: what was kept of older rules is built again. */
const rules = 3

/** The request; an undefined format is that of the chain. */
export interface MaterialiseRequest {
  readonly commitId: string
  /** compaction, root, or the id of a commit. */
  readonly stop: string
  readonly format: string | undefined
}

export const viewOf = (entry: MaterialisedEntry, cached: boolean): MaterialisedView => {
  const hash = entry.artifact_hash === '' ? null : artifactHash(entry.artifact_hash)
  return {
    artifactRef: hash === null ? null : refOf(hash),
    artifactHash: hash,
    format: entry.result_format,
    contentType: entry.content_type,
    tier: entry.tier,
    messageCount: entry.message_count,
    tokenCount: entry.token_count ?? null,
    commitCount: entry.commits.length,
    commits: entry.commits,
    bytes: entry.bytes,
    lost: entry.lost,
    cached,
  }
}

export const entryOf = ({ commitId, stop, format }: MaterialiseRequest, result: Rebuilt): MaterialisedEntry => ({
  kind: 'materialised',
  commit_id: commitId,
  stop,
  format: format ?? '',
  rules,
  artifact_hash: result.hash ?? '',
  result_format: result.format,
  content_type: result.contentType,
  tier: result.tier,
  message_count: result.messageCount,
  ...(result.tokenCount === null ? {} : { token_count: result.tokenCount }),
  commits: result.commits,
  bytes: result.pieces.length,
  lost: result.lost,
  ...(result.isPartial ? { partial: true as const } : {}),
})

/** The stored result, when it is still valid and its artifact still exists. */
export const storedEntry = async (store: Store, { commitId, stop, format }: MaterialiseRequest): Promise<MaterialisedEntry | undefined> => {
  const entry = store.entry(materialisedSubject(commitId, stop, format ?? ''))
  if (entry?.kind !== 'materialised' || entry.rules !== rules || entry.partial === true) return undefined
  if (entry.artifact_hash === '') return entry
  // Asked of the tables: the index of all artifacts is not needed for anything else here, and takes long to load.
  const [kept] = await store.database.query(artifactKept, { places: count('places') }, { hash: entry.artifact_hash })
  return kept?.places === 0 ? undefined : entry
}
