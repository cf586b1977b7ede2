/** Imports transcripts: finds them, derives what is new or changed, writes it in batches, and joins sessions that share records. */
import type { ImportResult } from '../../contract/job-results.ts'
import type { Correction } from '../../model/correction.ts'
import { damageOf, StrataError } from '../../model/failure.ts'
import { discover, probeRoots } from '../../../importer/claude-code/discover.ts'
import type { Discovery } from '../../../importer/claude-code/discover.ts'
import type { DeriveTask } from '../derive/derive-task.ts'
import type { DerivedSession } from '../derive/derive-task.ts'
import type { DeriveOutcome } from '../derive/worker-pool.ts'
import { correctionsOf } from '../corrections.ts'
import type { EngineContext } from '../engine-context.ts'
import type { JobProgress } from '../jobs.ts'
import { withScratch } from '../stored-bytes.ts'
import { adoptFromOthers } from './adopt-from-others.ts'
import { deriveTask, knownArtifacts, sourceFiles } from './derive-inputs.ts'
import { dryResult, summaryOf } from './import-summary.ts'
import { sourcesOfChange, sourceVersions } from './known-sources.ts'
import type { ImportPlan, PlannedSession } from './plan-import.ts'
import { changedFiles, planImport, sessionOf } from './plan-import.ts'
import { linkedWith } from './linked-sessions.ts'
import { inputsOf } from './session-inputs.ts'
import { isSettled, settling } from './settled-mark.ts'
import { settleFamilies } from './settle-families.ts'
import { spareHeap } from './spare-heap.ts'
import { UnitWriter } from './unit-writer.ts'
import { notRead, writeUnreadable } from './unreadable-files.ts'
import type { UnreadableFile } from './unreadable-files.ts'
import { whyNotImported } from './why-not-imported.ts'

export interface ImportInput {
  readonly paths: readonly string[]
  readonly dryRun: boolean
  readonly principal: string | undefined
}

const findTranscripts = (input: ImportInput, env: EngineContext['env']): Discovery => {
  const paths = input.paths.length > 0 ? input.paths : probeRoots(env).flatMap((root) => (root.exists ? [root.path] : []))
  try {
    return discover(paths)
  } catch (cause) {
    const path = (cause as { readonly path?: unknown }).path
    throw new StrataError('path-unreadable', `${typeof path === 'string' ? path : input.paths.join(', ')} cannot be read`, {}, cause)
  }
}

/** What the store holds is read whole of those sessions only that something changed in: mostly nothing has. */
const planOf = async ({ store }: EngineContext, { files }: Discovery): Promise<ImportPlan> => {
  const changed = changedFiles(files, await sourceVersions(store))
  const paths = changed.map(({ path }) => path)
  return planImport(files, changed.length === 0 ? [] : await sourcesOfChange(store, changed.map(sessionOf), paths), changed)
}

interface SessionCounts {
  readonly files: number
  readonly bytes: number
  readonly records: number
  readonly problems: number
}

/** How far an import looked, and what is to be done when all is written. */
export interface ImportScope {
  /** Whether a source was tried. */
  readonly wasLookedAt: (sourceId: string) => boolean
  /** The sessions are written and told of; what joins them to others comes after it. */
  readonly written: () => Promise<void>
  /** `adopted`: sessions that other sessions' records gave something. */
  readonly ended: (adopted: ReadonlySet<string>) => Promise<void>
}

/** Sessions that agents may work on at the same time: what is read of them is kept for the next line. */
const mostFollowed = 16

/** A running import: what is waiting, and what was counted so far. */
export class ImportRun {
  readonly unreadable: UnreadableFile[] = []
  /** By session, since one may have to be derived again. */
  private readonly counts = new Map<string, SessionCounts>()
  /** Files of a session that are new or changed, by session. */
  private readonly changedFiles = new Map<string, number>()
  private readonly commitsBefore = new Map<string, ReadonlySet<string>>()
  private readonly context: EngineContext
  private readonly input: ImportInput
  private readonly scratch: string
  private readonly progress: JobProgress
  private readonly retried = new Set<string>()
  private readonly writer: UnitWriter
  private readonly corrections: readonly Correction[]
  private isFew = false

