/** Under which heading a session stands in the list. */
import type { SessionView } from '../../../app/contract/sessions.ts'
import type { SessionsAddress } from '../../ui/address/address.ts'
import { sortOf } from './sessions-query.ts'

type Grouping = (session: SessionView, dayOf: (at: number) => string) => string

const byLastDay: Grouping = (session, dayOf) => (session.lastAt === null ? 'No known time' : dayOf(session.lastAt))
const byFirstDay: Grouping = (session, dayOf) => (session.firstAt === null ? 'No known time' : dayOf(session.firstAt))
const byProject: Grouping = (session) => session.project

/** Days are headings only where the list is in order of time; undefined: no headings. */
export const groupingOf = (address: SessionsAddress): Grouping | undefined => {
  if (address.group === 'project') return byProject
  if (address.group === 'none') return undefined
  const sort = sortOf(address)
  if (sort === 'lastAt') return byLastDay
  return sort === 'firstAt' ? byFirstDay : undefined
}
