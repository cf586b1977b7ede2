/** Lists the transcript folders of this machine, how much of them is imported, and when Claude Code will delete the oldest transcripts. */
import type { Discovery, ProbedRoot, TranscriptFile } from '../../model/transcript-file.ts'
import type { RootView } from '../../contract/sources.ts'
import { finder, isHistorySource, probeRoots, retentionOf } from '../../../importer/agents.ts'
import { compareSeen } from '../../../importer/seen-file.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { isEmptied, type KnownSource } from '../import/plan-import.ts'
import { knownSources } from '../import/known-sources.ts'
import { withoutRemoved } from '../import/removed-sessions.ts'
import { transcriptTimes } from './transcript-times.ts'
import { systemReason } from '../../model/failure.ts'

const dayMs = 86_400_000

const msOf = (ns: bigint): number => Number(ns / 1_000_000n)

const extreme = (times: readonly number[], pick: (a: number, b: number) => number): number | null =>
  times.length === 0 ? null : times.reduce((a, b) => pick(a, b))

const emptyRoot = (root: ProbedRoot, problem: string | null): RootView => ({
  path: root.path,
  exists: root.exists,
  origin: root.origin,
  files: 0,
  sessions: 0,
  bytes: 0,
  oldestAt: null,
  newestAt: null,
  pendingFiles: 0,
  pendingBytes: 0,
  retentionDays: null,
  retentionSource: 'n/a: no transcripts',
  firstPurgeAt: null,
  problem,
})

/** A file that was written at the moment in which it was read is compared by the next import. */
const looksOther = (file: TranscriptFile, { seen }: KnownSource): boolean => seen?.changedNs !== '' && compareSeen(seen, file) === 'other'

/** For a file with the same size and time, only an import can decide, by its bytes. */
const mayHaveChanged = (file: TranscriptFile, source: KnownSource | undefined): boolean =>
  source?.bytes !== file.size || source.modifiedNs !== String(file.modifiedNs) || looksOther(file, source)

const describe = (root: ProbedRoot, found: Discovery, known: ReadonlyMap<string, KnownSource>): RootView => {
  const files = found.files
  const pending = files.filter((file) => {
    const source = known.get(file.path)
    return !isEmptied(file, source) && mayHaveChanged(file, source)
  })
  const writtenAt = files.map((file) => msOf(file.modifiedNs))
  // The client deletes by the modification time of the file, not by the times of its records.
  const oldestFileAt = extreme(writtenAt, Math.min)
  const times = files.flatMap((file) => (file.role === 'session' ? [transcriptTimes(file)] : []))
  const oldestAt = extreme(
    times.flatMap(({ first }) => first ?? []),
    Math.min,
  )
  const retention = retentionOf(root.path)
  return {
    ...emptyRoot(
      root,
      found.problems[0] === undefined
        ? null
        : `${found.problems.length} cannot be read; the first: ${found.problems[0].file}: ${found.problems[0].problem.reason}`,
    ),
    files: files.length,
    sessions: new Set(files.filter((file) => file.role === 'session').map((file) => file.sessionId)).size,
    bytes: files.reduce((sum, file) => sum + file.size, 0),
    oldestAt,
    newestAt: extreme(
      times.flatMap(({ last }) => last ?? []),
      Math.max,
    ),
    pendingFiles: pending.length,
    pendingBytes: pending.reduce((sum, file) => sum + file.size, 0),
    retentionDays: retention.days,
    retentionSource: retention.source,
    firstPurgeAt: oldestFileAt === null || retention.days === null ? null : oldestFileAt + retention.days * dayMs,
  }
}

/** Files of removed sessions are not offered. */
type Wanted = (files: readonly TranscriptFile[]) => readonly TranscriptFile[]

const show = (root: ProbedRoot, known: ReadonlyMap<string, KnownSource>, isWanted: Wanted): RootView => {
  if (!root.exists) return emptyRoot(root, null)
  try {
    const found = finder.discover([root.path])
    return describe(root, { ...found, files: isWanted(found.files) }, known)
  } catch (thrown) {
    return emptyRoot(root, `cannot be read: ${systemReason(thrown)}`)
  }
}

const chosen = (path: string): ProbedRoot => {
  try {
    return { path: finder.transcriptRoot(path), origin: 'chosen', exists: true }
  } catch {
    return { path, origin: 'chosen', exists: false }
  }
}

/** Probed folders, those imported from before, and those asked for; each once. */
export const showRoots = async (context: EngineContext, paths: readonly string[]): Promise<readonly RootView[]> => {
  const sources = await knownSources(context.store)
  const known = new Map(sources.map((source) => [source.path, source]))
  // A history is beside the folder of its transcripts.
  const folders = sources.flatMap(({ path, root }) => (isHistorySource(path) ? [] : [root]))
  const before = [...new Set(folders)].map((path) => ({ ...chosen(path), path, origin: 'imported before' }))
  const roots = new Map<string, ProbedRoot>()
  for (const root of [...paths.map(chosen), ...probeRoots(context.env), ...before]) if (!roots.has(root.path)) roots.set(root.path, root)
  return [...roots.values()].map((root) => show(root, known, (files) => withoutRemoved(context.store, files)))
}
