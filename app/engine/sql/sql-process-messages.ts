/** Messages between the engine and a process that runs SQL. One process runs one task. */
import type { Failure } from '../../model/failure.ts'
import type { SqlTask, SqlTaskResult } from '../../store/tables/run-sql-task.ts'

export interface ToSqlProcess {
  readonly task: SqlTask
  /** Bytes of memory in use with which it ends itself. */
  readonly maxMemory: number
}

export type FromSqlProcess =
  { readonly ok: true; readonly value: SqlTaskResult } | { readonly ok: false; readonly failure: Failure; readonly isIndexDamaged: boolean }

/** Exit code of a process that needed too much memory. */
export const tooMuchMemoryCode = 77

/** A process that waits for its task. */
export interface SqlProcess {
  run(message: ToSqlProcess): void
  /** Called one time: with the answer; or, when none arrived, with undefined and how the process ended. */
  onEnd(ended: (answer: FromSqlProcess | undefined, how: string) => void): void
  kill(): void
}

export type StartSqlProcess = () => SqlProcess

/** @returns memory when it needed too much of it, else what the system says */
export const howEnded = (code: number | null, signal: NodeJS.Signals | null): string => {
  if (code === tooMuchMemoryCode) return 'memory'
  return signal === null ? `exit code ${String(code)}` : `signal ${signal}`
}
