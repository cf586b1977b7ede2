/** DuckDB's instance for a file, made while this process does something else before it opens the file. */
import type { DuckDBInstance } from '@duckdb/node-api'
import { newInstance, type InstanceOptions } from './attached-instance.ts'

/** Options of an instance that need not be given. */
export interface UsualOptions {
  readonly readOnly?: boolean
  /** DuckDB's memory limit, bytes. */
  readonly memoryBytes?: number
  readonly threads?: number
}

const defaultMemoryBytes = 256 * 1024 * 1024
const defaultThreads = 2

export const instanceOptions = ({
  readOnly = false,
  threads = defaultThreads,
  memoryBytes = defaultMemoryBytes,
}: UsualOptions): InstanceOptions => ({ readOnly, threads, memoryBytes })

export class EarlyInstance {
  #made: Promise<DuckDBInstance> | undefined

  constructor(path: string, options: UsualOptions) {
    this.#made = newInstance(path, instanceOptions(options))
    // The caller of `take` receives the error.
    this.#made.catch(() => undefined)
  }

  /** The instance, the first time; it belongs to the caller. */
  take(): Promise<DuckDBInstance> | undefined {
    const made = this.#made
    this.#made = undefined
    return made
  }

  /** Closes the instance when nobody took it. */
  async close(): Promise<void> {
    const instance = await this.take()?.catch(() => undefined)
    instance?.closeSync()
  }
}
