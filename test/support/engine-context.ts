/** What the parts of an engine work with, for tests that call them without an engine: nothing listens, and no facts are made. */
import type { EngineContext } from '../../app/engine/kernel/engine-context.ts'
import type { WorkerPool } from '../../app/engine/kernel/worker-pool.ts'
import type { Store } from '../../app/store/store.ts'

export const engineContext = (store: Store, pool: WorkerPool): EngineContext => ({
  store,
  pool,
  env: {},
  changed: () => undefined,
  ensure: () => Promise.resolve(0),
  ensureObjects: () => Promise.resolve(),
  forget: () => Promise.resolve(),
})
