/** The jobs of an engine: which jobs run one after another, which run concurrently, and how all of them end. */
import { randomBytes } from 'node:crypto'
import type { JobKind, JobView } from '../../contract/jobs.ts'
import type { Signal } from '../../contract/signals.ts'
import { StrataError } from '../../model/failure.ts'
import { Job, silentProgress, type JobProgress, type Outcome } from './job.ts'

const keptJobs = 50
/** Kinds of jobs that write sessions. */
const changesStore: readonly JobKind[] = ['import', 'reindex', 'take-in', 'gc', 'remove']
/** Kinds of jobs that run exclusively: while they run, the tables are incomplete. */
const runsAlone: readonly JobKind[] = ['reindex', 'take-in', 'gc', 'remove']
/** Kinds of jobs during which rows are missing. */
const buildsTables: readonly JobKind[] = ['reindex', 'repair']

export class Jobs {
  private readonly jobs = new Map<string, Job>()
  private readonly onSignal: (signal: Signal) => void
  /** No two engines give a job the same name: one window may hear of both. */
  private readonly run = randomBytes(3).toString('hex')
  private count = 0
  private last: Promise<unknown> = Promise.resolve()
  /** The last job that runs alone, and the work that may run beside any other. */
  private rebuilt: Promise<unknown> = Promise.resolve()
  private asides: Promise<unknown> = Promise.resolve()
  /** Jobs that build the tables now, or begin to. */
  private readonly builds = new Set<Promise<unknown>>()
  /** The jobs that run one after another, by name, until they have ended. */
  private readonly inTurn = new Set<string>()
  /** How many wait for their turn. */
  private waiting = 0
  private isClosing = false

  constructor(onSignal: (signal: Signal) => void) {
    this.onSignal = onSignal
  }

  /**
   * Starts a job; jobs that change the store run one after another.
   * @param afterwards the rest of the job, for which nothing waits: it may itself ask for work that runs in turn
   */
  start<T>(kind: JobKind, work: (progress: JobProgress) => Promise<Outcome<T>>, afterwards?: () => Promise<unknown>): JobView<T> {
    const isAlone = runsAlone.includes(kind)
    const isFirst = !this.list().some(({ jobId, state }) => state === 'running' && this.inTurn.has(jobId))
    const firstPhase = isFirst ? 'Starting' : 'Waiting for other jobs'
    const before = this.turnAfter(isAlone ? Promise.all([this.last, this.asides]) : this.last)
    let nextMayBegin = (): void => undefined
    const worked = new Promise<void>((resolve) => {
      nextMayBegin = resolve
    })
    const building = (): void => {
      if (buildsTables.includes(kind)) this.builds.add(isFree)
    }
    const job = this.begin(kind, firstPhase, before, async (progress) => {
      building()
      const outcome = await work(progress)
      nextMayBegin()
      await afterwards?.()
      return outcome
    })
    this.inTurn.add(job.id)
    void job.ended.then(() => this.inTurn.delete(job.id))
    const isFree = Promise.race([worked, job.ended])
    if (isFirst) building()
    void isFree.then(() => this.builds.delete(isFree))
    this.last = isFree
    if (isAlone) this.rebuilt = isFree
    return job.view()
  }

  /** Whether a job runs that writes sessions. */
  get isChangingStore(): boolean {
    return this.list().some(({ kind, state }) => state === 'running' && changesStore.includes(kind))
  }

  /** Whether something waits until what is done now has ended. */
  get isAwaited(): boolean {
    return this.waiting > 0
  }

  private async turnAfter(before: Promise<unknown>): Promise<void> {
    this.waiting += 1
    await before
    this.waiting -= 1
  }

  /** Starts a job that mostly waits for others than the store, and goes to it `beside`: no job waits for it, and it for none. */
  startParallel<T>(kind: JobKind, work: (progress: JobProgress) => Promise<Outcome<T>>): JobView<T> {
    return this.begin(kind, 'Starting', undefined, work).view()
  }

  /** Like startParallel, but waits until the job ends. @throws StrataError cancelled, or the error with which the job failed */
  async finishParallel(kind: JobKind, work: (progress: JobProgress) => Promise<Outcome>): Promise<void> {
    const job = this.startParallel(kind, work)
    const { state, failure } = await this.wait(job.jobId)
    if (state === 'done') return
    if (failure === undefined || failure.code === 'bug') throw new Error(failure?.message ?? 'The job failed')
    throw new StrataError(failure.code, failure.message, failure.data)
  }

  /**
   * Work that runs in turn with the jobs, but is too short to be listed. Once begun, it finishes even when the jobs are closed.
   * @throws StrataError cancelled when they were closed before it began
   */
  async quietly<T>(work: (progress: JobProgress) => Promise<T>): Promise<T> {
    const done = this.turnAfter(this.last).then(() => {
      if (this.isClosing) throw new StrataError('cancelled', 'The engine is shutting down')
      return work(silentProgress)
    })
    this.last = done.catch(() => undefined)
    return done
  }

  /**
   * Short work that may run while an import does, but not while a job runs alone: the tables would not know what it stands on.
   * @throws StrataError cancelled when the jobs were closed before it began
   */
  runParallel<T>(work: () => Promise<T>): Promise<T> {
    const done = this.rebuilt.then(() => {
      if (this.isClosing) throw new StrataError('cancelled', 'The engine is shutting down')
      return work()
    })
    // Drops the results: this may run every second, and the chain would keep them all.
    this.asides = Promise.all([this.asides, done.catch(() => undefined)]).then(() => undefined)
    return done
  }

  /** Resolves when no job runs or waits that runs alone: until then rows are missing. */
  async whenTablesAreWhole(): Promise<void> {
    for (let before: unknown; before !== this.rebuilt;) {
      before = this.rebuilt
      await before
      await this.whenTablesAreBuilt()
    }
  }

  /** Resolves when no job builds the tables. A job that waits for its turn has not changed them yet. */
  async whenTablesAreBuilt(): Promise<void> {
    while (this.builds.size > 0) await Promise.all(this.builds)
  }

  list(): readonly JobView[] {
    return [...this.jobs.values()].map((job) => job.view())
  }

  cancel(jobId: string): JobView {
    const job = this.find(jobId)
    job.cancel()
    return job.view()
  }

  wait(jobId: string): Promise<JobView> {
    return this.find(jobId).ended
  }

  /** Cancels everything and waits until it has stopped. */
  async close(): Promise<void> {
    this.isClosing = true
    for (const job of this.jobs.values()) job.cancel()
    await Promise.all([this.last, this.asides, ...[...this.jobs.values()].map(({ ended }) => ended)])
  }

  private begin<T>(
    kind: JobKind,
    firstPhase: string,
    before: Promise<unknown> | undefined,
    work: (progress: JobProgress) => Promise<Outcome<T>>,
  ): Job<T> {
    this.count += 1
    const job = new Job<T>(
      `job-${this.run}-${this.count}`,
      kind,
      firstPhase,
      (view) => this.onSignal({ kind: 'job', job: view }),
      async (progress) => {
        await before
        progress.checkpoint()
        return work(progress)
      },
    )
    this.jobs.set(job.id, job)
    const oldest = [...this.jobs.values()].find((one) => one.view().state !== 'running')
    if (this.jobs.size > keptJobs && oldest !== undefined) this.jobs.delete(oldest.id)
    return job
  }

  private find(jobId: string): Job {
    const job = this.jobs.get(jobId)
    if (job === undefined) throw new StrataError('job-not-found', `The job ${jobId} does not exist`, { jobId })
    return job
  }
}
