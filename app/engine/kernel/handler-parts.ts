/** What the handlers of every feature are given. */
import type { EngineContext } from './engine-context.ts'
import type { Jobs } from './jobs.ts'

export interface HandlerParts {
  readonly context: EngineContext
  readonly jobs: Jobs
}
