/** Counts the rows of a whole answer, for those who were shown the first of them. */
import { completeMetric } from '../../analytics/metrics/ask-metric.ts'
import type { CallParsed } from '../../contract/calls.ts'
import { count } from '../../store/tables/columns.ts'
import { query } from '../../store/tables/query.ts'
import type { AnalyticsParts } from './analytics-parts.ts'
import { madeReady, understood } from './ask-analytics.ts'

/** @throws StrataError not-found, ambiguous-id, invalid-input */
export const countAnswer = async (
  { context, facts }: Pick<AnalyticsParts, 'context' | 'facts'>,
  asked: CallParsed<'analytics.count'>,
): Promise<number | null> => {
  const question = await understood(context, facts, asked)
  if (question.barred.length > 0) return null
  const { chosen } = await madeReady(context, facts, question)
  const { database } = context.store
  const sql = `SELECT count(*) AS answer_rows FROM (\n${completeMetric(question.metric.sql, chosen)}\n)`
  // On a connection of its own: all rows may take a while, and nobody else waits for them.
  const [row] = await facts.known.of(database, sql, () => database.lend((own) => query(own, sql, { rows: count('answer_rows') })))
  return row?.rows ?? null
}
