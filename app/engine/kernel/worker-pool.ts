/** Worker threads that derive sessions, several at a time each; results come as they are ready. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { builtScript } from './built-script.ts'
import type { DeriveTask, DerivedSession, FromWorker, ToWorker } from '../../transcripts/derive-task.ts'

/** A task's result: the session, or why it could not be derived. */
export type DeriveOutcome =
  | { readonly kind: 'derived'; readonly task: DeriveTask; readonly session: DerivedSession }
  | { readonly kind: 'failed'; readonly task: DeriveTask; readonly code: string | undefined; readonly message: string }

const maxWorkers = 4
/**
 * A worker takes two processors: one for itself, one for the work that compresses, collects and writes its results. Additional threads would
 * each compile the same functions.
 */
const processorsOfOne = 2
/** Number of tasks that a worker receives in advance, so that it need not wait while others process its results. */
const tasksOfOne = 4
/** Size of the young generation of a worker, MB: large enough that most temporary objects are collected there. */
const youngMb = 24

/** After a cancellation, results that a worker finishes within this time are still used: most sessions are derived in less. */
const defaultPatienceMs = 1_000

/** A worker that has derived a session of this size, bytes, is replaced: its heap would stay as large as it grew. */
const heavyBytes = 128 * 1024 * 1024

const isHeavy = (outcome: DeriveOutcome): boolean => outcome.kind === 'derived' && outcome.session.bytesRead >= heavyBytes

interface Assigned {
  readonly task: DeriveTask
  readonly resolve: (outcome: DeriveOutcome) => void
}

/** How a thread came to its end. */
interface Death {
  readonly message: string
  readonly code: string | undefined
  /** Tasks that it had then: any of them may be the cause. */
  readonly tasks: number
}

class DeriveWorker {
  /** Nothing more is given to it: when it has done what it has, another takes its place. */
  isTired = false
  /** It was ended after a cancellation: its tasks are neither done nor the cause. */
  wasEnded = false
  private readonly worker: Worker
  private readonly assigned = new Map<number, Assigned>()
  private lastId = 0
  private death: Death | undefined
  /** Called with the number of bytes that it has read since the last call. */
  onProgress: (bytes: number) => void = () => undefined

  constructor(script: string, heapMb: number | undefined) {
    const most = heapMb === undefined ? {} : { maxOldGenerationSizeMb: heapMb }
    this.worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: youngMb, ...most } })
    this.worker.on('message', (message: FromWorker) => this.receive(message))
    this.worker.on('error', (error: Error & { readonly code?: unknown }) =>
      this.fail(error.message, typeof error.code === 'string' ? error.code : undefined),
    )
    this.worker.on('exit', (code) => this.fail(`the worker ended with code ${code}`, undefined))
  }

  derive(task: DeriveTask): Promise<DeriveOutcome> {
    return new Promise((resolve) => {
      const id = (this.lastId += 1)
      this.assigned.set(id, { task, resolve })
      if (this.death === undefined) this.worker.postMessage({ kind: 'derive', id, task } satisfies ToWorker)
      else this.fail(this.death.message, this.death.code)
    })
  }

  /** Tasks that it has not answered. */
  get tasks(): number {
    return this.assigned.size
  }

  /** A thread that has ended, by a fault or for want of memory, derives nothing more. */
  get isDead(): boolean {
    return this.death !== undefined
  }

  /** True when it ended while it had no task or several: then the task that caused it is unknown. */
  get endedUnclearly(): boolean {
    return this.death !== undefined && this.death.tasks !== 1
  }

  /** Ends it in the middle of what it has. */
  end(): void {
    this.wasEnded = true
    void this.close()
  }

  /** A worker that rests does not keep the process alive. */
  rest(): void {
    this.onProgress = () => undefined
    this.worker.unref()
  }

  wake(): void {
    this.worker.ref()
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'progress') {
      this.onProgress(message.bytes)
      return
    }
    const assigned = this.assigned.get(message.id)
    this.assigned.delete(message.id)
    if (assigned === undefined) return
    const { task } = assigned
    if (message.kind === 'failed') assigned.resolve({ kind: 'failed', task, code: message.code, message: message.message })
    else assigned.resolve({ kind: 'derived', task, session: message.session })
  }

  private fail(message: string, code: string | undefined): void {
    this.death ??= { message, code, tasks: this.assigned.size }
    for (const { task, resolve } of this.assigned.values())
      resolve({ kind: 'failed', task, code: this.death.code, message: this.death.message })
    this.assigned.clear()
  }
}

/** Tasks that workers have, each with who has it. */
type Running = Map<DeriveTask, Promise<readonly [DeriveWorker, DeriveOutcome]>>

/** Does something some time after a stop was asked for; gives what calls that off. */
const someTimeAfter = (stop: AbortSignal | undefined, ms: number, act: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = (): void => {
    timer = setTimeout(act, ms)
  }
  if (stop?.aborted === true) wait()
  stop?.addEventListener('abort', wait)
  return () => {
    clearTimeout(timer)
    stop?.removeEventListener('abort', wait)
  }
}

/** Workers of closed pools that the next pool of this process takes over; undefined: a closed pool ends its workers. */
let restingWorkers: DeriveWorker[] | undefined

/** From now on the workers of closed pools wait for the next pool: for a process that opens many stores, one after the other. */
export const keepWorkers = (): void => {
  restingWorkers ??= []
}

