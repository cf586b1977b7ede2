/**
 * Runs SQL that a person wrote, each statement in a separate process on a copy of the tables: its settings, its memory and its end affect no other
 * program, and time and memory have limits that hold, since the process is ended.
 */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { StrataError } from '../../model/failure.ts'
import type { SqlRows } from '../../model/sql-rows.ts'
import type { Database } from '../../store/tables/database.ts'
import type { RowsFile, SqlLimits, SqlRun } from '../../store/tables/read-only-sql.ts'
import type { SqlTask, SqlTaskResult } from '../../store/tables/run-sql-task.ts'
import { scratchFolder } from '../../store/files/store-folder.ts'
import { forkSqlProcess } from './fork-sql-process.ts'
import type { FromSqlProcess, SqlProcess, StartSqlProcess } from './sql-process-messages.ts'
import { TableCopies } from './table-copies.ts'

/** Memory limits of a query's process, bytes: of DuckDB, and of the whole process. */
const memoryBytes = 256 * 1024 * 1024
const maxMemory = 1024 * 1024 * 1024
/** A query is interrupted at its time limit; one that does not hear of it has its process ended so much later. */
const graceMs = 500

/** Longest text of a file, which no row limit restricts. */
const anyRows = { rows: Infinity, chars: Infinity } as const

const ended = (how: string): StrataError =>
  how === 'memory'
    ? new StrataError('sql-too-large', `The query exceeded its memory limit of ${maxMemory / 1024 / 1024 / 1024} GB`)
    : new StrataError('sql-failed', `The process of the query crashed (${how}); nothing else was affected`)

const valueOf = (answer: FromSqlProcess | undefined, how: string, database: Database): SqlTaskResult => {
  if (answer === undefined) throw ended(how)
  if (answer.ok) return answer.value
  const { code, message, data } = answer.failure
  if (answer.isIndexDamaged) throw database.damagedBy(new Error(message))
  throw code === 'bug' ? new Error(message) : new StrataError(code, message, data)
}

export class SqlRunner {
  readonly #start: StartSqlProcess
  readonly #copies = new TableCopies()
  /** Starting a process takes longer than most queries: after the first one the next process waits already. */
  #spare: SqlProcess | undefined
  #hasRun = false
  readonly #stop = new AbortController()

  constructor(start: StartSqlProcess = forkSqlProcess) {
    this.#start = start
  }

  /** The first rows of a statement. @throws StrataError sql-failed, sql-refused, sql-too-large, sql-too-long, cancelled, disk-full */
  async read(database: Database, sql: string, limits: SqlLimits, signal: AbortSignal): Promise<SqlRows> {
    return this.#copies.lend(database, async (index, work) => {
      const rows = await this.#run(database, { sql, index, work, limits }, signal)
      return rows as SqlRows
    })
  }

  /**
   * Writes all rows of a statement to a new file and hands it to `take`; it is gone afterwards.
   * @throws StrataError as read; every error of `take`
   */
  async write<T>(
    database: Database,
    sql: string,
    { format, raw, about }: Omit<RowsFile, 'path'>,
    { signal, milliseconds }: SqlRun,
    take: (path: string, rows: number) => Promise<T>,
  ): Promise<T> {
    return this.#copies.lend(database, async (index, work) => {
      const path = join(scratchFolder(work), `rows.${format}`)
      const limits = { ...anyRows, milliseconds }
      const rows = await this.#run(
        database,
        { sql, index, work, limits, file: { path, format, raw, ...(about === undefined ? {} : { about }) } },
        signal,
      )
      return take(path, rows as number)
    })
  }

  /** Removes the copies of the tables that no query uses. */
  forget(): Promise<void> {
    return this.#copies.forget()
  }

  /** Ends what runs. */
  async close(): Promise<void> {
    this.#stop.abort()
    this.#spare?.kill()
    await this.#copies.close()
  }

  #next(): SqlProcess {
    const next = this.#spare ?? this.#start()
    this.#spare = this.#hasRun ? this.#start() : undefined
    this.#hasRun = true
    return next
  }

  async #run(database: Database, task: Omit<SqlTask, 'memoryBytes' | 'threads'>, signal: AbortSignal): Promise<SqlTaskResult> {
    const cancelled = new StrataError('cancelled', 'The query was stopped')
    if (signal.aborted || this.#stop.signal.aborted) throw cancelled
    const { milliseconds } = task.limits
    const running = this.#next()
    return new Promise((done, refuse) => {
      let reason: StrataError | undefined
      const end = (why: StrataError): void => {
        reason ??= why
        running.kill()
      }
      const onStop = (): void => end(cancelled)
      const late = new StrataError('sql-too-long', `The query took longer than ${milliseconds / 1000} s`, { milliseconds })
      const limit = setTimeout(() => end(late), milliseconds + graceMs)
      for (const stop of [signal, this.#stop.signal]) stop.addEventListener('abort', onStop)
      running.onEnd((answer, how) => {
        clearTimeout(limit)
        for (const stop of [signal, this.#stop.signal]) stop.removeEventListener('abort', onStop)
        if (reason === undefined) done(Promise.resolve().then(() => valueOf(answer, how, database)))
        else refuse(reason)
      })
      running.run({ task: { ...task, memoryBytes, threads: Math.max(2, availableParallelism()) }, maxMemory })
    })
  }
}
