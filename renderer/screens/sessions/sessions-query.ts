/** The query for the list of sessions, from the address. */
import type { CallInput } from '../../../app/contract/calls.ts'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'
import type { SessionsAddress } from './address.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'

export type SessionSort = NonNullable<CallInput<'sessions.list'>['sort']>

/** Every field that can be sorted by; an address may hold any text. */
const sorts: Readonly<Record<SessionSort, true>> = {
  lastAt: true,
  firstAt: true,
  durationMs: true,
  activeMs: true,
  humanPrompts: true,
  responses: true,
  toolCalls: true,
  compactions: true,
  bytes: true,
  title: true,
  project: true,
  outputTokens: true,
  usd: true,
  ending: true,
}

const isSort = (text: string): text is SessionSort => Object.hasOwn(sorts, text)

export const sortOf = (address: SessionsAddress): SessionSort => (isSort(address.sort) ? address.sort : 'lastAt')

/** Grouped by project, the projects come in order of their name. */
export const sessionsQuery = (address: SessionsAddress): CallInput<'sessions.list'> => ({
  sort: address.group === 'project' ? 'project' : sortOf(address),
  descending: address.group === 'project' ? false : address.descending,
  everything: address.everything,
  ...(address.compacted ? { hasCompactions: true } : {}),
  ...(address.delegated ? { hasSubAgents: true } : {}),
  ...given(address, ['project', 'status', 'text', 'model', 'tool', 'outcome', 'ending']),
  ...(address.since === undefined ? {} : { since: zonedInstant(address.since, machineZone(), 'beginning') }),
  ...(address.until === undefined ? {} : { until: zonedInstant(address.until, machineZone(), 'end') }),
})

type Filter = 'project' | 'status' | 'text' | 'model' | 'tool' | 'outcome' | 'ending'

const given = (address: SessionsAddress, names: readonly Filter[]): Partial<Pick<CallInput<'sessions.list'>, Filter>> =>
  Object.fromEntries(names.flatMap((name) => (address[name] === undefined ? [] : [[name, address[name]]])))

/** Clears every filter of the list except text, project and status, which have separate fields. */
export const withoutMore = {
  model: undefined,
  tool: undefined,
  outcome: undefined,
  ending: undefined,
  since: undefined,
  until: undefined,
  compacted: false,
  delegated: false,
} as const

export const isFiltered = (address: SessionsAddress): boolean =>
  [address.text, address.project, address.status].some((filter) => filter !== undefined) || moreFilters(address) > 0

/** Number of these filters that are set. */
export const moreFilters = (address: SessionsAddress): number =>
  Object.entries(withoutMore).filter(([name, none]) => address[name as keyof typeof withoutMore] !== none).length

/** The address after a press on a column heading: same column turns round, another begins with the most useful end. */
export const resorted = (address: SessionsAddress, by: string): SessionsAddress => {
  const isSame = sortOf(address) === by && address.group !== 'project'
  const descending = isSame ? !address.descending : by !== 'title' && by !== 'project' && by !== 'ending'
  const group = address.group === 'project' || (address.group === 'day' && by !== 'lastAt' && by !== 'firstAt') ? 'none' : address.group
  return { ...address, sort: by, descending, group }
}

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
