/** The commits of the log, fetched from the newest on: the graph needs every child before its parent. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

export type LogSource = RowSource<CommitView, undefined>
export type LogQuery = Omit<CallInput<'chain.log'>, 'offset' | 'limit'>

const pageSize = 500

export const logSource = (query: LogQuery): LogSource =>
  rowSource({
    pageSize,
    fillsBeginning: true,
    fetch: async (offset, limit) => {
      const page = await ask('chain.log', { ...query, offset, limit })
      return { rows: page.commits, total: page.total, extra: undefined }
    },
  })
