/** The DuckDB file: opening and closing it, one connection for the writer and one for queries. */
import { basename, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { StrataError } from '../../model/failure.ts'
import { attachedInstance, connectTo } from './attached-instance.ts'
import type { Columns, Row } from '../../model/columns.ts'
import { isFatal, indexCorrupt, isIndexDamage } from './damaged-index.ts'
import { DatabaseLimits } from './database-limits.ts'
import { isFull, diskFull } from '../files/disk-full.ts'
import { leaveOpen } from './never-close.ts'
import { newPendingTransaction } from './pending-transaction.ts'
import type { PendingTransaction } from './pending-transaction.ts'
import { copiesFolder, copyIndexFiles } from './index-files.ts'
import { vectorRows } from './column-block.ts'
import { execute, query, type Parameters } from './query.ts'
import { sizeOf } from '../files/store-folder.ts'

export interface DatabaseOptions {
  readonly readOnly?: boolean
  /** DuckDB's memory limit, bytes. */
  readonly memoryBytes?: number
  /** The same beside an import, bytes. */
  readonly sparingBytes?: number
  readonly threads?: number
}

export const defaultMemoryBytes = 256 * 1024 * 1024
export const defaultThreads = 2
/** DuckDB refuses a checkpoint while anything else has hold of the file, if only for a moment. */
const checkpointAttempts = 10
const checkpointPauseMs = 50
/** A log is read whenever a copy is opened: a longer one is folded into the file first. */
const maxCopiedLogLength = 16 * 1024 * 1024
/** A log that a small import leaves is read in less time than folding it takes. */
const maxLeftLogLength = 1024 * 1024
/** A query that has not begun yet does not receive an interrupt. */
const interruptPauseMs = 50

/** A borrowed connection. */
export type Connection = DuckDBConnection

/** An open DuckDB file. Queries see the last committed state while the writer works. */
export class Database {
  readonly #path: string
  readonly #limits: DatabaseLimits
  readonly #instance: DuckDBInstance
  readonly #writer: DuckDBConnection
  readonly #reader: DuckDBConnection
  #lastTransaction: Promise<unknown> = Promise.resolve()
  #gathering: PendingTransaction | undefined
  #writes = 0
  /** How much work is running. */
  #running = 0
  /** Set when the file was found to be damaged. */
  #damage: StrataError | undefined

  private constructor(path: string, limits: DatabaseLimits, instance: DuckDBInstance, writer: DuckDBConnection, reader: DuckDBConnection) {
    this.#path = path
    this.#limits = limits
    this.#instance = instance
    this.#writer = writer
    this.#reader = reader
  }

  /**
   * Opens or creates the file at `path`.
   * @throws StrataError store-locked when another program has it open, disk-full, index-corrupt; every other error of DuckDB
   */
  static async open(path: string, options: DatabaseOptions = {}): Promise<Database> {
    const { threads = defaultThreads, memoryBytes = defaultMemoryBytes, sparingBytes, readOnly = false } = options
    try {
      const instance = await attachedInstance(path, { threads, memoryBytes, readOnly })
      const limits = new DatabaseLimits(await connectTo(instance), {
        threads,
        memoryBytes,
        ...(sparingBytes === undefined ? {} : { sparingBytes }),
      })
      return new Database(path, limits, instance, await connectTo(instance), await connectTo(instance))
    } catch (cause) {
      if (isHeldElsewhere(cause)) throw new StrataError('store-locked', `Another program uses ${path}`, { path }, cause)
      throw meaningOf(cause, path)
    }
  }

  /** Runs a query on the last committed state; see query. */
  query<C extends Columns>(sql: string, columns: C, parameters: Parameters = {}): Promise<readonly Row<C>[]> {
    return this.read((reader) => query(reader, sql, columns, parameters))
  }

  /** Lends a separate connection to `work`: it can be interrupted without stopping others. */
  lend<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#heeding(async () => {
      const connection = await connectTo(this.#instance)
      try {
        return await work(connection)
      } catch (cause) {
        throw this.#heeded(cause)
      } finally {
        if (this.#damage === undefined) connection.closeSync()
        else leaveOpen(connection)
      }
    })
  }

  /** Where copies may lie: it goes when the store is opened after a program was ended. */
  get copiesFolder(): string {
    return copiesFolder(this.#path)
  }

  /** The failure to report when a copy turns out to be damaged. */
  damagedBy = (cause: unknown): StrataError => indexCorrupt(this.#path, cause)

  /**
   * Copies the last committed state to a new folder that another process can open for reading; an import is not interrupted.
   * @returns the path of the copy
   * @throws StrataError disk-full
   */
  async copyTo(folder: string): Promise<string> {
    if ((await this.#logLength()) > maxCopiedLogLength) await this.checkpoint()
    const copy = join(folder, basename(this.#path))
    // During this turn nothing is committed or folded into the file: both parts are of one moment.
    await this.#inTurn(() => copyIndexFiles(this.#path, copy))
    return copy
  }

  /** Grows with every possible change of the tables: while it is the same, they are unchanged. */
  get writes(): number {
    return this.#writes
  }

  /** Lends the connection for queries to `work` that needs more than query. */
  read<T>(work: (reader: DuckDBConnection) => Promise<T>): Promise<T> {
    return this.#heeding(() => work(this.#reader))
  }

  /**
   * Runs `work` in one transaction: all of it or nothing. Transactions follow each other in the order of the calls.
   * @throws StrataError disk-full; every error of `work`
   */
  transaction(work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    return this.#inTurn(async () => {
      await this.#commit()
      await execute(this.#writer, 'BEGIN TRANSACTION')
      await this.#attempt(async () => {
        await work(this.#writer)
        await execute(this.#writer, 'COMMIT')
      })
    })
  }

  /**
   * Runs `work` in a transaction that stays open for later calls, since few large ones take far less time than many small ones. Queries
   * see it after `commit`, or any other transaction. `shown` resolves then, and rejects when all that was gathered is lost.
   * @param rows about how many rows `work` appends
   * @throws StrataError disk-full; every error of `work`: then everything gathered since the last commit is undone
   */
  gather(work: (connection: DuckDBConnection) => Promise<void>, rows: number): Promise<{ readonly shown: Promise<void> }> {
    return this.#inTurn(async () => {
      // A reader waits for one or two lines: they are written immediately.
      if (rows > vectorRows) await this.#limits.beginAppending()
      if (this.#gathering === undefined) await this.#beginGathering()
      const gathering = this.#gathering ?? newPendingTransaction()
      await this.#attempt(() => work(this.#writer))
      return { shown: gathering.shown }
    })
  }

  async #beginGathering(): Promise<void> {
    await execute(this.#writer, 'BEGIN TRANSACTION')
    this.#gathering = newPendingTransaction()
  }

  async #endGathering(settle: (gathering: PendingTransaction) => void): Promise<void> {
    const gathering = this.#gathering
    if (gathering === undefined) return
    this.#gathering = undefined
    settle(gathering)
    await this.#limits.endAppending()
  }

  /** Runs `work` with all the memory that there is for DuckDB: it had too little when it was to spare it. */
  amply<T>(work: () => Promise<T>): Promise<T> {
    return this.#limits.amply(work)
  }

  /** A query will follow: an import at the same time then leaves it more memory. */
  makeRoom(): Promise<void> {
    return this.#limits.makeRoom()
  }

  /** Runs `work` in parallel with other work that needs memory: meanwhile DuckDB uses less of it, and queries may take longer. */
  sparingly<T>(work: () => Promise<T>): Promise<T> {
    return this.#limits.sparingly(work)
  }

  /** Shows what was gathered. @throws StrataError disk-full; what was gathered is undone */
  commit(): Promise<void> {
    return this.#inTurn(() => this.#commit())
  }

  async #commit(): Promise<void> {
    if (this.#gathering === undefined) return
    await this.#attempt(() => execute(this.#writer, 'COMMIT'))
    await this.#endGathering(({ resolve }) => resolve())
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.#writes += 1
    try {
      await work()
      this.#writes += 1
    } catch (cause) {
      // After a failed commit there is no transaction left to roll back.
      await execute(this.#writer, 'ROLLBACK').catch(() => undefined)
      await this.#endGathering(({ reject }) => reject(cause)).catch(() => undefined)
      throw meaningOf(cause, this.#path)
    }
  }

  /**
   * Folds the log into the file itself; see walBytes. While something else keeps the file busy, the data stays in the log, which is as
   * safe: the next checkpoint or the next open folds it.
   * @throws StrataError disk-full, after which the file has to be opened again
   */
  checkpoint(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#commit()
      // If another thread did the work, the calling thread would wait for it in a busy loop.
      await this.#limits.alone(() => this.#foldLog())
    })
  }

  /** Folds the log when reading it would make the next open slow. @throws StrataError disk-full, after which the file has to be opened again */
  async foldLongLog(): Promise<void> {
    if ((await this.#logLength()) > maxLeftLogLength) await this.checkpoint()
  }

  async #logLength(): Promise<number> {
    return (await sizeOf(`${this.#path}.wal`)) ?? 0
  }

  async #foldLog(): Promise<void> {
    for (let attempt = 0; attempt < checkpointAttempts; attempt += 1) {
      if (attempt > 0) await setTimeout(checkpointPauseMs)
      try {
        await execute(this.#writer, 'CHECKPOINT')
        return
      } catch (cause) {
        if (!isBusy(cause)) throw meaningOf(cause, this.#path)
      }
    }
  }

  async #heeding<T>(work: () => Promise<T>): Promise<T> {
    this.#running += 1
    try {
      return await work()
    } catch (cause) {
      throw this.#heeded(cause)
    } finally {
      this.#running -= 1
    }
  }

  /** Remembers that the file is damaged: from then on DuckDB may answer nothing any more. */
  #heeded(cause: unknown): unknown {
    if (isIndexDamage(cause)) this.#damage ??= indexCorrupt(this.#path, cause)
    return this.#damage !== undefined && (isIndexDamage(cause) || isFatal(cause)) ? this.#damage : cause
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastTransaction.then(() => this.#heeding(work))
    this.#lastTransaction = result.catch(() => undefined)
    return result
  }

  /** Stops the query that is running, if any: it rejects. */
  interrupt(): void {
    this.#reader.interrupt()
  }

  /**
   * Waits for running queries, without using their results: a connection that is closed under a failing query waits for itself. A
   * damaged file stays open until the process ends, see leaveOpen. It is closed only where an open file could not be replaced.
   */
  async close(): Promise<void> {
    const staysOpen = (): boolean => this.#damage !== undefined && process.platform !== 'win32'
    while (this.#running > 0 && !staysOpen()) {
      this.interrupt()
      await setTimeout(interruptPauseMs)
    }
    if (staysOpen()) {
      leaveOpen(this)
      return
    }
    this.#limits.close()
    this.#reader.closeSync()
    this.#writer.closeSync()
    this.#instance.closeSync()
  }
}

const meaningOf = (thrown: unknown, path: string): unknown => {
  if (isFull(thrown)) return diskFull(path, thrown)
  return isIndexDamage(thrown) ? indexCorrupt(path, thrown) : thrown
}

const isBusy = (cause: unknown): boolean => cause instanceof Error && cause.message.includes('there are other write transactions active')

const isHeldElsewhere = (cause: unknown): boolean => cause instanceof Error && cause.message.includes('Could not set lock on file')
