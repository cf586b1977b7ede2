/** How many threads and how much memory DuckDB takes: less of both while it works beside an import. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { isFull } from '../files/disk-full.ts'
import { execute } from './query.ts'

/** Limits of DuckDB when nothing else needs the memory. */
export interface Limits {
  readonly threads: number
  readonly memoryBytes: number
  /** Its limit during an import while no queries run. */
  readonly sparingBytes?: number
}

/** Enough for an import and for the rows that are about to be compressed: with 64 MB it ran out. */
const sparingMemoryBytes = 80 * 1024 * 1024
/** The memory limit while queries run during an import, and for some time after that. */
const askedMemoryBytes = 160 * 1024 * 1024
const askedMs = 10_000

/** Errors of DuckDB for a statement or commit that needed more memory, and for what follows in the same transaction. */
const tooLittle = /^Out of Memory Error|\(\S+ \w+\/\S+ \w+ used\)|current transaction is aborted/i

/** Whether an error may mean that DuckDB needed more memory than its limit. */
export const mayNeedMemory = (thrown: unknown): boolean => thrown instanceof Error && tooLittle.test(thrown.message) && !isFull(thrown)

export class DatabaseLimits {
  /** A separate connection: a setting that is refused here leaves the writer's transaction unchanged. */
  readonly #connection: DuckDBConnection
  readonly #full: Limits
  /** Number of running tasks that must use little memory. */
  #sparing = 0
  /** Number of running tasks that had too little memory before. */
  #ample = 0
  #isAppending = false
  #askedUntil = 0

  constructor(connection: DuckDBConnection, full: Limits) {
    this.#connection = connection
    this.#full = full
  }

  /** Runs `work` in parallel with other work that needs memory: meanwhile DuckDB uses less of it, and queries may take longer. */
  async sparingly<T>(work: () => Promise<T>): Promise<T> {
    this.#sparing += 1
    try {
      await this.#setMemory()
      return await work()
    } finally {
      this.#sparing -= 1
      await this.#setMemory()
    }
  }

  /** Runs `work` with all the memory that DuckDB may take, even beside other work. */
  async amply<T>(work: () => Promise<T>): Promise<T> {
    this.#ample += 1
    try {
      await this.#setMemory()
      return await work()
    } finally {
      this.#ample -= 1
      await this.#setMemory()
    }
  }

  /** A query will follow, maybe during an import. */
  async makeRoom(): Promise<void> {
    const hadRoom = Date.now() < this.#askedUntil
    this.#askedUntil = Date.now() + askedMs
    if (!hadRoom && this.#isSparing) await this.#setMemory()
  }

  /** Large appends run in the thread that asks: others only wait for it, and waiting takes processor time too. */
  async beginAppending(): Promise<void> {
    if (this.#isAppending) return
    this.#isAppending = true
    await this.#setThreads(1)
    await this.#setMemory()
  }

  async endAppending(): Promise<void> {
    if (!this.#isAppending) return
    this.#isAppending = false
    await this.#setThreads(this.#full.threads)
    await this.#setMemory()
  }

  /** Runs `work` in the thread that asks. */
  async alone(work: () => Promise<void>): Promise<void> {
    await this.#setThreads(1)
    try {
      await work()
    } finally {
      // A database that failed takes no settings any more.
      await this.#setThreads(this.#full.threads).catch(() => undefined)
    }
  }

  close(): void {
    this.#connection.closeSync()
  }

  get #isSparing(): boolean {
    return this.#ample === 0 && (this.#sparing > 0 || this.#isAppending)
  }

  async #setThreads(threads: number): Promise<void> {
    await execute(this.#connection, `SET threads = ${threads}`)
  }

  async #setMemory(): Promise<void> {
    const { memoryBytes } = this.#full
    const { sparingBytes = sparingMemoryBytes } = this.#full
    const spared = Date.now() < this.#askedUntil ? askedMemoryBytes : sparingBytes
    const bytes = this.#isSparing ? Math.min(spared, memoryBytes) : memoryBytes
    // Refused while more than that is in use: then the limit is unchanged.
    await execute(this.#connection, `SET memory_limit = '${bytes}B'`).catch(() => undefined)
  }
}
