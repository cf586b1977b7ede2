/** Keeps the facts about objects: they are made before something asks for them, and when the engine is idle. */
import { count, text } from '../../model/columns.ts'
import { readsObjects } from '../../model/rows/object-row.ts'
import { StrataError } from '../../model/failure.ts'
import type { Database } from '../../store/tables/database.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { openFileSystems, type FileSystems } from '../file-systems/file-systems.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { yieldToEventLoop } from '../kernel/run-in-slices.ts'
import { factsMark, forgetRemoved, withOthers } from './make-object-facts.ts'
import { makeSeparately } from './make-separately.ts'
import missingSessions from './missing-sessions.sql?raw'
import outdatedSessions from './outdated-sessions.sql?raw'

/** Facts of sessions with this many bytes of artifacts are made together: their contents are in memory meanwhile. */
const batchBytes = 48 * 1024 * 1024
/** With more bytes than this, making facts takes so long that a job shows it: while something waits for them, and while nothing does. */
const quietBytes = { asked: 10 * 1024 * 1024, idle: 100 * 1024 * 1024 } as const
const idleDelayMs = 5000
/** While nothing asks for them, at most this share of the time goes into facts: a running session changes every few seconds. */
const idleShare = 1 / 20

const outdated = withOthers(outdatedSessions)

interface MissingSession {
  readonly sessionId: string
  readonly bytes: number
}

const batchesOf = (sessions: readonly MissingSession[]): readonly (readonly MissingSession[])[] => {
  const batches: MissingSession[][] = []
  let bytes = Infinity
  for (const session of sessions) {
    if (bytes + session.bytes > batchBytes) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)?.push(session)
    bytes += session.bytes
  }
  return batches
}

export class ObjectFacts {
  readonly #context: EngineContext
  readonly #jobs: Jobs
  /** The batch that is being made. Batches run one after the other, so that a query waits for at most one batch of others. */
  #batch: Promise<unknown> = Promise.resolve()
  /** Batches that were made. */
  #made = 0
  /** Session → the batch that it was made in last: who waits for a turn finds what others made meanwhile. */
  readonly #madeIn = new Map<string, number>()
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  /** When they may be made again without a request, as performance.now() counts. */
  #nextFrom = 0
  /** The state of the tables in which nothing was missing. */
  #whole: { readonly database: Database; readonly writes: number; readonly mark: string } | undefined

  constructor(context: EngineContext, jobs: Jobs) {
    this.#context = context
    this.#jobs = jobs
  }

  /**
   * Makes what is missing.
   * @param sessions of these alone, asked when anything may be missing; undefined: of all
   * @throws StrataError cancelled, artifact-corrupt, disk-full
   */
  ensure(sessions?: () => Promise<readonly string[]>): Promise<void> {
    return this.#ensure(sessions, quietBytes.asked)
  }

