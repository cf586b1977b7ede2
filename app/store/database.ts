/** The DuckDB file: opening and closing it, one connection for the writer and one for questions. */
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { StrataError } from '../model/failure.ts'
import type { Columns, Row } from './columns.ts'
import { isFull, diskFull } from './disk-full.ts'
import { execute, query, type Parameters } from './query.ts'

export interface DatabaseOptions {
  readonly readOnly?: boolean
  /** DuckDB's memory limit, bytes. */
  readonly memoryBytes?: number
  readonly threads?: number
}

const defaultMemoryBytes = 256 * 1024 * 1024
/** Newest format that the bundled DuckDB writes: the texts of events are compressed with zstd, which older ones do not know. */
const storageVersion = 'v1.5.0'
const defaultThreads = 2
/** DuckDB rewrites its file whenever its log reaches this size: rarely enough that a long import is not mostly rewriting. */
const walBytes = 256 * 1024 * 1024

/** An open DuckDB file. Questions see the last committed state while the writer works. */
export class Database {
  readonly #path: string
  readonly #instance: DuckDBInstance
  readonly #writer: DuckDBConnection
  readonly #reader: DuckDBConnection
  #lastTransaction: Promise<unknown> = Promise.resolve()

  private constructor(path: string, instance: DuckDBInstance, writer: DuckDBConnection, reader: DuckDBConnection) {
    this.#path = path
    this.#instance = instance
    this.#writer = writer
    this.#reader = reader
  }

  /**
   * Opens or creates the file at `path`.
   * @throws StrataError store-locked when another program has it open; whatever DuckDB throws when it is damaged
   */
  static async open(path: string, options: DatabaseOptions = {}): Promise<Database> {
    const instance = await DuckDBInstance.create(path, {
      access_mode: options.readOnly === true ? 'READ_ONLY' : 'READ_WRITE',
      memory_limit: `${options.memoryBytes ?? defaultMemoryBytes}B`,
      storage_compatibility_version: storageVersion,
      threads: String(options.threads ?? defaultThreads),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    }).catch((cause: unknown) => {
      if (isHeldElsewhere(cause)) throw new StrataError('store-locked', `Another program has ${path} open`, { path }, cause)
      throw isFull(cause) ? diskFull(path, cause) : cause
    })
    try {
      return new Database(path, instance, await connect(instance), await connect(instance))
    } catch (cause) {
      instance.closeSync()
      throw cause
    }
  }

  /** Asks a question of the last committed state; see query. */
  query<C extends Columns>(sql: string, columns: C, parameters: Parameters = {}): Promise<readonly Row<C>[]> {
    return query(this.#reader, sql, columns, parameters)
  }

  /** Connection for questions that need more than query: streamed results, COPY to a file. */
  get reader(): DuckDBConnection {
    return this.#reader
  }

  /**
   * Runs `work` in one transaction: all of it or nothing. Transactions follow each other in the order of the calls.
   * @throws StrataError disk-full; whatever `work` throws
   */
  transaction(work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    const result = this.#lastTransaction.then(() => this.#transaction(work))
    this.#lastTransaction = result.catch(() => undefined)
    return result
  }

  async #transaction(work: (connection: DuckDBConnection) => Promise<void>): Promise<void> {
    await execute(this.#writer, 'BEGIN TRANSACTION')
    try {
      await work(this.#writer)
      await execute(this.#writer, 'COMMIT')
    } catch (cause) {
      // After a failed commit there is no transaction left to roll back.
      await execute(this.#writer, 'ROLLBACK').catch(() => undefined)
      throw this.#meant(cause)
    }
  }

  #meant(thrown: unknown): unknown {
    return isFull(thrown) ? diskFull(this.#path, thrown) : thrown
  }

  /** Folds what was written into the file itself; see walBytes. @throws StrataError disk-full, after which the file has to be opened again */
  checkpoint(): Promise<void> {
    const result = this.#lastTransaction.then(() =>
      execute(this.#writer, 'CHECKPOINT').catch((cause: unknown) => {
        throw this.#meant(cause)
      }),
    )
    this.#lastTransaction = result.catch(() => undefined)
    return result
  }

  /** Stops the question that is running, if any: it rejects. */
  interrupt(): void {
    this.#reader.interrupt()
  }

  close(): void {
    this.#reader.closeSync()
    this.#writer.closeSync()
    this.#instance.closeSync()
  }
}

const connect = async (instance: DuckDBInstance): Promise<DuckDBConnection> => {
  const connection = await instance.connect()
  await execute(connection, "SET TimeZone = 'UTC'")
  await execute(connection, `SET wal_autocheckpoint = '${walBytes}B'`)
  return connection
}

const isHeldElsewhere = (cause: unknown): boolean => cause instanceof Error && cause.message.includes('Could not set lock on file')
