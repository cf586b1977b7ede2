/** How many threads and how much memory DuckDB takes: less of both while it works beside an import. */
import type { DuckDBConnection } from '@duckdb/node-api'
import { execute } from './query.ts'

/** What DuckDB may take when nothing else needs it. */
export interface Limits {
  readonly threads: number
  readonly memoryBytes: number
}

/** Enough for an import, for the rows that are about to be compressed and for what others ask meanwhile: with 64 MB it ran out. */
const sparingMemoryBytes = 80 * 1024 * 1024

export class DatabaseLimits {
  /** Of its own: what is refused here leaves the writer's transaction as it is. */
  readonly #connection: DuckDBConnection
  readonly #full: Limits
  /** How much work that is to spare memory is running. */
  #sparing = 0
  #isAppending = false

  constructor(connection: DuckDBConnection, full: Limits) {
    this.#connection = connection
    this.#full = full
  }

  /** Runs `work` beside others that need memory too: meanwhile DuckDB takes less of it, and questions may take longer. */
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

  async #setThreads(threads: number): Promise<void> {
    await execute(this.#connection, `SET threads = ${threads}`)
  }

  async #setMemory(): Promise<void> {
    const { memoryBytes } = this.#full
    const bytes = this.#sparing > 0 || this.#isAppending ? Math.min(sparingMemoryBytes, memoryBytes) : memoryBytes
    // Refused while more than that is in use: then it stays as it was.
    await execute(this.#connection, `SET memory_limit = '${bytes}B'`).catch(() => undefined)
  }
}
