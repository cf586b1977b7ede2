/** The commits of the log, fetched from the newest on: the graph needs every child before its parent. */
import type { CallInput } from '../../../app/contract/calls.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'
import { commitTypes } from '../../../app/model/context-commit.ts'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'
import type { LogFilters } from '../../screens/log/address.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'

/** Ids of the commits without a conversation that are not listed. */
export type Folded = ReadonlySet<string>

export type LogSource = RowSource<CommitView, Folded>
export type LogQuery = Omit<CallInput<'chain.log'>, 'offset' | 'limit'>

const pageSize = 500

export const logSource = (query: LogQuery): LogSource =>
  rowSource({
    pageSize,
    fillsBeginning: true,
    fetch: async (offset, limit) => {
      const page = await ask('chain.log', { ...query, offset, limit })
      return { rows: page.commits, total: page.total, extra: new Set(page.folded) }
    },
  })

/** Commits that `of` reaches, all when nothing is given. */
export const logQuery = (of: string | undefined, text: string | undefined, filters: LogFilters, quiet: boolean): LogQuery => {
  const { since, until, type, ...others } = filters
  return {
    of,
    text,
    quiet,
    ...others,
    type: commitTypes.find((each) => each === type),
    since: since === undefined ? undefined : zonedInstant(since, machineZone(), 'beginning'),
    until: until === undefined ? undefined : zonedInstant(until, machineZone(), 'end'),
  }
}
