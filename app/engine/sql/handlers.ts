/** Answers to calls with SQL that a person wrote. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { sqlCalls, SqlResult, SavedQuery } from '../../contract/sql.ts'
import type { EngineContext, HandlerParts } from '../kernel/engine-context.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'
import type { RunningQueries } from './running-queries.ts'
import type { SqlRunner } from './sql-runner.ts'
import { listSchema } from './list-schema.ts'
import { writeRows } from './write-rows.ts'
import { StrataError } from '../../model/failure.ts'
import { readSettings, writeSettings } from '../kernel/settings.ts'

const byName = (a: SavedQuery, b: SavedQuery): number => a.name.localeCompare(b.name, 'en')

const write = (storeDir: string, savedQueries: readonly SavedQuery[]): readonly SavedQuery[] => {
  const sorted = [...savedQueries].sort(byName)
  writeSettings(storeDir, { ...readSettings(storeDir), savedQueries: sorted })
  return sorted
}

const listQueries = (storeDir: string): readonly SavedQuery[] => readSettings(storeDir).savedQueries

/** @throws StrataError name-taken when there is another of that name and it is not to be replaced */
const saveQuery = (
  storeDir: string,
  { name, sql, replace }: { readonly name: string; readonly sql: string; readonly replace: boolean },
): readonly SavedQuery[] => {
  const known = listQueries(storeDir)
  const there = known.find((query) => query.name === name)
  if (there !== undefined && there.sql !== sql && !replace)
    throw new StrataError('name-taken', `A query with the name “${name}” exists already`, { name, option: 'replaceQuery' })
  return write(storeDir, [...known.filter((query) => query.name !== name), { name, sql, savedAt: Date.now() }])
}

/** @throws StrataError not-found */
const removeQuery = (storeDir: string, name: string): readonly SavedQuery[] => {
  const known = listQueries(storeDir)
  if (!known.some((query) => query.name === name))
    throw new StrataError('not-found', `No query has the name “${name}”`, { text: name, list: 'strata sql --list' })
  return write(
    storeDir,
    known.filter((query) => query.name !== name),
  )
}

/** Most text that one answer carries, characters: as much as a window takes without a pause. */
const maxChars = 32 * 1024 * 1024

export interface SqlParts extends HandlerParts {
  readonly derived: DerivedTables
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
  { queries, runner, derived }: Pick<SqlParts, 'queries' | 'runner' | 'derived'>,
  { sql, queryId, rowLimit, timeLimitMs }: Run,
): Promise<SqlResult> =>
  queries.run(queryId, async (signal) => {
    await derived.ensureFor(sql)
    const startedAt = performance.now()
    const limits = { rows: rowLimit, chars: maxChars, milliseconds: timeLimitMs }
    const rows = await runner.read(store.database, sql, limits, signal)
    return { ...rows, elapsedMs: performance.now() - startedAt }
  })

export const sqlHandlers = ({ context, jobs, queries, runner, derived }: SqlParts): HandlersOf<typeof sqlCalls> => ({
  'sql.run': (input) => runSql(context, { queries, runner, derived }, input),
  'sql.cancel': ({ queryId }) => Promise.resolve(queries.cancel(queryId)),
  'sql.schema': async () => listSchema(context.store.database, await derived.tablesToMake()),
  'sql.save': ({ sql, timeLimitMs: milliseconds, ...target }) =>
    Promise.resolve(
      jobs.startParallel('table', async (progress) => {
        await derived.ensureFor(sql)
        return writeRows({ database: context.store.database, runner }, sql, { ...target, milliseconds }, progress)
      }),
    ),
  'queries.list': () => Promise.resolve(listQueries(context.store.dir)),
  'queries.set': (input) => Promise.resolve(saveQuery(context.store.dir, input)),
  'queries.remove': ({ name }) => Promise.resolve(removeQuery(context.store.dir, name)),
})
