/** One job: its progress, which is announced, and its end. */
import type { JobKind, JobState, JobView } from '../../contract/jobs.ts'
import { StrataError, toFailure } from '../../model/failure.ts'

const announceEveryMs = 100
const rateWindowMs = 5000

/** Reports the progress of a job, and whether the job was cancelled. */
export interface JobProgress {
  readonly signal: AbortSignal
  /** Begins a phase. `total` undefined: not known yet. */
  phase(name: string, unit: JobView['unit'], total: number | undefined): void
  advance(by: number): void
  /** @throws StrataError cancelled when the job was cancelled. */
  checkpoint(): void
}

/** The outcome of a job. */
export interface Outcome<Result = unknown> {
  readonly result: Result
  readonly summary: string
}

interface Sample {
  readonly at: number
  readonly done: number
}

export class Job<Result = unknown> implements JobProgress {
  readonly id: string
  readonly ended: Promise<JobView<Result>>
  private readonly kind: JobKind
  private readonly announce: (job: JobView) => void
  private readonly controller = new AbortController()
  private readonly startedAt = Date.now()
  private state: JobState = 'running'
  private name: string
  private unit: JobView['unit'] = 'files'
  private total: number | undefined
  private done = 0
  private samples: Sample[] = []
  private announcedAt = 0
  private outcome: Outcome<Result> | undefined
  private failure: JobView['failure']
  private endedAt: number | undefined

  constructor(
    id: string,
    kind: JobKind,
    firstPhase: string,
    announce: (job: JobView) => void,
    work: (progress: JobProgress) => Promise<Outcome<Result>>,
  ) {
    this.id = id
    this.kind = kind
    this.name = firstPhase
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
    this.notify(true)
  }

  advance(by: number): void {
    this.done += by
    this.notify(false)
  }

  checkpoint(): void {
    if (this.signal.aborted) throw new StrataError('cancelled', 'The job was cancelled')
  }

  cancel(): void {
    this.controller.abort()
  }

  view(): JobView<Result> {
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

  private notify(now: boolean): void {
    const at = Date.now()
    if (!now && at - this.announcedAt < announceEveryMs) return
    this.announcedAt = at
    this.samples = [...this.samples.filter((sample) => at - sample.at < rateWindowMs), { at, done: this.done }]
    this.announce(this.view())
  }

  private async run(work: (progress: JobProgress) => Promise<Outcome<Result>>): Promise<JobView<Result>> {
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

/** Progress for work that is not shown and cannot be cancelled. */
export const silentProgress: JobProgress = {
  signal: new AbortController().signal,
  phase: () => undefined,
  advance: () => undefined,
  checkpoint: () => undefined,
}
