/** The DuckDB file: opening and closing it, one connection for the writer and one for questions. */
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api'
import { StrataError } from '../model/failure.ts'
import type { Columns, Row } from './columns.ts'
import { DatabaseLimits } from './database-limits.ts'
import { isFull, diskFull } from './disk-full.ts'
import { vectorRows } from './pack-column.ts'
import { execute, query, type Parameters } from './query.ts'
import { scratchFolder } from './store-folder.ts'

export interface DatabaseOptions {
  readonly readOnly?: boolean
  /** DuckDB's memory limit, bytes. */
  readonly memoryBytes?: number
  /** The same beside an import, bytes. */
  readonly sparingBytes?: number
  readonly threads?: number
}

const defaultMemoryBytes = 256 * 1024 * 1024
/** Newest format that the bundled DuckDB writes: the texts of events are compressed with zstd, which older ones do not know. */
const storageVersion = 'v1.5.0'
const defaultThreads = 2
/** DuckDB rewrites its file whenever its log reaches this size: rarely enough that a long import is not mostly rewriting. */
const walBytes = 256 * 1024 * 1024
/**
 * Rows that DuckDB compresses together, a multiple of its vectors. So many rows of one transaction go straight to the file; fewer go
 * through the log and are rewritten later, which takes two to four times as long.
 */
const groupRows = 20_480
/** How many of those wait in memory until they go to the file. With five, as DuckDB has it, an import fills its memory and spills to files. */
const waitingGroups = 1
/** Every table has a block at least, so that small stores are mostly empty blocks; smaller ones than this take far longer to write. */
const blockBytes = 64 * 1024
/** DuckDB refuses a checkpoint while anything else has hold of the file, if only for a moment. */
const checkpointAttempts = 10
const checkpointPauseMs = 50

/** A transaction that stays open for what is gathered after it. */
interface Gathering {
  readonly shown: Promise<void>
  readonly resolve: () => void
  readonly reject: (cause: unknown) => void
}

const newGathering = (): Gathering => {
  let settle: Omit<Gathering, 'shown'> = { resolve: () => undefined, reject: () => undefined }
  const shown = new Promise<void>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // Whoever gathered hears of a failure; nobody has to.
  shown.catch(() => undefined)
  return { shown, ...settle }
}

/** An open DuckDB file. Questions see the last committed state while the writer works. */
export class Database {
  readonly #path: string
  readonly #limits: DatabaseLimits
  readonly #instance: DuckDBInstance
  readonly #writer: DuckDBConnection
  readonly #reader: DuckDBConnection
  #lastTransaction: Promise<unknown> = Promise.resolve()
  #gathering: Gathering | undefined
  #writes = 0

  private constructor(path: string, limits: DatabaseLimits, instance: DuckDBInstance, writer: DuckDBConnection, reader: DuckDBConnection) {
    this.#path = path
    this.#limits = limits
    this.#instance = instance
    this.#writer = writer
    this.#reader = reader
  }

  /**
   * Opens or creates the file at `path`.
   * @throws StrataError store-locked when another program has it open; whatever DuckDB throws when it is damaged
   */
  static async open(path: string, options: DatabaseOptions = {}): Promise<Database> {
    const { threads = defaultThreads, memoryBytes = defaultMemoryBytes, sparingBytes } = options
    // The size of row groups and blocks can be chosen only when a file is attached.
    const instance = await DuckDBInstance.create(':memory:', {
      memory_limit: `${memoryBytes}B`,
      threads: String(threads),
      temp_directory: `${path}.tmp`,
      write_buffer_row_group_count: String(waitingGroups),
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
    })
    try {
      await attach(instance, path, options.readOnly === true)
      await closeOff(instance, path)
      const limits = new DatabaseLimits(await connect(instance), {
        threads,
        memoryBytes,
        ...(sparingBytes === undefined ? {} : { sparingBytes }),
      })
      return new Database(path, limits, instance, await connect(instance), await connect(instance))
    } catch (cause) {
      instance.closeSync()
      if (isHeldElsewhere(cause)) throw new StrataError('store-locked', `Another program has ${path} open`, { path }, cause)
      throw isFull(cause) ? diskFull(path, cause) : cause
    }
  }