  async #ensure(sessions: (() => Promise<readonly string[]>) | undefined, quiet: number): Promise<void> {
    const systems = await openFileSystems(this.#context)
    if (this.#isWhole(systems)) return
    let wanted: ReadonlySet<string> | undefined
    const make = async (find: () => Promise<readonly MissingSession[]>): Promise<boolean> => {
      const since = this.#made
      const found = await find()
      if (found.length > 0 && sessions !== undefined) wanted ??= new Set(await sessions())
      const own = found.filter(({ sessionId }) => wanted?.has(sessionId) ?? true)
      await this.#make(own, systems, since, quiet)
      return own.length === found.length
    }
    const areMade = await make(() => this.#missing(systems))
    // What others did meanwhile may have been read after a session.
    const areCurrent = await make(() => this.#outdated())
    const { database } = this.#context.store
    if (areMade && areCurrent && (await this.#missing(systems)).length === 0)
      this.#whole = { database, writes: database.writes, mark: systems.mark }
  }

  /** Makes what a statement may read. @throws StrataError cancelled, artifact-corrupt, disk-full */
  async ensureFor(sql: string): Promise<void> {
    if (readsObjects(sql)) await this.ensure()
  }

  /** Whether nothing is missing. */
  async areMade(): Promise<boolean> {
    const systems = await openFileSystems(this.#context)
    return this.#isWhole(systems) || ((await this.#missing(systems)).length === 0 && (await this.#outdated()).length === 0)
  }

  /** Makes what is missing when nothing has been written for a while. */
  later(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed) return
    this.#timer = setTimeout(
      () => {
        if (this.#jobs.isChangingStore) this.later()
        // The next question reports the failure.
        else this.#whileIdle().catch(() => undefined)
      },
      Math.max(idleDelayMs, this.#nextFrom - performance.now()),
    )
    this.#timer.unref()
  }

  async #whileIdle(): Promise<void> {
    const began = performance.now()
    await this.#ensure(undefined, quietBytes.idle)
    const ended = performance.now()
    this.#nextFrom = ended + (ended - began) / idleShare
  }

  /** Deletes what is left of sessions that were removed. @throws StrataError disk-full */
  forget(): Promise<void> {
    return forgetRemoved(this.#context.store)
  }

  /** Resolves when nothing is being made. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#batch
  }

  #isWhole({ mark }: FileSystems): boolean {
    const { database } = this.#context.store
    return this.#whole?.database === database && this.#whole.writes === database.writes && this.#whole.mark === mark
  }

  #missing(systems: FileSystems): Promise<readonly MissingSession[]> {
    const columns = { sessionId: text('session_id'), bytes: count('bytes') }
    return this.#context.store.database.query(missingSessions, columns, { mark: factsMark(systems) })
  }

  /** Sessions in which others changed files since their facts were made. */
  #outdated(): Promise<readonly MissingSession[]> {
    return this.#context.store.database.query(outdated, { sessionId: text('session_id'), bytes: count('bytes') }, { sessions: null })
  }

  /** @param since batches that had been made when they were missing */
  async #make(sessions: readonly MissingSession[], systems: FileSystems, since: number, quiet: number): Promise<void> {
    if (sessions.length === 0) return
    const bytes = sessions.reduce((sum, session) => sum + session.bytes, 0)
    if (bytes <= quiet) {
      await this.#makeAll(sessions, systems, since, silentProgress)
      return
    }
    await this.#jobs.finishParallel('facts', async (progress) => {
      await this.#makeAll(sessions, systems, since, progress)
      return { result: { sessions: sessions.length }, summary: `Files of ${sessions.length} sessions read` }
    })
  }

  async #makeAll(sessions: readonly MissingSession[], systems: FileSystems, since: number, progress: JobProgress): Promise<void> {
    progress.phase('Reading files in transcripts', 'sessions', sessions.length)
    const { store } = this.#context
    const checkpoint = (): void => {
      if (this.#isClosed) throw new StrataError('cancelled', 'The engine is shutting down')
      progress.checkpoint()
    }
    const pause = yieldToEventLoop({ checkpoint })
    await this.#inTurn(() => forgetRemoved(store))
    for (const batch of batchesOf(sessions)) {
      await this.#inTurn(async () => {
        const wanted = batch.map(({ sessionId }) => sessionId).filter((id) => (this.#madeIn.get(id) ?? 0) <= since)
        if (wanted.length === 0) return
        await makeSeparately(store, systems, wanted, pause)
        this.#made += 1
        for (const id of wanted) this.#madeIn.set(id, this.#made)
      })
      progress.advance(batch.length)
    }
  }

  /** It is no job that others wait for: work that runs beside imports asks for facts too. @throws StrataError cancelled when the engine closes */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#batch.then(() => {
      if (this.#isClosed) throw new StrataError('cancelled', 'The engine is shutting down')
      return work()
    })
    this.#batch = done.catch(() => undefined)
    return done
  }
}
