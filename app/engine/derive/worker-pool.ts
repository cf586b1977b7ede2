/** A few worker threads that derive sessions; results come as they are ready; while one is taken each works on one more. */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { DeriveTask } from './derive-task.ts'
import type { DerivedSession } from './derive-task.ts'
import type { FromWorker, ToWorker } from './worker-messages.ts'

/** A task's result: the session, or why it could not be derived. */
export type DeriveOutcome =
  | { readonly kind: 'derived'; readonly task: DeriveTask; readonly session: DerivedSession }
  | { readonly kind: 'failed'; readonly task: DeriveTask; readonly code: string | undefined; readonly message: string }

const mostWorkers = 4
/** Most of what a worker makes is thrown away soon: more room for it costs memory and gains no time. */
const youngMb = 12

/** After a session of this many bytes a worker makes room for a new one: what its heap grew to would stay. */
const heavyBytes = 128 * 1024 * 1024

const isHeavy = (outcome: DeriveOutcome): boolean => outcome.kind === 'derived' && outcome.session.bytesRead >= heavyBytes

/** The built worker beside the running program, or in the build folder when the sources run. */
const workerScript = (): string => {
  const candidates = [
    join(__dirname, 'import-worker.cjs'),
    join(__dirname, '..', 'import-worker.cjs'),
    join(process.cwd(), 'dist', 'node', 'import-worker.cjs'),
  ]
  const found = candidates.find((path) => existsSync(path))
  if (found === undefined) throw new Error('the import worker is not built: run npm run build')
  return found
}

class DeriveWorker {
  private readonly worker: Worker
  private pending: { readonly task: DeriveTask; readonly resolve: (outcome: DeriveOutcome) => void } | undefined
  private dead: { readonly message: string; readonly code: string | undefined } | undefined
  private readonly onProgress: (bytes: number) => void

  constructor(script: string, onProgress: (bytes: number) => void) {
    this.onProgress = onProgress
    this.worker = new Worker(script, { resourceLimits: { maxYoungGenerationSizeMb: youngMb } })
    this.worker.on('message', (message: FromWorker) => this.receive(message))
    this.worker.on('error', (error: Error & { readonly code?: unknown }) =>
      this.fail(error.message, typeof error.code === 'string' ? error.code : undefined),
    )
    this.worker.on('exit', (code) => this.fail(`the worker ended with code ${code}`, undefined))
  }

  derive(task: DeriveTask): Promise<DeriveOutcome> {
    return new Promise((resolve) => {
      this.pending = { task, resolve }
      if (this.dead === undefined) this.worker.postMessage({ kind: 'derive', task } satisfies ToWorker)
      else this.fail(this.dead.message, this.dead.code)
    })
  }

  /** A thread that has ended, by a fault or for want of memory, derives nothing more. */
  get isDead(): boolean {
    return this.dead !== undefined
  }

  async close(): Promise<void> {
    await this.worker.terminate()
  }

  private receive(message: FromWorker): void {
    if (message.kind === 'progress') {
      this.onProgress(message.bytes)
      return
    }
    const pending = this.pending
    this.pending = undefined
    if (pending === undefined) return
    const { task } = pending
    if (message.kind === 'failed') pending.resolve({ kind: 'failed', task, code: message.code, message: message.message })
    else pending.resolve({ kind: 'derived', task, session: message.session })
  }

  private fail(message: string, code: string | undefined): void {
    this.dead ??= { message, code }
    this.pending?.resolve({ kind: 'failed', task: this.pending.task, ...this.dead })
    this.pending = undefined
  }
}

/** Workers that stay for as long as the engine does; started with the first task. */
export class WorkerPool {
  private workers: DeriveWorker[] = []
  /** As many as processors, although the engine's thread, DuckDB and what compresses are busy too: a quarter of the time less than with one fewer. */
  private readonly size = Math.max(1, Math.min(mostWorkers, availableParallelism()))
  private onProgress: (bytes: number) => void = () => undefined

  /**
   * Derives what `nextTask` gives, one task a worker at a time; yields each outcome when it is ready.
   * @param nextTask undefined: there is no more.
   */
  async *derive(nextTask: () => Promise<DeriveTask | undefined>, onProgress: (bytes: number) => void): AsyncGenerator<DeriveOutcome> {
    this.onProgress = onProgress
    this.start()
    const idle = [...this.workers]
    const running = new Map<DeriveWorker, Promise<readonly [DeriveWorker, DeriveOutcome]>>()
    const begin = async (): Promise<void> => {
      for (let worker = idle.pop(); worker !== undefined; worker = idle.pop()) {
        const task = await nextTask()
        if (task === undefined) {
          idle.push(worker)
          return
        }
        const own = worker
        running.set(
          own,
          own.derive(task).then((outcome) => [own, outcome] as const),
        )
      }
    }
    try {
      for (;;) {
        // Whoever took the last outcome may have a task to derive again.
        await begin()
        if (running.size === 0) return
        const [worker, outcome] = await Promise.race(running.values())
        running.delete(worker)
        idle.push(worker.isDead || isHeavy(outcome) ? await this.replace(worker) : worker)
        // The next task runs while the outcome is taken.
        await begin()
        yield outcome
      }
    } finally {
      // When nobody takes any more: a worker that still works must not answer whoever asks next.
      await Promise.all(running.values())
    }
  }

  /** Derives one session. @throws Error when its files cannot be read; they are the store's own copies. */
  async deriveOne(task: DeriveTask): Promise<DerivedSession> {
    let next: DeriveTask | undefined = task
    const take = (): Promise<DeriveTask | undefined> => {
      const taken = next
      next = undefined
      return Promise.resolve(taken)
    }
    for await (const outcome of this.derive(take, () => undefined)) {
      if (outcome.kind === 'failed') throw new Error(`session ${task.sessionId} could not be derived: ${outcome.message}`)
      const failed = outcome.session.failed[0]
      if (failed !== undefined) throw new Error(`a copy of ${failed.file} could not be read: ${failed.reason}`)
      return outcome.session
    }
    throw new Error('a task gives an outcome')
  }

  async close(): Promise<void> {
    const workers = this.workers
    this.workers = []
    await Promise.all(workers.map((worker) => worker.close()))
  }

  private async replace(old: DeriveWorker): Promise<DeriveWorker> {
    await old.close()
    const fresh = new DeriveWorker(workerScript(), (bytes) => this.onProgress(bytes))
    this.workers = this.workers.map((worker) => (worker === old ? fresh : worker))
    return fresh
  }

  private start(): void {
    if (this.workers.length > 0) return
    const script = workerScript()
    this.workers = Array.from({ length: this.size }, () => new DeriveWorker(script, (bytes) => this.onProgress(bytes)))
  }
}
