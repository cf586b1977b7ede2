/** Lists malformed input page by page, with the number of problems of each kind. */
import type { Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { CallParsed } from '../../contract/calls.ts'
import type { ProblemsPage } from '../../contract/problems.ts'
import { resolveSession } from '../commits/resolve-name.ts'

/** @throws StrataError not-found, ambiguous-id */
export const listProblems = async (tables: Tables, input: CallParsed<'problems.list'>): Promise<ProblemsPage> => {
  const session = input.sessionId === undefined ? null : await resolveSession(tables, input.sessionId)
  const codes = await runQuery(tables, 'problemCodes', { session })
  const rows = await runQuery(tables, 'problemList', { session, code: input.code ?? null, limit: input.limit, offset: input.offset })
  const matching = codes.filter(({ code }) => input.code === undefined || code === input.code)
  return {
    rows,
    total: matching.reduce((sum, { problems }) => sum + problems, 0),
    byCode: codes.map(({ code, problems }) => ({ code, count: problems })),
  }
}
