/** Makes one derived table: what is missing is made before something asks for it, and when nothing else is to do. */
import { GaveWay } from '../../analytics/facts/make-facts.ts'
import { StrataError } from '../../model/failure.ts'
import type { Database } from '../../store/tables/database.ts'
import type { DerivedName, EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { yieldToEventLoop } from '../kernel/run-in-slices.ts'
import type { Derived, Given, Part } from './derived.ts'
import { Schedule } from './schedule.ts'

/** Work that nothing waits for is stopped by more urgent work, but at most this often in a row: otherwise it would never be done. */
const maxInterrupted = 3

interface Found<P, G> {
  readonly parts: readonly P[]
  readonly given: G
  /** Number of batches that had been made before it was looked for. */
  readonly since: number
}

type Urgency = 'asked' | 'idle'

const isDone = async (making: Promise<void>): Promise<boolean> => {
  try {
    await making
    return true
  } catch (thrown) {
    if (thrown instanceof GaveWay) return false
    throw thrown
  }
}

const sizeOf = (parts: readonly Part[]): number => parts.reduce((sum, { size }) => sum + size, 0)

export class DerivedTable<P extends Part, G extends Given> {
  /** Undefined: it is made on request alone. */
  readonly schedule: Schedule | undefined
  readonly #derived: Derived<P, G>
  readonly #context: Pick<EngineContext, 'store'>
  readonly #jobs: Jobs
  /** The state of the store in which nothing was missing. */
  #whole: { readonly database: Database; readonly writes: number; readonly mark: string } | undefined
  /** All that is missing is being made. */
  #making: Promise<boolean> | undefined
  /** The batch that is being made. Batches run one after the other, so that a request waits for at most one batch of others. */
  #batch: Promise<unknown> = Promise.resolve()
  #batches = 0
  /** Session → the batch that it was made in last: who waits for a turn finds what others made meanwhile. */
  readonly #madeIn = new Map<string, number>()
  /** How often it was given up in a row. */
  #abandoned = 0
  #isStopped = false

  /** @param inIdleTurn runs work when no other table is made that nothing waits for */
  constructor(
    derived: Derived<P, G>,
    context: Pick<EngineContext, 'store'>,
    jobs: Jobs,
    inIdleTurn: <T>(work: () => Promise<T>) => Promise<T>,
  ) {
    this.#derived = derived
    this.#context = context
    this.#jobs = jobs
    const { schedule } = derived
    const whileIdle = (): Promise<boolean> => inIdleTurn(() => this.#whileIdle())
    this.schedule = schedule === undefined || schedule instanceof Schedule ? schedule : new Schedule(schedule, whileIdle)
  }

  get tables(): readonly string[] {
    return this.#derived.tables
  }

  get after(): readonly DerivedName[] {
    return this.#derived.after ?? []
  }

  /**
   * Makes what is missing.
   * @param sessions of these alone, asked for when anything is missing; undefined: of all
   * @returns number of parts that are missing: those of an import that is running
   * @throws StrataError cancelled, prices-malformed, artifact-corrupt, disk-full
   */
  async ensure(sessions?: () => Promise<readonly string[]>): Promise<number> {
    let wanted: ReadonlySet<string> | undefined
    for (let attempts = 0; ; attempts += 1) {
      if (sessions === undefined) await this.#making
      const found = await this.#missing()
      if (found === undefined) return 0
      if (sessions !== undefined) wanted ??= new Set(await sessions())
      const parts = wanted === undefined ? found.parts : found.parts.filter(({ sessionId }) => wanted?.has(sessionId))
      const isForOthers = sessions !== undefined && parts.length === 0
      const mustWait = this.#derived.yieldsToImports && this.#jobs.isChangingStore
      if (isForOthers || mustWait || attempts === this.#derived.maxAttempts) return parts.length
      if (sessions === undefined) await this.#makeAll(found, 'asked')
      else await this.#make({ ...found, parts }, 'asked')
    }
  }

  /** Makes what is missing where that is at most so much. @throws StrataError cancelled, prices-malformed, disk-full */
  async ensureShort(maxSize: number): Promise<void> {
    const found = await this.#missing()
    if (found !== undefined && sizeOf(found.parts) <= maxSize) await this.ensure()
  }

  /** Whether nothing is missing. @throws StrataError prices-malformed */
  async isMade(): Promise<boolean> {
    return (await this.#missing()) === undefined
  }

  /** Deletes what is left of removed sessions. @throws StrataError disk-full */
  forget(): Promise<void> {
    return this.#derived.forget()
  }

  /** Stops making it; resolves when nothing is being made. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.schedule?.close()
    await this.#batch
  }

  async close(): Promise<void> {
    await this.#derived.close?.()
  }

  async #missing(): Promise<Found<P, G> | undefined> {
    const given = await this.#derived.given()
    const { database } = this.#context.store
    const { mark } = given
    if (this.#whole?.database === database && this.#whole.writes === database.writes && this.#whole.mark === mark) return undefined
    const [{ writes }, since] = [database, this.#batches]
    const parts = await this.#derived.missing(given)
    if (parts !== undefined) return { parts, given, since }
    this.#whole = { database, writes, mark }
    return undefined
  }

  /** False: it was given up. */
  async #whileIdle(): Promise<boolean> {
    if (this.#jobs.isChangingStore) return false
    await this.#making
    const found = await this.#missing()
    if (found === undefined) return true
    const isWhole = await this.#makeAll(found, 'idle')
    this.#abandoned = isWhole ? 0 : this.#abandoned + 1
    if (isWhole && found.parts.length > 0) this.#derived.madeWhileIdle?.(found.parts.length)
    return isWhole
  }

  #makeAll(found: Found<P, G>, urgency: Urgency): Promise<boolean> {
    this.#making ??= this.#make(found, urgency).finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  /** @returns false when it was given up */
  async #make(found: Found<P, G>, urgency: Urgency): Promise<boolean> {
    const { maxSilent, summaryOf } = this.#derived
    let made = 0
    const work = async (progress: JobProgress): Promise<void> => {
      made = await this.#work(found, progress, urgency)
    }
    if (sizeOf(found.parts) <= maxSilent[urgency]) await work(silentProgress)
    else
      await this.#jobs.finishParallel('facts', async (progress) => {
        await work(progress)
        return { result: { sessions: made }, summary: summaryOf(made) }
      })
    return made === found.parts.length
  }

  /** @returns number of parts that are made; not all when it was given up */
  async #work({ parts, given, since }: Found<P, G>, progress: JobProgress, urgency: Urgency): Promise<number> {
    const derived = this.#derived
    progress.phase(derived.phase, derived.unit ?? 'sessions', parts.length)
    const checkpoint = (): void => {
      this.#mustRun()
      progress.checkpoint()
    }
    const work = {
      mayContinue: () => urgency === 'asked' || this.#abandoned >= maxInterrupted || !this.#jobs.isAwaited,
      pause: yieldToEventLoop({ checkpoint }),
    }
    if (derived.begin !== undefined) await this.#inTurn(async () => derived.begin?.(given, checkpoint))
    let made = 0
    for (const batch of derived.batches(parts)) {
      checkpoint()
      if (derived.yieldsToImports && this.#jobs.isChangingStore) return made
      const isMade = await isDone(
        this.#inTurn(async () => {
          const left = batch.filter(({ sessionId }) => (this.#madeIn.get(sessionId) ?? 0) <= since)
          if (left.length === 0) return
          await derived.make(left, given, work)
          this.#batches += 1
          for (const { sessionId } of left) this.#madeIn.set(sessionId, this.#batches)
        }),
      )
      if (!isMade) return made
      progress.advance(batch.length)
      made += batch.length
    }
    if (derived.end !== undefined) await this.#inTurn(async () => derived.end?.(given))
    return made
  }

  /** @throws StrataError cancelled */
  #mustRun(): void {
    if (this.#isStopped) throw new StrataError('cancelled', 'The engine is shutting down')
  }

  /** @throws StrataError cancelled when the engine closes */
  #inTurn(work: () => Promise<void>): Promise<void> {
    if (this.#derived.runsWithJobs) return this.#jobs.quietly(work)
    const done = this.#batch.then(() => {
      this.#mustRun()
      return work()
    })
    this.#batch = done.catch(() => undefined)
    return done
  }
}
