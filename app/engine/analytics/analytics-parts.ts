/** What the handlers of metrics are given. */
import type { HandlerParts } from '../kernel/handler-parts.ts'
import type { SqlRunner } from '../sql/sql-runner.ts'
import type { Facts } from '../facts/facts.ts'

export interface AnalyticsParts extends HandlerParts {
  readonly facts: Facts
  readonly runner: SqlRunner
}
