/** Carries out an import that is planned: derives what is new or changed, writes it in batches, and joins sessions that share records. */
import type { Discovery } from '../../model/transcript-file.ts'
import { damageOf } from '../../model/failure.ts'
import type { Correction } from '../../model/correction.ts'
import type { Granularity } from '../../model/granularity.ts'
import { lastVersions, type DerivedSession, type DeriveTask } from '../../transcripts/derive-task.ts'
import { rewrittenCode } from '../../transcripts/earlier-versions.ts'
import type { DeriveOutcome } from '../kernel/worker-pool.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { settledMachine } from '../file-systems/file-systems.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { JobProgress } from '../kernel/job.ts'
import { readSettings } from '../kernel/settings.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import { shareBetweenSessions } from './share-between-sessions.ts'
import { deriveTask, heldOf, knownArtifacts, sourceFiles, withCopies } from './derive-inputs.ts'
import { sourcesIn } from './known-sources.ts'
import type { ImportPlan, PlannedSession } from './plan-import.ts'
import { linkedWith, isSettled } from './linked-sessions.ts'
import { joinSessions } from './join-sessions.ts'
import { importInputs } from './import-inputs.ts'
import { SessionBatchWriter } from './session-batch-writer.ts'
import { notRead, writeUnreadable, whyNotImported } from './unreadable-files.ts'
import type { UnreadableFile } from './unreadable-files.ts'

export interface ImportInput {
  readonly paths: readonly string[]
  readonly dryRun: boolean
  readonly principal: string | undefined
  /** How finely the sessions are cut. Default: existing sessions keep theirs, new ones use the settings. */
  readonly granularity?: Granularity | undefined
  /** True: sessions that were removed from the store are imported again. */
  readonly includeRemoved?: boolean
  /** The file system of the folders that are imported. Default: as before, else that of this machine. */
  readonly filesystemId?: string | undefined
}

interface SessionCounts {
  /** 1; 0 when none of its files has a readable record. */
  readonly sessions: number
  readonly files: number
  /** New or changed files with malformed content and without a readable record. */
  readonly filesWithoutRecords: number
  readonly bytes: number
  readonly records: number
  readonly problems: number
}

/** How far an import looked, and what is to be done when all is written. */
export interface ImportScope {
  /** Whether a source was tried. */
  readonly wasSearched: (sourceId: string) => boolean
  readonly begun?: (run: ImportRun) => void
  /** Called when the sessions are written and announced; joining them to other sessions follows. */
  readonly written: () => Promise<void>
  /** `adopted`: sessions that other sessions' records gave something. */
  readonly ended: (adopted: ReadonlySet<string>) => Promise<void>
}

/** Maximum number of sessions whose read contents are kept for the next line, because agents may work on them at the same time. */
const maxFollowed = 16

/** Ids of sources with malformed content and without a readable record. Only their bytes are stored. */
const withoutRecords = ({ sources, rows }: DerivedSession): ReadonlySet<string> => {
  const malformed = new Set(rows.problems.map(({ sourceId }) => sourceId))
  return new Set(lastVersions(sources).flatMap(({ sourceId, records }) => (records === 0 && malformed.has(sourceId) ? [sourceId] : [])))
}

/** A running import: what is waiting, and what was counted so far. */
export class ImportRun {
  readonly unreadable: UnreadableFile[] = []
  /** By session, since one may have to be derived again. */
  private readonly counts = new Map<string, SessionCounts>()
  /** Ids of the new or changed sources of a session, by session. */
  private readonly changedFiles = new Map<string, ReadonlySet<string>>()
  /** Ids of the sources that could not be read, by session. */
  private readonly failedFiles = new Map<string, ReadonlySet<string>>()
  private readonly commitsBefore = new Map<string, ReadonlySet<string>>()
  private readonly context: EngineContext
  private readonly input: ImportInput
  private readonly machine: string
  private readonly scratch: string
  private readonly progress: JobProgress
  private readonly retried = new Set<string>()
  /** Sessions of which some files are read from the store instead of the disk. */
  private readonly fallenBack = new Set<string>()
  private readonly writer: SessionBatchWriter
  private readonly corrections: readonly Correction[]
  private readonly granularityOfNew: Granularity | undefined
  private isFew = false

