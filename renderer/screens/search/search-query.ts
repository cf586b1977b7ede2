/** What a search asks the engine for, given the address. */
import type { CallInput } from '../../../app/contract/calls.ts'
import { reasonings, searchedKinds, searchedText, type SearchedKind } from '../../../app/model/searched-text.ts'
import { zonedInstant } from '../../../app/model/zoned-instant.ts'
import type { SearchAddress } from './address.ts'
import { machineZone } from '../../ui/format/machine-zone.ts'
import type { SearchPage, TextHit } from '../../../app/contract/search.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { rowSource, type RowSource } from '../../ui/table/row-source.ts'

/** Of an address, which may hold any text; none: all of them. */
export const kindsIn = (kinds: string | undefined): readonly SearchedKind[] => {
  const named = new Set((kinds ?? '').split(','))
  return searchedKinds.filter((kind) => named.has(kind))
}

/** With one kind more or less; undefined: all of them. */
export const withKind = (kinds: string | undefined, kind: SearchedKind): string | undefined => {
  const before = kindsIn(kinds)
  const after = before.includes(kind) ? before.filter((each) => each !== kind) : [...before, kind]
  return after.length === 0 || after.length === searchedKinds.length ? undefined : after.join(',')
}

type Restricting = Partial<Pick<CallInput<'text.search'>, 'text' | 'reasoning' | 'project' | 'file' | 'sessionId'>>

const given = (fields: Readonly<Record<string, string | undefined>>): Restricting =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Undefined: nothing is asked for yet. */
export const searchQuery = (address: SearchAddress): CallInput<'text.search'> | undefined => {
  const { text, kinds, session, since, until } = address
  const reasoning = reasonings.find((each) => each === address.reasoning)
  const isAsked = searchedText.safeParse(text).success
  if (!isAsked && (reasoning === undefined || text !== undefined)) return undefined
  return {
    ...given({ text, reasoning, project: address.project, file: address.file, sessionId: session }),
    kinds: [...kindsIn(kinds)],
    ...(since === undefined ? {} : { since: zonedInstant(since, machineZone(), 'beginning') }),
    ...(until === undefined ? {} : { until: zonedInstant(until, machineZone(), 'end') }),
  }
}

/** The texts in which something was found, page by page. */
export type SearchExtra = Pick<SearchPage, 'sessions' | 'byKind'>

const pageSize = 100

export const searchSource = (query: CallInput<'text.search'>): RowSource<TextHit, SearchExtra> =>
  rowSource({
    pageSize,
    fillsBeginning: false,
    fetch: async (offset, limit) => {
      const { rows, total, sessions, byKind } = await ask('text.search', { ...query, offset, limit })
      return { rows, total, extra: { sessions, byKind } }
    },
  })
