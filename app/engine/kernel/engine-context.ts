/** The objects with which jobs and handlers of the engine work. */
import type { Store } from '../../store/store.ts'
import type { WorkerPool } from './worker-pool.ts'
import type { Jobs } from './jobs.ts'

/** Tables that follow from others, and the search index. */
export type DerivedName = 'facts' | 'storage' | 'files' | 'compactions' | 'prefixes' | 'caches' | 'said' | 'reasoning' | 'search'

export interface EngineContext {
  readonly store: Store
  readonly pool: WorkerPool
  readonly env: Readonly<Record<string, string | undefined>>
  /** Announces that the rows of these sessions changed; empty: anything may have. */
  readonly changed: (sessionIds: readonly string[]) => void
  /** Makes what is missing in a derived table: of these sessions, asked for when any may be; undefined: of all. */
  readonly ensure: (name: DerivedName, sessions?: () => Promise<readonly string[]>) => Promise<number>
  /** The same for facts about files. */
  readonly ensureObjects: (sessions?: () => Promise<readonly string[]>) => Promise<void>
  /** Resolves when what was removed from the tables is in no index either. */
  readonly forget: () => Promise<void>
}

/** Parameters of the handlers of every feature. */
export interface HandlerParts {
  readonly context: EngineContext
  readonly jobs: Jobs
}
