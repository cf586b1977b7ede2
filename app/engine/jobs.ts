/** Long work: progress that is announced, a way to cancel, and an end that can be waited for. */
import { randomBytes } from 'node:crypto'
import type { JobKind, JobState, JobView, Signal } from '../contract/signals.ts'
import { StrataError, toFailure } from '../model/failure.ts'

const announceEveryMs = 100
const rateWindowMs = 5000

/** What a job tells while it works. */
export interface JobProgress {
  readonly signal: AbortSignal
  /** Begins a phase. `total` undefined: not known yet. */
  phase(name: string, unit: JobView['unit'], total: number | undefined): void
  advance(by: number): void
  /** @throws StrataError cancelled when somebody asked to stop. */
  checkpoint(): void
}

/** What a job came to. */
export interface Outcome {
  readonly result: unknown
  readonly summary: string
}

interface Sample {
  readonly at: number
  readonly done: number
}

class Job implements JobProgress {
  readonly id: string
  readonly ended: Promise<JobView>
  private readonly kind: JobKind
  private readonly announce: (job: JobView) => void
  private readonly controller = new AbortController()
  private readonly startedAt = Date.now()
  private state: JobState = 'running'
  private name = 'Starting'
  private unit: JobView['unit'] = 'files'
  private total: number | undefined
  private done = 0
  private samples: Sample[] = []
  private announcedAt = 0
  private outcome: Outcome | undefined
  private failure: JobView['failure']
  private endedAt: number | undefined

  constructor(id: string, kind: JobKind, announce: (job: JobView) => void, work: (progress: JobProgress) => Promise<Outcome>) {
    this.id = id
    this.kind = kind
    this.announce = announce
    this.ended = this.run(work)
  }

  get signal(): AbortSignal {
    return this.controller.signal
  }

  phase(name: string, unit: JobView['unit'], total: number | undefined): void {
    this.name = name
    this.unit = unit
    this.total = total
    this.done = 0
    this.samples = []
    this.tell(true)
  }

  advance(by: number): void {
    this.done += by
    this.tell(false)
  }

  checkpoint(): void {
    if (this.signal.aborted) throw new StrataError('cancelled', 'The job was cancelled')
  }

  cancel(): void {
    this.controller.abort()
  }

  view(): JobView {
    const now = this.endedAt ?? Date.now()
    const rate = this.rate()
    const left =
      this.total === undefined || rate === undefined || rate <= 0 ? undefined : (Math.max(0, this.total - this.done) / rate) * 1000
    return {
      jobId: this.id,
      kind: this.kind,
      state: this.state,
      phase: this.name,
      done: this.done,
      total: this.total,
      unit: this.unit,
      rate,
      elapsedMs: now - this.startedAt,
      remainingMs: this.state === 'running' ? left : undefined,
      summary: this.outcome?.summary,
      result: this.outcome?.result,
      failure: this.failure,
    }
  }

  private rate(): number | undefined {
    const first = this.samples[0]
    const last = this.samples.at(-1)
    if (first === undefined || last === undefined || last.at - first.at < 200) return undefined
    return ((last.done - first.done) * 1000) / (last.at - first.at)
  }

  private tell(now: boolean): void {
    const at = Date.now()
    if (!now && at - this.announcedAt < announceEveryMs) return
    this.announcedAt = at
    this.samples = [...this.samples.filter((sample) => at - sample.at < rateWindowMs), { at, done: this.done }]
    this.announce(this.view())
  }

  private async run(work: (progress: JobProgress) => Promise<Outcome>): Promise<JobView> {
    // The caller gets the job's name before the work begins.
    await new Promise((resolve) => setImmediate(resolve))
    try {
      this.outcome = await work(this)
      this.state = 'done'
    } catch (thrown) {
      this.failure = toFailure(thrown)
      this.state = this.failure.code === 'cancelled' ? 'cancelled' : 'failed'
    }
    this.endedAt = Date.now()
    const view = this.view()
    this.announce(view)
    return view
  }
}

/** Progress that nobody sees, of work that is never stopped half-way. */
export const silentProgress: JobProgress = {
  signal: new AbortController().signal,
  phase: () => undefined,
  advance: () => undefined,
  checkpoint: () => undefined,
}

const keptJobs = 50
/** Kinds of jobs that write sessions. */
const changesStore: readonly JobKind[] = ['import', 'reindex', 'take-in', 'gc']
/** Kinds of jobs beside which nothing runs: the tables do not show meanwhile what is there. */
const runsAlone: readonly JobKind[] = ['reindex', 'take-in', 'gc']

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
  start(kind: JobKind, work: (progress: JobProgress) => Promise<Outcome>, afterwards?: () => Promise<unknown>): JobView {
    const isAlone = runsAlone.includes(kind)
    const before = this.turnAfter(isAlone ? Promise.all([this.last, this.asides]) : this.last)
    let nextMayBegin = (): void => undefined
    const worked = new Promise<void>((resolve) => {
      nextMayBegin = resolve
    })
    const job = this.begin(kind, before, async (progress) => {
      const outcome = await work(progress)
      nextMayBegin()
      await afterwards?.()
      return outcome
    })
    const isFree = Promise.race([worked, job.ended])
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
  startBeside(kind: JobKind, work: (progress: JobProgress) => Promise<Outcome>): JobView {
    return this.begin(kind, undefined, work).view()
  }

  /** The same for whoever waits for its end. @throws StrataError cancelled, or whatever it failed with */
  async finishBeside(kind: JobKind, work: (progress: JobProgress) => Promise<Outcome>): Promise<void> {
    const job = this.startBeside(kind, work)
    const { state, failure } = await this.wait(job.jobId)
    if (state === 'done') return
    if (failure === undefined || failure.code === 'bug') throw new Error(failure?.message ?? 'The job failed')
    throw new StrataError(failure.code, failure.message, failure.data)
  }

  /**
   * Work that runs in turn with the jobs, but is too short to be told of: once begun it is done also when the jobs are closed.
   * @throws StrataError cancelled when they were closed before it began
   */
  async quietly<T>(work: (progress: JobProgress) => Promise<T>): Promise<T> {
    const done = this.turnAfter(this.last).then(() => {
      if (this.isClosing) throw new StrataError('cancelled', 'The engine is closing')
      return work(silentProgress)
    })
    this.last = done.catch(() => undefined)
    return done
  }

  /**
   * Short work that may run while an import does, but not while a job runs alone: the tables would not know what it stands on.
   * @throws StrataError cancelled when the jobs were closed before it began
   */
  beside<T>(work: () => Promise<T>): Promise<T> {
    const done = this.rebuilt.then(() => {
      if (this.isClosing) throw new StrataError('cancelled', 'The engine is closing')
      return work()
    })
    this.asides = Promise.all([this.asides, done.catch(() => undefined)])
    return done
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

  private begin(kind: JobKind, before: Promise<unknown> | undefined, work: (progress: JobProgress) => Promise<Outcome>): Job {
    this.count += 1
    const job = new Job(
      `job-${this.run}-${this.count}`,
      kind,
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
    if (job === undefined) throw new StrataError('job-not-found', `There is no job ${jobId}`, { jobId })
    return job
  }
}
