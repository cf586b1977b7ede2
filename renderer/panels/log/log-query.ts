/** What the log asks the engine for, given the address. */
import { commitTypes } from '../../../app/model/context-commit.ts'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'
import type { LogFilters } from '../../ui/address/address.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import type { LogQuery } from './log-source.ts'

/** Commits that `of` reaches, all when nothing is given. */
export const logQuery = (of: string | undefined, text: string | undefined, filters: LogFilters): LogQuery => {
  const { since, until, type, ...others } = filters
  return {
    of,
    text,
    ...others,
    type: commitTypes.find((each) => each === type),
    since: since === undefined ? undefined : zonedInstant(since, machineZone(), 'beginning'),
    until: until === undefined ? undefined : zonedInstant(until, machineZone(), 'end'),
  }
}