  /** Asks a question of the last committed state; see query. */
  query<C extends Columns>(sql: string, columns: C, parameters: Parameters = {}): Promise<readonly Row<C>[]> {
    return query(this.#reader, sql, columns, parameters)
  }

  /** Lends a connection of its own to `work`: it can be interrupted without stopping others. */
  async lend<T>(work: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await connect(this.#instance)
    try {
      return await work(connection)
    } finally {
      connection.closeSync()
    }
  }

  /** Grows with whatever may have changed the tables: while it stays, they are as they were. */
  get writes(): number {
    return this.#writes
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
   * Runs `work` in a transaction that stays open for what is gathered next, since few large ones take far less time than many small
   * ones. Questions see it after `commit`, or any other transaction; `shown` tells when, and rejects when all that was gathered is lost.
   * @param rows about how many rows `work` appends
   * @throws StrataError disk-full; whatever `work` throws: then everything gathered since the last commit is undone
   */
  gather(work: (connection: DuckDBConnection) => Promise<void>, rows: number): Promise<{ readonly shown: Promise<void> }> {
    return this.#inTurn(async () => {
      // Somebody waits for a line or two: they are written as they come.
      if (rows > vectorRows) await this.#limits.beginAppending()
      if (this.#gathering === undefined) await this.#beginGathering()
      const gathering = this.#gathering ?? newGathering()
      await this.#attempt(() => work(this.#writer))
      return { shown: gathering.shown }
    })
  }

  async #beginGathering(): Promise<void> {
    await execute(this.#writer, 'BEGIN TRANSACTION')
    this.#gathering = newGathering()
  }

  async #endGathering(settle: (gathering: Gathering) => void): Promise<void> {
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

  /** Somebody is about to ask for something: then an import beside it spares less. */
  makeRoom(): Promise<void> {
    return this.#limits.makeRoom()
  }

  /** Runs `work` beside others that need memory too: meanwhile DuckDB takes less of it, and questions may take longer. */
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
      throw this.#meant(cause)
    }
  }

  #meant(thrown: unknown): unknown {
    return isFull(thrown) ? diskFull(this.#path, thrown) : thrown
  }

  /**
   * Folds what was written into the file itself; see walBytes. Where something else has hold of the file all the while it stays in the log,
   * which is as safe: the next checkpoint takes it, or whoever opens the file.
   * @throws StrataError disk-full, after which the file has to be opened again
   */
  checkpoint(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#commit()
      // While another thread has the work, whoever asked would wait for it without rest.
      await this.#limits.alone(() => this.#foldLog())
    })
  }

  async #foldLog(): Promise<void> {
    for (let attempt = 0; attempt < checkpointAttempts; attempt += 1) {
      if (attempt > 0) await setTimeout(checkpointPauseMs)
      try {
        await execute(this.#writer, 'CHECKPOINT')
        return
      } catch (cause) {
        if (!isBusy(cause)) throw this.#meant(cause)
      }
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#lastTransaction.then(work)
    this.#lastTransaction = result.catch(() => undefined)
    return result
  }

  /** Stops the question that is running, if any: it rejects. */
  interrupt(): void {
    this.#reader.interrupt()
  }

  close(): void {
    this.#limits.close()
    this.#reader.closeSync()
    this.#writer.closeSync()
    this.#instance.closeSync()
  }
}

const attach = async (instance: DuckDBInstance, path: string, readOnly: boolean): Promise<void> => {
  const connection = await instance.connect()
  try {
    const how = readOnly ? 'READ_ONLY' : `ROW_GROUP_SIZE ${groupRows}, BLOCK_SIZE ${blockBytes}, STORAGE_VERSION '${storageVersion}'`
    await execute(connection, `ATTACH '${path.replaceAll("'", "''")}' AS store (${how})`)
  } finally {
    connection.closeSync()
  }
}

/** SQL that a person wrote could read any file of the machine, or write it; only what lies beside the database is within reach. */
const closeOff = async (instance: DuckDBInstance, path: string): Promise<void> => {
  const connection = await instance.connect()
  const reachable = [scratchFolder(dirname(path)), `${path}.tmp`].map((folder) => `'${folder.replaceAll("'", "''")}'`)
  try {
    await execute(connection, `SET allowed_directories = [${reachable.join()}]`)
    await execute(connection, 'SET enable_external_access = false')
  } finally {
    connection.closeSync()
  }
}

const connect = async (instance: DuckDBInstance): Promise<DuckDBConnection> => {
  const connection = await instance.connect()
  await execute(connection, 'USE store')
  await execute(connection, "SET TimeZone = 'UTC'")
  await execute(connection, `SET wal_autocheckpoint = '${walBytes}B'`)
  return connection
}

const isBusy = (cause: unknown): boolean => cause instanceof Error && cause.message.includes('there are other write transactions active')

const isHeldElsewhere = (cause: unknown): boolean => cause instanceof Error && cause.message.includes('Could not set lock on file')
