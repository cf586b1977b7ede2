/** Reads a session before it grows: what is kept of it then, its next line need not wait for. */
import { finder } from '../../../importer/agents.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import { lastVersions, maxKept, type DerivedSession, type DeriveTask } from '../../transcripts/derive-task.ts'
import { releaseBuffers, buffersOf } from '../../transcripts/release-buffers.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { deriveTask, heldOf, knownArtifacts, sourceFiles } from '../import/derive-inputs.ts'
import { knownSources } from '../import/known-sources.ts'
import { planImport } from '../import/plan-import.ts'
import type { PlannedSource } from '../import/plan-import.ts'
import { inputsOf } from '../import/linked-sessions.ts'
import { replacedBy } from '../import/session-batch-writer.ts'

/**
 * The current files of a session on disk. Undefined when one has changed or is deleted, or when they are too large to be kept: the next
 * import then reads all of them.
 */
const unchangedSources = async (store: Store, sessionId: string): Promise<readonly PlannedSource[] | undefined> => {
  const known = lastVersions(await knownSources(store, sessionId))
  const files = known.flatMap(({ path, root }) => finder.discoverFiles([path], root).files)
  if (files.length < known.length || planImport(files, known).changedFiles > 0) return undefined
  const session = planImport(files, known, files).sessions.find((one) => one.sessionId === sessionId)
  return session !== undefined && session.bytes <= maxKept ? session.sources : undefined
}

/** Whether it was derived as the store holds it: then the tables hold the rows that it gave. */
const isAsStored = (entry: SessionEntry, { commits, sources, failed }: DerivedSession): boolean => {
  const hashes = new Map(entry.sources.map((source) => [source.source_id, source.content_hash]))
  return (
    failed.length === 0 &&
    sources.length === entry.sources.length &&
    sources.every((source) => hashes.get(source.sourceId) === source.contentHash) &&
    commits.length === entry.commits.length &&
    commits.every(([id, hash], at) => id === entry.commits[at]?.[0] && hash === entry.commits[at][1])
  )
}

const taskOf = async (
  { store }: EngineContext,
  sessionId: string,
  sources: readonly PlannedSource[],
  scratch: string,
): Promise<DeriveTask> =>
  deriveTask({
    sessionId,
    sources: await sourceFiles(store, sources, scratch),
    inputs: inputsOf(store, sessionId),
    held: heldOf(store, sessionId),
    known: await knownArtifacts(store, sessionId),
    corrections: correctionsOf(store),
    marks: store.present.marksOf(sessionId),
    scratch,
  })

/**
 * Reads the unchanged files of a session, writes nothing, and keeps what the next line is compared with.
 * @returns whether only appended lines are read and written from now on; the store must not change while it runs
 */
export const prepareSession = async (context: EngineContext, sessionId: string): Promise<boolean> => {
  const { store, pool } = context
  const entry = store.session(sessionId)
  if (entry === undefined) return false
  if (store.present.marksOf(sessionId).version > 0) return true
  const sources = await unchangedSources(store, sessionId)
  if (sources === undefined) return false
  return withScratch(store.scratch, async (scratch) => {
    const outcome = await pool.outcomeOf(await taskOf(context, sessionId, sources, scratch))
    if (outcome.kind === 'failed') return false
    const { session } = outcome
    const isKept = isAsStored(entry, session)
    if (isKept) store.present.recognise(replacedBy(session))
    releaseBuffers(buffersOf(session))
    return isKept
  })
}
