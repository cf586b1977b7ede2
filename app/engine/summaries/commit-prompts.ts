/** Commits one after the other as the text that a model is given of each. */
import type { KnownSecrets } from '../../secrets/redact-secrets.ts'
import { eventsAsText } from '../../chains/events-as-text.ts'
import { Redactor } from '../../secrets/redactor.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import { pickColumns, type Row } from '../../model/columns.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { addedSessionPrefix } from '../../model/session-name.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { hasWrittenSummary } from './summaries.ts'
import commitsToDescribe from './commits-to-describe.sql?raw'
import { commitsReached } from '../commits/log-chain.ts'

/** Characters that a model is given of one commit, at most about. */
const maxTextLength = 16_000
/** Bytes of an artifact that is still read for this. */
const maxArtifact = 128_000_000
const atOnce = 200

export type CommitPrompt =
  | { readonly kind: 'text'; readonly commitId: string; readonly sessionId: string; readonly text: string }
  | { readonly kind: 'written'; readonly commitId: string }
  | { readonly kind: 'silent'; readonly commitId: string }
  | { readonly kind: 'unreadable'; readonly commitId: string; readonly reason: string }

/** Runs work beside imports, but not while the tables are rebuilt. */
export type RunParallel = <T>(work: () => Promise<T>) => Promise<T>

const columns = pickColumns(commitTable, 'commitId', 'sessionId', 'format', 'artifactHash', 'recordHash', 'bytes')
type CommitRow = Row<typeof columns>

/** The caller that makes a commit may give it a summary; a commit that was cut from a transcript has the rule's summary. */
const hasOwnSummary = async (store: Store, { sessionId, recordHash }: CommitRow): Promise<boolean> =>
  sessionId.startsWith(addedSessionPrefix) && decodeCommit(await store.read(artifactHash(recordHash))).summary !== undefined

const describe = async (store: Store, row: CommitRow, secrets: KnownSecrets): Promise<CommitPrompt> => {
  const { commitId, sessionId, format, bytes } = row
  const unreadable = (reason: string): CommitPrompt => ({ kind: 'unreadable', commitId, reason })
  if (hasWrittenSummary(store, commitId) || (await hasOwnSummary(store, row))) return { kind: 'written', commitId }
  if (bytes > maxArtifact) return unreadable(`not available: too large: ${bytes} bytes`)
  const events = eventsIn(format, await store.read(artifactHash(row.artifactHash)))
  if (events === undefined) return unreadable(`its content cannot be read as ${format}`)
  const redactor = new Redactor(secrets.words, [], secrets.texts)
  const clean = { text: (text: string) => redactor.text(text), input: (json: string) => redactor.json(json, 'own') }
  const described = eventsAsText(events, maxTextLength, clean)
  return described === '' ? { kind: 'silent', commitId } : { kind: 'text', commitId, sessionId, text: described }
}

/** Unreadable data of a commit is a problem of that commit only. */
const promptOf = async (store: Store, row: CommitRow, secrets: KnownSecrets): Promise<CommitPrompt> => {
  try {
    return await describe(store, row, secrets)
  } catch (thrown) {
    if (!(thrown instanceof StrataError)) throw thrown
    return { kind: 'unreadable', commitId: row.commitId, reason: thrown.message }
  }
}

/** The commits that a name reaches, or all, newest first. @throws StrataError not-found, ambiguous-id, malformed-id */
export const idsReached = (context: EngineContext, of: string | undefined, runParallel: RunParallel): Promise<readonly string[]> =>
  runParallel(async () => (await commitsReached(context.store.database, of)).map(({ commitId }) => commitId))

/** Each commit is read when it is requested. @param secrets are redacted in every text. */
export async function* commitPrompts(
  context: EngineContext,
  ids: readonly string[],
  secrets: KnownSecrets,
  runParallel: RunParallel,
): AsyncGenerator<CommitPrompt, void, undefined> {
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const rows = new Map(
      (await runParallel(() => context.store.database.query(commitsToDescribe, columns, { ids: some }))).map((row) => [row.commitId, row]),
    )
    for (const id of some) {
      const row = rows.get(id)
      if (row !== undefined) yield await runParallel(() => promptOf(context.store, row, secrets))
    }
  }
}
