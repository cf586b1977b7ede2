/** Writes all rows of a metric to a file. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { completeMetric } from '../../analytics/metrics/run-metric.ts'
import type { Metric } from '../../analytics/metrics/metric.ts'
import type { AboutAnswer } from '../../contract/analytics.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { JobView } from '../../contract/jobs.ts'
import type { SavedTable } from '../../contract/sql.ts'
import { StrataError } from '../../model/failure.ts'
import type { TableFormat } from '../../model/sql-rows.ts'
import { checkTarget, placeFile } from '../sql/save-table.ts'
import { writeRows } from '../sql/write-rows.ts'
import { withScratch } from '../kernel/stored-bytes.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { aboutPrepared } from './about-answer.ts'
import { prepared, readRequest } from './answer-metric.ts'
import { count } from '../../model/columns.ts'
import { query } from '../../store/tables/query.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import type { SqlRunner } from '../sql/sql-runner.ts'
import type { DerivedTables } from '../derived/derived-tables.ts'

/** Where the description of a file is that cannot contain it. */
const aboutFile = ({ path, replace }: Pick<CallParsed<'analytics.save'>, 'path' | 'replace'>) => ({ path: `${path}.about.json`, replace })

const metadataOf = (about: AboutAnswer): Readonly<Record<string, string>> => ({
  strata: about.program,
  strata_corpus: about.corpus.hash,
  strata_sentence: about.sentence,
  strata_about: JSON.stringify(about),
})

/** @throws StrataError target-exists, disk-full, path-refused */
const writeAbout = ({ store }: EngineContext, about: AboutAnswer, asked: CallParsed<'analytics.save'>): Promise<void> =>
  withScratch(store.scratch, async (scratch) => {
    const made = join(scratch, 'about.json')
    await writeFile(made, `${JSON.stringify(about, undefined, 2)}\n`)
    await placeFile(made, aboutFile(asked))
  })

const timeLimitMs = 3_600_000

/** Instants as ISO 8601, UTC, where the format has no type for them. */
const written = (metric: Metric, format: TableFormat): string =>
  Object.entries(metric.columns)
    .map(([name, { unit }]) =>
      unit === 'instant' && format !== 'parquet' ? `strftime(${name} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') AS ${name}` : name,
    )
    .join(', ')

/**
 * Starts a job. An invalid request is refused immediately.
 * @throws StrataError not-found, ambiguous-id, invalid-input
 */
export const saveAnswer = async (
  { context, jobs, derived, runner }: AnalyticsParts,
  asked: CallParsed<'analytics.save'>,
): Promise<JobView<SavedTable>> => {
  const request = await readRequest(context, derived, asked)
  const { metric, barred } = request
  if (barred.length > 0) throw new StrataError('invalid-input', `${asked.name}: ${barred.join('; ')}`, { question: asked.name })
  return jobs.startParallel('table', async (progress) => {
    progress.phase('Counting for metrics', 'files', undefined)
    const { chosen } = await prepared(context, derived, request)
    progress.checkpoint()
    const sql = `SELECT ${written(metric, asked.format)} FROM (\n${completeMetric(metric.sql, chosen)}\n)`
    const about = await aboutPrepared(context, derived, asked, request, chosen)
    const target = { ...asked, milliseconds: timeLimitMs, about: metadataOf(about) }
    if (asked.format !== 'parquet') await checkTarget(aboutFile(asked))
    const saved = await writeRows({ database: context.store.database, runner }, sql, target, progress)
    if (asked.format !== 'parquet') await writeAbout(context, about, asked)
    return saved
  })
}

/** @throws StrataError not-found, ambiguous-id, invalid-input */
export const countAnswer = async (
  { context, derived }: Pick<AnalyticsParts, 'context' | 'derived'>,
  asked: CallParsed<'analytics.count'>,
): Promise<number | null> => {
  const request = await readRequest(context, derived, asked)
  if (request.barred.length > 0) return null
  const { chosen } = await prepared(context, derived, request)
  const { database } = context.store
  const sql = `SELECT count(*) AS answer_rows FROM (\n${completeMetric(request.metric.sql, chosen)}\n)`
  // On a separate connection: counting all rows may take a while, and other calls must not wait.
  const [row] = await derived.known.of(database, sql, () => database.lend((own) => query(own, sql, { rows: count('answer_rows') })))
  return row?.rows ?? null
}

/** Parameters of the handlers of metrics. */
export interface AnalyticsParts extends HandlerParts {
  readonly derived: DerivedTables
  readonly runner: SqlRunner
}
