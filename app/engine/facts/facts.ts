/** Makes the facts: before a metric is computed, and when the engine is idle. */
import {
  arePricedWith,
  countStorage,
  factBatches,
  forgetIfAllIsLeftOver,
  GaveWay,
  isStorageCounted,
  makeFacts,
  priceFacts,
  readsFacts,
  readsStorageCounts,
  sessionsWithoutFacts,
  type NewSession,
} from '../../analytics/facts/make-facts.ts'
import type { PriceTable } from '../../model/price-table.ts'
import type { Database } from '../../store/tables/database.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import type { Jobs } from '../kernel/jobs.ts'
import { priceTables } from '../kernel/price-tables.ts'
import { AnswerCache } from '../kernel/answer-cache.ts'

/** With more records than this, making facts takes so long that a job shows it: while a metric waits, and while none does. */
const quietRecords = { asked: 8_000, idle: 30_000 } as const
/** Maximum number of records for whose facts a list of sessions waits: about four seconds of work. */
const shortRecords = 100_000
const idleDelayMs = 3000
/** Sessions that agents write to meanwhile are missing again: a metric does not wait for them endlessly. */
const maxAttempts = 3
/**
 * While no metric waits, at most this share of the time goes into facts and storage counts. Storage is counted for the whole store in one
 * step, and a line that is appended meanwhile waits for it.
 */
const idleShare = 1 / 20
/** Facts that no metric waits for are stopped by a new line, but at most this often in a row: otherwise they would never be made. */
const maxInterrupted = 3

const isDone = async (making: Promise<void>): Promise<boolean> => {
  try {
    await making
    return true
  } catch (thrown) {
    if (thrown instanceof GaveWay) return false
    throw thrown
  }
}

/** Functions that take a statement or the name of a table as text: what they read is known only when they run. */
const readsByText = /\bquery(?:_table)?"?\s*\(/iu

/**
 * The names of the tables, separated by spaces. Of a statement that DuckDB cannot parse, or that reads tables named in texts, all of its
 * words.
 */
const tablesIn = (database: Pick<Database, 'read'>, sql: string): Promise<string> =>
  database.read((reader) => {
    if (readsByText.test(sql)) return Promise.resolve(sql)
    try {
      return Promise.resolve(reader.getTableNames(sql, false).join(' '))
    } catch {
      return Promise.resolve(sql)
    }
  })

/** Facts that are not computed by statements alone. */
export interface OtherFacts {
  /** Makes those that are among the tables of a statement. @param tables names, separated by spaces */
  readonly ensureFor: (tables: string) => Promise<void>
  readonly areMade: () => Promise<boolean>
}

export class Facts {
  /** Values that are computed from the facts and do not change between metrics. */
  readonly known = new AnswerCache()
  readonly #context: EngineContext
  readonly #jobs: Jobs
  readonly #onMade: (sessions: number) => void
  readonly others: OtherFacts
  #making: Promise<boolean> | undefined
  /** How often they were given up in a row. */
  #abandoned = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false
  /** When facts may be made again, and storage may be counted again, without a request. */
  #factsFrom = 0
  #storageFrom = 0
  /** The state of the tables in which nothing was missing. */
  #whole: { readonly database: Database; readonly writes: number; readonly prices: string } | undefined

  /** @param onMade called when facts were made that nothing waited for, with the number of their sessions */
  constructor(context: EngineContext, jobs: Jobs, others: OtherFacts, onMade: (sessions: number) => void = () => undefined) {
    this.#onMade = onMade
    this.#context = context
    this.#jobs = jobs
    this.others = others
  }

  /**
   * Makes what is missing, and gives the number of sessions whose facts are not made: those of an import that is running.
   * @throws StrataError cancelled, prices-malformed, disk-full
   */
  async ensure(): Promise<number> {
    for (let attempts = 0; ; attempts += 1) {
      await this.#making
      const prices = await priceTables(this.#context.store.dir)
      const sessions = await this.#missing(prices)
      if (sessions === undefined) return 0
      if (this.#jobs.isChangingStore || attempts === maxAttempts) return sessions.length
      await this.#begin(sessions, prices, quietRecords.asked, () => true)
    }
  }

  /** Makes what is missing where that does not take long. @throws StrataError cancelled, prices-malformed, disk-full */
  async ensureShort(): Promise<void> {
    const missing = (await this.#missing(await priceTables(this.#context.store.dir))) ?? []
    if (missing.reduce((sum, { records }) => sum + records, 0) <= shortRecords) await this.ensure()
  }

  #begin(sessions: readonly NewSession[], prices: readonly PriceTable[], quiet: number, mayContinue: () => boolean): Promise<boolean> {
    this.#making ??= this.#make(sessions, prices, quiet, mayContinue).finally(() => {
      this.#making = undefined
    })
    return this.#making
  }

