/** What the list of sessions asks the engine for, given the address. */
import type { CallInput } from '../../app/contract/calls.ts'
import type { SessionsAddress } from '../ui/address.ts'

export type SessionSort = NonNullable<CallInput<'sessions.list'>['sort']>

/** Every field that can be sorted by; an address may hold any text. */
const sorts: Readonly<Record<SessionSort, true>> = {
  lastAt: true,
  firstAt: true,
  durationMs: true,
  humanPrompts: true,
  responses: true,
  toolCalls: true,
  compactions: true,
  bytes: true,
  title: true,
  project: true,
  outputTokens: true,
}

const isSort = (text: string): text is SessionSort => Object.hasOwn(sorts, text)

export const sortOf = (address: SessionsAddress): SessionSort => (isSort(address.sort) ? address.sort : 'lastAt')

/** Grouped by project, the projects come in order of their name. */
export const sessionsQuery = (address: SessionsAddress): CallInput<'sessions.list'> => ({
  sort: address.group === 'project' ? 'project' : sortOf(address),
  descending: address.group === 'project' ? false : address.descending,
  everything: address.everything,
  ...(address.project === undefined ? {} : { project: address.project }),
  ...(address.status === undefined ? {} : { status: address.status }),
  ...(address.text === undefined ? {} : { text: address.text }),
})

/** The address after a press on a column heading: same column turns round, another begins with the most useful end. */
export const resorted = (address: SessionsAddress, by: string): SessionsAddress => {
  const isSame = sortOf(address) === by && address.group !== 'project'
  const descending = isSame ? !address.descending : by !== 'title' && by !== 'project'
  const group = address.group === 'project' || (address.group === 'day' && by !== 'lastAt' && by !== 'firstAt') ? 'none' : address.group
  return { ...address, sort: by, descending, group }
}