  /** @param machine the file system of this machine */
  constructor(context: EngineContext, input: ImportInput, machine: string, scratch: string, progress: JobProgress) {
    this.context = context
    this.input = input
    this.machine = machine
    this.scratch = scratch
    this.progress = progress
    this.writer = new SessionBatchWriter(context.store, (ids) => context.changed(ids))
    this.corrections = correctionsOf(context.store)
    this.granularityOfNew = readSettings(context.store.dir).granularity
  }

  /**
   * Derives the planned sessions and writes them. When it is cancelled, written sessions stay.
   * @param before must end before the first session is written
   */
  async derive(plan: ImportPlan, before: Promise<unknown>): Promise<void> {
    this.writer.after(before)
    const waiting = [...plan.sessions]
    this.isFew = plan.sessions.length <= maxFollowed
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
      // Also after a failure or a cancellation: what was written must become visible.
      await this.context.store.show()
    }
    this.progress.checkpoint()
  }

  /** Sessions that were derived. */
  get changed(): ReadonlySet<string> {
    return new Set(this.counts.keys())
  }

  /** Takes over the counts of an earlier import that this one continues. */
  continueFrom(earlier: ImportRun): void {
    for (const [id, counts] of earlier.counts) if (!this.counts.has(id)) this.counts.set(id, counts)
    for (const [id, before] of earlier.commitsBefore) this.commitsBefore.set(id, before)
    const reported = new Set(this.unreadable.map((file) => file.source_id))
    this.unreadable.push(...earlier.unreadable.filter((file) => !reported.has(file.source_id)))
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

  /** A session with deleted files whose stored copies cannot be read is not derived and does not change. */
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
    if (!this.commitsBefore.has(session.sessionId))
      this.commitsBefore.set(session.sessionId, new Set((store.session(session.sessionId)?.commits ?? []).map(([id]) => id)))
    const isKnown = store.session(session.sessionId) !== undefined
    const inputs = importInputs(store, session, this.input, { granularity: this.granularityOfNew, filesystemId: this.machine })
    const known = isKnown ? (store.present.artifactsOf(session.sessionId) ?? (await knownArtifacts(store, session.sessionId))) : []
    const { corrections, scratch } = this
    const sources = await sourceFiles(store, session.sources, scratch)
    // What has grown once will grow again, unless a whole folder was brought up to date.
    const marks = isKnown && this.isFew ? store.present.marksOf(session.sessionId) : undefined
    const held = heldOf(store, session.sessionId).filter(({ sourceId }) => session.moved?.has(sourceId) !== true)
    return deriveTask({ sessionId: session.sessionId, sources, inputs, held, known, corrections, marks, scratch })
  }

  /** Takes an outcome; gives the tasks that have to be derived again. */
  private async take(outcome: DeriveOutcome): Promise<readonly DeriveTask[]> {
    if (outcome.kind === 'failed') return this.takeFailure(outcome.task, outcome.code, outcome.message)
    const { session, task } = outcome
    for (const failed of session.failed) this.unreadable.push(notRead(failed.path, failed.file, failed.code, failed.reason))
    const lost = new Set(session.failed.map(({ sourceId }) => sourceId))
    this.failedFiles.set(task.sessionId, new Set([...lost, ...(this.failedFiles.get(task.sessionId) ?? [])]))
    const before = this.context.store.session(task.sessionId)
    if (before?.sources.some(({ source_id: sourceId }) => lost.has(sourceId)) === true) {
      const isSecond = this.fallenBack.has(task.sessionId)
      this.fallenBack.add(task.sessionId)
      return isSecond ? [] : this.withStored(task, before, lost)
    }
    if (session.sources.length === 0 && before === undefined) return []
    this.count(session)
    return this.writer.add({ derived: session, task })
  }

  /** The same task with what the store holds of files that cannot be read now, as if they were gone. None: that cannot be read either. */
  private async withStored(task: DeriveTask, before: SessionEntry, lost: ReadonlySet<string>): Promise<readonly DeriveTask[]> {
    const { store } = this.context
    const known = lastVersions(sourcesIn(before)).filter(({ sourceId }) => lost.has(sourceId))
    try {
      const stored = await sourceFiles(
        store,
        known.map((one) => ({ kind: 'stored', known: one })),
        this.scratch,
      )
      const readable = new Map(stored.map((source) => [source.sourceId, source]))
      return [{ ...task, sources: task.sources.map((source) => readable.get(source.sourceId) ?? source) }]
    } catch (thrown) {
      if (damageOf(thrown) === undefined) throw thrown
      return []
    }
  }

  /** A session that cannot be derived, for any reason, does not keep the others from being imported. */
  private async takeFailure(task: DeriveTask, code: string | undefined, message: string): Promise<readonly DeriveTask[]> {
    if (code === rewrittenCode) return [await withCopies(this.context.store, task, new Set(message.split(' ')), this.scratch)]
    const isFirst = code === 'ESHORT' && !this.retried.has(task.sessionId)
    this.retried.add(task.sessionId)
    if (isFirst) return [task]
    const { problem, reason } = whyNotImported(code, message)
    for (const source of task.sources) this.unreadable.push(notRead(source.path, source.file, problem, reason))
    return []
  }

  private count(session: DerivedSession): void {
    const failed = this.failedFiles.get(session.sessionId)
    const sources = lastVersions(session.sources)
    const unread = withoutRecords(session)
    const imported = [...(this.changedFiles.get(session.sessionId) ?? [])].filter((id) => failed?.has(id) !== true)
    const filesWithoutRecords = imported.filter((id) => unread.has(id)).length
    this.counts.set(session.sessionId, {
      sessions: sources.length > 0 && sources.every(({ sourceId }) => unread.has(sourceId)) ? 0 : 1,
      files: imported.length - filesWithoutRecords,
      filesWithoutRecords,
      bytes: sources.reduce((rest, { sourceId, bytes }) => (unread.has(sourceId) ? Math.max(0, rest - bytes) : rest), session.bytesRead),
      records: sources.reduce((sum, { records }) => sum + records, 0),
      problems: session.rows.problems.length,
    })
  }
}

