/** Imports only the files that have changed: watching uses this instead of looking at every folder again. */
import { setTimeout } from 'node:timers/promises'
import { finder } from '../../../importer/agents.ts'
import { problemActions } from '../../model/problem.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { findChanged } from '../import/find-changed.ts'
import { sourcesOfChange } from '../import/known-sources.ts'
import { withoutMoved } from '../import/moved-files.ts'
import { lastVersions } from '../../transcripts/derive-task.ts'
import { sourceIdOf } from '../../transcripts/hash-file.ts'
import { planImport, sessionOf, versionsOf } from '../import/plan-import.ts'
import { executeImport } from '../import/execute-import.ts'
import { withoutRemoved } from '../import/removed-sessions.ts'
import type { ImportRun } from '../import/execute-import.ts'
import type { UnreadableFile } from '../import/unreadable-files.ts'

/** Readers that received the signal of a new line ask for it now. They are answered before the remaining work begins, milliseconds. */
const answersFirstMs = 100

/** The outcome for one session. */
export interface FollowedSession {
  /** Undefined: many sessions together. */
  readonly sessionId: string | undefined
  readonly paths: readonly string[]
  /** Records and commits that it has now and had not before; a replaced file may take some away. */
  readonly newRecords: number
  readonly newCommits: number
}

export interface Followed {
  readonly sessions: readonly FollowedSession[]
  readonly unreadable: readonly UnreadableFile[]
  /** How long it took, without what was waited for, milliseconds. */
  readonly workMs: number
}

const recordsOf = ({ store }: EngineContext, sessionId: string): number =>
  lastVersions(store.session(sessionId)?.sources ?? []).reduce((sum, { records }) => sum + records, 0)

/** Files of the same sessions that are still on disk are read from there, not from the store. */
const planOf = async (context: EngineContext, paths: readonly string[], root: string, progress: JobProgress) => {
  const discovered = finder.discoverFiles(paths, root)
  const found = { ...discovered, files: withoutRemoved(context.store, discovered.files) }
  const known = await sourcesOfChange(context.store, found.files.map(sessionOf), paths)
  const changed = new Set(paths)
  const others = known.filter(({ path }) => !changed.has(path))
  const otherFound = others.map(({ path, root: ownRoot }) => finder.discoverFiles([path], ownRoot))
  const files = [...found.files, ...otherFound.flatMap((one) => one.files)]
  const foundChanged = await findChanged(context.store, files, versionsOf(known), progress)
  return { plan: await withoutMoved(planImport(files, known, foundChanged)), found, files }
}

/**
 * @param paths of files that were added, grew or were replaced; those that are gone by now are passed over.
 * @throws StrataError disk-full, cancelled; what was written before stays and is complete.
 */
export const importChanges = async (
  context: EngineContext,
  paths: readonly string[],
  root: string,
  progress: JobProgress,
): Promise<Followed> => {
  const began = performance.now()
  let waitedMs = 0
  const { plan, found, files } = await planOf(context, paths, root, progress)
  const before = new Map(plan.sessions.map(({ sessionId }) => [sessionId, recordsOf(context, sessionId)]))
  const tried = new Set(paths.map(sourceIdOf))
  const input = { paths: [root], dryRun: false, principal: undefined }
  const run: ImportRun = await executeImport(context, input, plan, found, progress, {
    wasSearched: (sourceId) => tried.has(sourceId),
    written: async () => {
      const waitedSince = performance.now()
      await setTimeout(answersFirstMs)
      waitedMs += performance.now() - waitedSince
    },
    // Written sessions were already announced when they were written.
    ended: (adopted) => {
      if (adopted.size > 0) context.changed([...adopted])
      return Promise.resolve()
    },
  })
  const changed = new Set(paths)
  const sessions = [...run.changed].map((sessionId) => ({
    sessionId,
    paths: files.filter((file) => changed.has(file.path) && sessionOf(file) === sessionId).map((file) => file.path),
    newRecords: recordsOf(context, sessionId) - (before.get(sessionId) ?? 0),
    newCommits: run.newCommits(sessionId),
  }))
  return { sessions, unreadable: run.unreadable, workMs: performance.now() - began - waitedMs }
}

/** A file that could not be imported for a reason outside the file is shown as one that could not be read. */
export const notFollowed = (path: string, reason: string): UnreadableFile => ({
  source_id: sourceIdOf(path),
  file: path,
  code: 'unreadable-file',
  reason,
  action: problemActions['unreadable-file'],
})