/** Workers that stay for as long as the engine does; started with the first task. */
export class WorkerPool {
  private workers: DeriveWorker[] = []
  private readonly size = Math.max(1, Math.min(maxWorkers, Math.floor(availableParallelism() / processorsOfOne)))
  private onProgress: (bytes: number) => void = () => undefined
  private readonly heapMb: number | undefined
  private readonly patienceMs: number

  /**
   * @param heapMb maximum memory of a worker's objects, megabytes; undefined: Node's default.
   * @param patienceMs how long a worker may continue after a cancellation.
   */
  constructor(heapMb?: number, patienceMs = defaultPatienceMs) {
    this.heapMb = heapMb
    this.patienceMs = patienceMs
  }

  /**
   * Derives the tasks that `nextTask` gives; yields each outcome when it is ready, in no particular order.
   * @param nextTask undefined: there are no more tasks.
   * @param stop once it is aborted, no task begins, and a task that does not finish soon gives no outcome.
   */
  async *derive(
    nextTask: () => Promise<DeriveTask | undefined>,
    onProgress: (bytes: number) => void,
    stop?: AbortSignal,
  ): AsyncGenerator<DeriveOutcome> {
    this.onProgress = onProgress
    this.start()
    const running: Running = new Map()
    /** Tasks of threads that ended while they had several: each runs again, exclusively. */
    const alone: DeriveTask[] = []
    const give = (worker: DeriveWorker, task: DeriveTask): void => {
      const outcome = worker.derive(task).then((made) => [worker, made] as const)
      running.set(task, outcome)
    }
    /** One that runs with nothing beside it. */
    let single: DeriveTask | undefined
    const begin = async (): Promise<void> => {
      while (stop?.aborted !== true) {
        if (running.size > 0 && (alone.length > 0 || (single !== undefined && running.has(single)))) return
        const worker = this.freest()
        if (worker === undefined) return
        single = alone.shift()
        const task = single ?? (await nextTask())
        if (task === undefined) return
        give(worker, task)
      }
    }
    const cancelStop = someTimeAfter(stop, this.patienceMs, () => this.endBusy())
    try {
      for (;;) {
        // The consumer of the last outcome may have a task to derive again.
        await begin()
        if (running.size === 0) return
        const [worker, outcome] = await Promise.race(running.values())
        running.delete(outcome.task)
        if (worker.isDead || isHeavy(outcome)) worker.isTired = true
        if (worker.isTired && worker.tasks === 0) await this.replace(worker)
        if (worker.wasEnded) continue
        if (worker.endedUnclearly && outcome.kind === 'failed') {
          alone.push(outcome.task)
          continue
        }
        // The next tasks run while the outcome is taken.
        await begin()
        yield outcome
      }
    } finally {
      // When the consumer stops: a worker that still works must not answer the next consumer.
      await Promise.all(running.values())
      cancelStop()
    }
  }

  /** Derives one session. */
  async outcomeOf(task: DeriveTask): Promise<DeriveOutcome> {
    let next: DeriveTask | undefined = task
    const take = (): Promise<DeriveTask | undefined> => {
      const taken = next
      next = undefined
      return Promise.resolve(taken)
    }
    for await (const outcome of this.derive(take, () => undefined)) return outcome
    throw new Error('a task gives an outcome')
  }

  /** Derives one session. @throws Error when its files cannot be read; they are the store's own copies. */
  async deriveOne(task: DeriveTask): Promise<DerivedSession> {
    const outcome = await this.outcomeOf(task)
    if (outcome.kind === 'failed') throw new Error(`session ${task.sessionId} could not be derived: ${outcome.message}`)
    const failed = outcome.session.failed[0]
    if (failed !== undefined) throw new Error(`a copy of ${failed.file} could not be read: ${failed.reason}`)
    return outcome.session
  }

  async close(): Promise<void> {
    const workers = this.workers
    this.workers = []
    await Promise.all(workers.map((worker) => this.release(worker)))
  }

  private async release(worker: DeriveWorker): Promise<void> {
    const isReusable = this.heapMb === undefined && worker.tasks === 0 && !worker.isTired && !worker.isDead
    if (restingWorkers === undefined || !isReusable) {
      await worker.close()
      return
    }
    worker.rest()
    restingWorkers.push(worker)
  }

  /** The worker that has the fewest tasks, if it may have one more. */
  private freest(): DeriveWorker | undefined {
    const [first] = this.workers.filter((worker) => !worker.isTired).sort((a, b) => a.tasks - b.tasks)
    return first !== undefined && first.tasks < tasksOfOne ? first : undefined
  }

  /** Ends what is in the middle of something. */
  private endBusy(): void {
    for (const worker of this.workers) if (worker.tasks > 0) worker.end()
  }

  private async replace(old: DeriveWorker): Promise<void> {
    if (!this.workers.includes(old)) return
    await old.close()
    const fresh = this.startOne()
    this.workers = this.workers.map((worker) => (worker === old ? fresh : worker))
  }

  private start(): void {
    if (this.workers.length > 0) return
    this.workers = Array.from({ length: this.size }, () => this.startOne())
  }

  private startOne(): DeriveWorker {
    let resting = this.heapMb === undefined ? restingWorkers?.pop() : undefined
    while (resting?.isDead === true) resting = restingWorkers?.pop()
    resting?.wake()
    const worker = resting ?? new DeriveWorker(builtScript('import-worker'), this.heapMb)
    worker.onProgress = (bytes) => this.onProgress(bytes)
    return worker
  }
}