const emptiedReason = (bytes: number): string => `the file is empty; it had ${bytes} bytes when it was imported`

/** Derives what is planned, writes it, and joins sessions that share records. */
export const executeImport = async (
  context: EngineContext,
  input: ImportInput,
  plan: ImportPlan,
  discovery: Discovery & { readonly unreadable?: readonly UnreadableFile[] },
  progress: JobProgress,
  scope: ImportScope,
): Promise<ImportRun> =>
  withScratch(context.store.scratch, async (scratch) => {
    const machine = plan.sessions.length === 0 ? '' : await settledMachine(context, 'later')
    const run = new ImportRun(context, input, machine, scratch, progress)
    for (const { path, file, problem } of discovery.problems) run.unreadable.push(notRead(path, file, problem.code, problem.reason))
    run.unreadable.push(...(discovery.unreadable ?? []))
    for (const { path, file, bytes } of plan.emptied) run.unreadable.push(notRead(path, file, 'emptied-file', emptiedReason(bytes)))
    scope.begun?.(run)
    const { store } = context
    if (plan.sessions.length === 0 && (await isSettled(store))) {
      await writeUnreadable(store, run.unreadable, scope.wasSearched)
      return run
    }
    const wasSettled = await isSettled(store)
    // What they shared is asked before they are written: it may be gone afterwards.
    const asked = linkedWith(
      store,
      plan.sessions.map(({ sessionId }) => sessionId),
    )
    if (plan.sessions.length > 0) {
      progress.phase('Reading transcripts', 'bytes', plan.bytes)
      await run.derive(plan, asked)
      await scope.written()
    }
    const linked = await asked
    await writeUnreadable(store, run.unreadable, scope.wasSearched)
    const changed = wasSettled ? new Set([...run.changed, ...linked]) : undefined
    const joined = await joinSessions(context, changed, scratch, progress)
    progress.phase('Finishing', 'sessions', undefined)
    await scope.ended(await shareBetweenSessions(store, changed && new Set([...changed, ...joined]), true))
    return run
  })
