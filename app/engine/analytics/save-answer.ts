/** Writes the whole answer to a question to a file. */
import type { Metric } from '../../analytics/metric.ts'
import type { SavedTable } from '../../contract/sql-views.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { StrataError } from '../../model/failure.ts'
import type { TableFormat } from '../../model/sql-rows.ts'
import { copyRows } from '../../store/read-only-sql.ts'
import { saveTable } from '../console/save-table.ts'
import type { EngineContext } from '../engine-context.ts'
import { readyQuestion } from './ask-analytics.ts'
import type { Facts } from './facts.ts'

const timeLimitMs = 3_600_000

/** Instants as ISO 8601, UTC, where the format has no type of its own for them. */
const written = (metric: Metric, format: TableFormat): string =>
  Object.entries(metric.columns)
    .map(([name, { unit }]) =>
      unit === 'instant' && format !== 'parquet' ? `strftime(${name} AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ') AS ${name}` : name,
    )
    .join(', ')

/** @throws StrataError target-exists, path-refused, disk-full, invalid-input */
export const saveAnswer = async (context: EngineContext, facts: Facts, asked: CallParsed<'analytics.save'>): Promise<SavedTable> => {
  const { metric, runnable, barred } = await readyQuestion(context, facts, asked)
  if (barred.length > 0) throw new StrataError('invalid-input', `${asked.name}: ${barred.join('; ')}`, { question: asked.name })
  const sql = `SELECT ${written(metric, asked.format)} FROM (\n${runnable}\n)`
  return saveTable(context.store, asked, (path) =>
    context.store.database.lend((connection) =>
      copyRows(connection, sql, { path, format: asked.format }, { signal: new AbortController().signal, milliseconds: timeLimitMs }),
    ),
  )
}