  constructor(context: EngineContext, input: ImportInput, scratch: string, progress: JobProgress) {
    this.context = context
    this.input = input
    this.scratch = scratch
    this.progress = progress
    this.writer = new UnitWriter(context.store, (ids) => context.changed(ids))
    this.corrections = correctionsOf(context.store)
  }

  /**
   * Derives the planned sessions and writes them. What was written stays when it is cancelled.
   * @param before what has to end before the first of them is written
   */
  async derive(plan: ImportPlan, before: Promise<unknown>): Promise<void> {
    this.writer.after(before)
    const waiting = [...plan.sessions]
    this.isFew = plan.sessions.length <= mostFollowed
    const again: DeriveTask[] = []
    const next = async (): Promise<DeriveTask | undefined> => {
      if (this.progress.signal.aborted) return undefined
      const session = waiting.shift()
      if (session === undefined) return again.shift()
      return (await this.taskUnlessDamaged(session)) ?? next()
    }
    try {
      do {
        for await (const outcome of this.context.pool.derive(next, (bytes) => this.progress.advance(bytes), this.progress.signal))
          again.push(...(await this.take(outcome)))
        again.push(...(await this.writer.flush()))
      } while (again.length > 0 && !this.progress.signal.aborted)
    } finally {
      // Whatever ended it: what was written is there to see.
      await this.context.store.show()
    }
    this.progress.checkpoint()
  }

  /** Sessions that were derived. */
  get changed(): ReadonlySet<string> {
    return new Set(this.counts.keys())
  }

  /** Adds up one count over all sessions. */
  total(pick: (counts: SessionCounts) => number): number {
    return [...this.counts.values()].reduce((sum, counts) => sum + pick(counts), 0)
  }

  /** Commits that a session has now and had not before; undefined: those of all imported sessions. */
  newCommits(sessionId?: string): number {
    if (sessionId === undefined) return [...this.commitsBefore.keys()].reduce((sum, id) => sum + this.newCommits(id), 0)
    const before = this.commitsBefore.get(sessionId)
    return (this.context.store.session(sessionId)?.commits ?? []).filter(([id]) => before?.has(id) !== true).length
  }

  /** A session of which the packs hold files that are gone, and cannot be read, stays as the store has it. */
  private async taskUnlessDamaged(session: PlannedSession): Promise<DeriveTask | undefined> {
    try {
      return await this.task(session)
    } catch (thrown) {
      const reason = damageOf(thrown)
      if (reason === undefined) throw thrown
      for (const planned of session.sources)
        if (planned.kind === 'disk') this.unreadable.push(notRead(planned.source.path, planned.source.file, 'damaged-pack', reason))
      return undefined
    }
  }

  private async task(session: PlannedSession): Promise<DeriveTask> {
    const { store } = this.context
    this.changedFiles.set(session.sessionId, session.changed)
    this.commitsBefore.set(session.sessionId, new Set((store.session(session.sessionId)?.commits ?? []).map(([id]) => id)))
    const before = inputsOf(store, session.sessionId)
    const inputs = { ...before, principal: this.input.principal ?? before.principal }
    const isKnown = store.session(session.sessionId) !== undefined
    const known = isKnown ? (store.present.artifactsOf(session.sessionId) ?? (await knownArtifacts(store, session.sessionId))) : []
    const { corrections, scratch } = this
    const sources = await sourceFiles(store, session.sources, scratch)
    // What has grown once will grow again, unless a whole folder was brought up to date.
    const marks = isKnown && this.isFew ? store.present.marksOf(session.sessionId) : undefined
    return deriveTask({ sessionId: session.sessionId, sources, inputs, known, corrections, marks, scratch })
  }

  /** Takes an outcome; gives the tasks that have to be derived again. */
  private async take(outcome: DeriveOutcome): Promise<readonly DeriveTask[]> {
    if (outcome.kind === 'failed') return this.takeFailure(outcome.task, outcome.code, outcome.message)
    const { session, task } = outcome
    for (const failed of session.failed) this.unreadable.push(notRead(failed.path, failed.file, failed.code, failed.reason))
    const before = this.context.store.session(task.sessionId)
    const lost = session.failed.some((failed) => before?.sources.some((source) => source.source_id === failed.sourceId))
    if (lost || (session.sources.length === 0 && before === undefined)) return []
    this.count(session)
    return this.writer.add({ derived: session, task })
  }

