/** Answers to calls with SQL that a person wrote. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { sqlCalls, SqlResult } from '../../contract/sql.ts'
import type { EngineContext, HandlerParts } from '../kernel/engine-context.ts'
import type { Facts } from '../facts/facts.ts'
import type { RunningQueries } from './running-queries.ts'
import type { SqlRunner } from './sql-runner.ts'
import { listSchema } from './list-schema.ts'
import { listQueries, removeQuery, saveQuery } from './saved-queries.ts'
import { writeRows } from './write-rows.ts'

/** Most text that one answer carries, characters: as much as a window takes without a pause. */
const maxChars = 32 * 1024 * 1024

export interface SqlParts extends HandlerParts {
  readonly facts: Facts
  readonly queries: RunningQueries
  readonly runner: SqlRunner
}

interface Run {
  readonly sql: string
  readonly queryId: string
  readonly rowLimit: number
  readonly timeLimitMs: number
}

const runSql = (
  { store }: EngineContext,
  { queries, runner }: Pick<SqlParts, 'queries' | 'runner'>,
  { sql, queryId, rowLimit, timeLimitMs }: Run,
): Promise<SqlResult> =>
  queries.run(queryId, async (signal) => {
    const startedAt = performance.now()
    const limits = { rows: rowLimit, chars: maxChars, milliseconds: timeLimitMs }
    const rows = await runner.read(store.database, sql, limits, signal)
    return { ...rows, elapsedMs: performance.now() - startedAt }
  })

export const sqlHandlers = ({ context, jobs, queries, runner, facts }: SqlParts): HandlersOf<typeof sqlCalls> => ({
  'sql.run': async (input) => {
    await facts.ensureFor(input.sql)
    return runSql(context, { queries, runner }, input)
  },
  'sql.cancel': ({ queryId }) => Promise.resolve(queries.cancel(queryId)),
  'sql.schema': async () => {
    const made = { facts: await facts.areMade(), storage: await facts.isStorageCounted(), objects: await facts.others.areMade() }
    return listSchema(context.store.database, made)
  },
  'sql.save': ({ sql, timeLimitMs: milliseconds, ...target }) =>
    Promise.resolve(
      jobs.startParallel('table', async (progress) => {
        await facts.ensureFor(sql)
        return writeRows({ database: context.store.database, runner }, sql, { ...target, milliseconds }, progress)
      }),
    ),
  'queries.list': () => Promise.resolve(listQueries(context.store.dir)),
  'queries.set': (input) => Promise.resolve(saveQuery(context.store.dir, input)),
  'queries.remove': ({ name }) => Promise.resolve(removeQuery(context.store.dir, name)),
})
