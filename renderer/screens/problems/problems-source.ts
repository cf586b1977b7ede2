/** The problems of the imported files, page by page. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { ProblemsPage, ProblemView } from '../../../app/contract/problems.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

export type ProblemsExtra = Pick<ProblemsPage, 'byCode'>
export type ProblemsQuery = Pick<CallInput<'problems.list'>, 'code' | 'sessionId'>

const pageSize = 200

export const problemsSource = (query: ProblemsQuery): RowSource<ProblemView, ProblemsExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const page = await ask('problems.list', { ...query, offset, limit })
      return { rows: page.rows, total: page.total, extra: { byCode: page.byCode } }
    },
  })