  /** One session that cannot be derived, whatever the reason, does not keep the others from being imported. */
  private takeFailure(task: DeriveTask, code: string | undefined, message: string): readonly DeriveTask[] {
    const isFirst = code === 'ESHORT' && !this.retried.has(task.sessionId)
    this.retried.add(task.sessionId)
    if (isFirst) return [task]
    const { problem, reason } = whyNotImported(code, message)
    for (const source of task.sources) this.unreadable.push(notRead(source.path, source.file, problem, reason))
    return []
  }

  private count(session: DerivedSession): void {
    this.counts.set(session.sessionId, {
      files: (this.changedFiles.get(session.sessionId) ?? 0) - session.failed.length,
      bytes: session.bytesRead,
      records: session.sources.reduce((sum, { records }) => sum + records, 0),
      problems: session.rows.problems.length,
    })
  }
}

const wholeImport = (context: EngineContext): ImportScope => ({
  wasLookedAt: () => true,
  written: () => Promise.resolve(),
  ended: async () => {
    await context.store.database.checkpoint()
    context.changed([])
  },
})

/** Derives what is planned, writes it, and joins sessions that share records. */
export const importPlan = async (
  context: EngineContext,
  input: ImportInput,
  plan: ImportPlan,
  discovery: Discovery,
  progress: JobProgress,
  scope: ImportScope,
): Promise<ImportRun> =>
  withScratch(context.store.dir, async (scratch) => {
    const run = new ImportRun(context, input, scratch, progress)
    for (const { path, file, problem } of discovery.problems) run.unreadable.push(notRead(path, file, problem.code, problem.reason))
    const { store } = context
    if (plan.sessions.length === 0 && (await isSettled(store))) {
      await writeUnreadable(store, run.unreadable, scope.wasLookedAt)
      return run
    }
    const adopted = await settling(store, 'all', async (wasSettled, marked) => {
      // What they shared is asked before they are written: it may be gone afterwards.
      const asked = linkedWith(
        store,
        plan.sessions.map(({ sessionId }) => sessionId),
      )
      if (plan.sessions.length > 0) {
        progress.phase('Reading transcripts', 'bytes', plan.bytes)
        await run.derive(plan, Promise.all([asked, marked]))
        await scope.written()
      }
      const linked = await asked
      await marked
      await writeUnreadable(store, run.unreadable, scope.wasLookedAt)
      const changed = wasSettled ? new Set([...run.changed, ...linked]) : undefined
      const joined = await settleFamilies(context, changed, scratch, progress)
      progress.phase('Finishing', 'sessions', undefined)
      return adoptFromOthers(store, changed && new Set([...changed, ...joined]))
    })
    await scope.ended(adopted)
    return run
  })

/**
 * Imports the transcripts below the given paths, or those of this machine when none is given.
 * @throws StrataError path-unreadable, disk-full, cancelled; what was written before stays and is complete.
 */
export const runImport = async (
  context: EngineContext,
  input: ImportInput,
  progress: JobProgress,
): Promise<{ readonly result: ImportResult; readonly summary: string }> => {
  const startedAt = Date.now()
  progress.phase('Looking for transcripts', 'files', undefined)
  const discovery = findTranscripts(input, context.env)
  const plan = await planOf(context, discovery)
  if (input.dryRun) {
    const result = dryResult(discovery, plan, Date.now() - startedAt)
    return { result, summary: summaryOf(result) }
  }
  const { database } = context.store
  const largest = plan.sessions.reduce((most, { bytes }) => Math.max(most, bytes), 0)
  const run = await spareHeap(largest, () =>
    database.sparingly(() => importPlan(context, input, plan, discovery, progress, wholeImport(context))),
  )
  const result: ImportResult = {
    filesFound: discovery.files.length,
    filesImported: run.total((counts) => counts.files),
    filesUnchanged: plan.unchangedFiles,
    filesFailed: run.unreadable.length,
    bytesRead: run.total((counts) => counts.bytes),
    records: run.total((counts) => counts.records),
    sessions: run.changed.size,
    newCommits: run.newCommits(),
    problems: run.total((counts) => counts.problems) + run.unreadable.length,
    ms: Date.now() - startedAt,
    dryRun: false,
  }
  return { result, summary: summaryOf(result) }
}