  /** Makes what is missing unless something else is to do. False: it was given up. */
  async #ensureWhileIdle(): Promise<boolean> {
    await this.#making
    const prices = await priceTables(this.#context.store.dir)
    const sessions = await this.#missing(prices)
    if (sessions === undefined) return true
    const isWhole = await this.#begin(sessions, prices, quietRecords.idle, () => this.#abandoned >= maxInterrupted || !this.#jobs.isAwaited)
    this.#abandoned = isWhole ? 0 : this.#abandoned + 1
    if (isWhole && sessions.length > 0) this.#onMade(sessions.length)
    return isWhole
  }

  /** Whether the facts are complete, without making them. @throws StrataError prices-malformed */
  async areMade(): Promise<boolean> {
    return (await this.#missing(await priceTables(this.#context.store.dir))) === undefined
  }

  /** Sessions without facts; undefined: nothing is missing, and costs are of these prices. */
  async #missing(prices: readonly PriceTable[]): Promise<readonly NewSession[] | undefined> {
    const { database } = this.#context.store
    if (this.#isWhole(database, prices)) return undefined
    const { writes } = database
    const sessions = await sessionsWithoutFacts(database)
    if (sessions.length > 0 || !(await arePricedWith(database, prices))) return sessions
    this.#whole = { database, writes, prices: JSON.stringify(prices) }
    return undefined
  }

  /** Whether it was counted what the commits take. */
  isStorageCounted(): Promise<boolean> {
    return isStorageCounted(this.#context.store.database)
  }

  /** The same for what the commits take. */
  async ensureStorage(): Promise<void> {
    if (await this.isStorageCounted()) return
    await this.#jobs.quietly(async () => {
      const began = performance.now()
      await countStorage(this.#context.store.database)
      const ended = performance.now()
      this.#storageFrom = ended + (ended - began) / idleShare
    })
  }

  /** Makes what a statement that a person wrote may read. @throws StrataError cancelled, prices-malformed, disk-full */
  async ensureFor(sql: string): Promise<void> {
    const tables = await tablesIn(this.#context.store.database, sql)
    if (readsFacts(tables) || readsStorageCounts(tables)) await this.ensure()
    if (readsStorageCounts(tables)) await this.ensureStorage()
    await this.others.ensureFor(tables)
  }

  /** Makes what is missing when nothing has been written for a while. */
  later(): void {
    this.#wait(Math.max(idleDelayMs, this.#factsFrom - performance.now()))
  }

  #wait(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#closed) return
    this.#timer = setTimeout(() => {
      // The next metric reports the failure.
      this.#whileIdle().catch(() => undefined)
    }, ms).unref()
  }

  async #whileIdle(): Promise<void> {
    if (this.#jobs.isChangingStore) {
      this.later()
      return
    }
    const began = performance.now()
    if (!(await this.#ensureWhileIdle())) {
      this.later()
      return
    }
    const ended = performance.now()
    this.#factsFrom = ended + (ended - began) / idleShare
    const left = this.#storageFrom - performance.now()
    if (left > 0) this.#wait(left)
    else await this.ensureStorage()
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #isWhole(database: Database, prices: readonly PriceTable[]): boolean {
    const whole = this.#whole
    return whole?.database === database && whole.writes === database.writes && whole.prices === JSON.stringify(prices)
  }

  /** @returns false when it was given up */
  async #make(sessions: readonly NewSession[], prices: readonly PriceTable[], quiet: number, mayContinue: () => boolean): Promise<boolean> {
    const records = sessions.reduce((sum, session) => sum + session.records, 0)
    let counted = 0
    const work = async (progress: JobProgress): Promise<void> => {
      counted = await this.#work(sessions, prices, progress, mayContinue)
    }
    if (records <= quiet) await work(silentProgress)
    else
      await this.#jobs.finishParallel('facts', async (progress) => {
        await work(progress)
        return { result: { sessions: counted }, summary: `${counted} sessions counted` }
      })
    return counted === sessions.length
  }

  /**
   * Computes facts in batches, alternating with other work: an appended line waits for one batch at most, and so does an import.
   * @returns number of sessions that were counted; not all when the work was given up
   */
  async #work(
    sessions: readonly NewSession[],
    prices: readonly PriceTable[],
    progress: JobProgress,
    mayContinue: () => boolean,
  ): Promise<number> {
    progress.phase('Counting for metrics', 'sessions', sessions.length)
    const inTurn = (work: (database: Database) => Promise<void>): Promise<void> =>
      this.#jobs.quietly(() => work(this.#context.store.database))
    await inTurn(forgetIfAllIsLeftOver)
    let counted = 0
    for (const batch of factBatches(sessions)) {
      progress.checkpoint()
      if (this.#jobs.isChangingStore) return counted
      if (!(await isDone(inTurn((database) => makeFacts(database, batch, prices, mayContinue))))) return counted
      progress.advance(batch.length)
      counted += batch.length
    }
    await inTurn(async (database) => {
      if (!(await arePricedWith(database, prices))) await priceFacts(database, prices)
    })
    return counted
  }
}
