/** Runs an engine on a store for the length of a test, and tells two stores apart by their tables. */
import { DuckDBInstance } from '@duckdb/node-api'
import type { CallInput, CallName } from '../../app/contract/calls.ts'
import type { ImportResult } from '../../app/contract/import.ts'
import type { JobView } from '../../app/contract/jobs.ts'
import type { SearchFound, SearchResults } from '../../app/contract/search.ts'
import type { Engine } from '../../app/engine/engine.ts'
import { openEngine } from '../../app/engine/engine.ts'

type JobCall = Extract<
  CallName,
  | `${'import' | 'removal' | 'verify' | 'reindex' | 'repair' | 'restore' | 'push' | 'fetch' | 'gc' | 'summaries' | 'checkout'}.start`
  | `bundle.${'create' | 'verify' | 'import'}`
  | 'export.secrets'
  | 'transfer.contents'
  | 'search.index'
>

type Environment = Readonly<Record<string, string | undefined>>

/** Waits until the index is up to date, as the command line does. */
const settledEngine = async (storeDir: string, env: Environment): Promise<Engine> => {
  const engine = await openEngine({ storeDir, program: 'test', env })
  if (engine.catchUp !== undefined) await engine.ask('job.wait', { jobId: engine.catchUp.jobId })
  return engine
}

export const withEngine = async <T>(storeDir: string, work: (engine: Engine) => Promise<T>, env: Environment = {}): Promise<T> => {
  const engine = await settledEngine(storeDir, env)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}

/** Runs a job to its end. @throws Error when it did not end well */
export const runJob = async (engine: Engine, call: JobCall, input: unknown): Promise<JobView> => {
  const started = await engine.call(call, input)
  if (!started.ok) throw new Error(started.failure.message)
  const ended = await engine.ask('job.wait', { jobId: (started.value as JobView).jobId })
  if (ended.state !== 'done') throw new Error(`${call} ended as ${ended.state}: ${ended.failure?.message ?? ''}`)
  return ended
}

/** A search that has looked at everything. */
export const wholeSearch = async (
  engine: Engine,
  text: string,
  { limit = 50, ...input }: Partial<CallInput<'search.finish'>> = {},
): Promise<SearchFound> => {
  await engine.ask('job.wait', { jobId: (await engine.ask('search.index', {})).jobId })
  const { jobId } = await engine.ask('search.finish', { text, zone: 'UTC', limit, ...input })
  await engine.ask('job.wait', { jobId })
  return engine.ask('search.found', { jobId, limit })
}

/** Searches a store whose search index is brought up to date first. */
export const searchIn = async (engine: Engine, text: string, input: Partial<CallInput<'search.run'>> = {}): Promise<SearchResults> => {
  await runJob(engine, 'search.index', {})
  return engine.ask('search.run', { text, zone: 'UTC', ...input })
}

export const importInto = (storeDir: string, paths: readonly string[]): Promise<ImportResult> =>
  withEngine(storeDir, async (engine) => (await runJob(engine, 'import.start', { paths })).result as ImportResult)

const comparedTables = [
  'sessions',
  'commits',
  'refs',
  'records',
  'events',
  'token_usage',
  'problems',
  'sources',
  'corrections',
  'thinking_corrections',
  'thinking_guesses',
  'pins',
  'summaries',
  'artifacts',
] as const

/** Rows that tell of what files held before they were rewritten. */
const aboutEarlier: Readonly<Record<string, string>> = { sources: "role = 'earlier'", problems: "code = 'rewritten-file'" }

/**
 * Rows and digest of every table, whatever the order of the rows. The store must be closed.
 * @param leaveOut tables that may differ.
 * @param of all rows, or only those of what the files hold now.
 */
export const tableDigests = async (
  storeDir: string,
  leaveOut: readonly string[] = [],
  of: 'all' | 'now' = 'all',
): Promise<Readonly<Record<string, string>>> => {
  const instance = await DuckDBInstance.create(`${storeDir}/index.duckdb`, { access_mode: 'READ_ONLY' })
  const connection = await instance.connect()
  const digests: Record<string, string> = {}
  for (const table of comparedTables) {
    if (leaveOut.includes(table)) continue
    const left = of === 'now' ? (aboutEarlier[table] ?? 'false') : 'false'
    const sql = `SELECT count(*)::VARCHAR || ' ' || coalesce(md5(string_agg(md5(t::VARCHAR), '' ORDER BY md5(t::VARCHAR))), '') FROM ${table} t WHERE NOT (${left})`
    digests[table] = String((await connection.runAndReadAll(sql)).getRows()[0]?.[0])
  }
  connection.closeSync()
  instance.closeSync()
  return digests
}

/** Refs and commits of a store: what an import is about. The store must be closed. */
export const chainsOf = (storeDir: string): Promise<unknown> =>
  withEngine(storeDir, async (engine) => {
    const refs = await engine.ask('refs.list', {})
    const { commits } = await engine.ask('chain.log', { limit: 100_000 })
    return {
      refs,
      commits: commits.map(({ commitId, parentId, artifactHash, checkpoint }) => ({ commitId, parentId, artifactHash, checkpoint })),
    }
  })
