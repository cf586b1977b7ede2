/** What a search asks the engine for, given the address. */
import type { CallInput } from '../../app/contract/calls.ts'
import type { SearchedKind } from '../../app/contract/search-views.ts'
import { zonedInstant } from '../../app/model/zoned-instant.ts'
import type { SearchAddress } from '../ui/address.ts'
import { machineZone } from '../ui/machine-zone.ts'

/** Every kind of text that is looked through, as it is called here. */
export const kindNames: readonly (readonly [SearchedKind, string])[] = [
  ['prompt', 'Prompts'],
  ['response', 'Replies'],
  ['thinking', 'Thinking'],
  ['tool_call', 'Calls'],
]

/** Of an address, which may hold any text; none: all of them. */
export const kindsIn = (kinds: string | undefined): readonly SearchedKind[] => {
  const named = new Set((kinds ?? '').split(','))
  return kindNames.flatMap(([kind]) => (named.has(kind) ? [kind] : []))
}

/** With one kind more or less; undefined: all of them. */
export const withKind = (kinds: string | undefined, kind: SearchedKind): string | undefined => {
  const before = kindsIn(kinds)
  const after = before.includes(kind) ? before.filter((each) => each !== kind) : [...before, kind]
  return after.length === 0 || after.length === kindNames.length ? undefined : after.join(',')
}

const shortest = 2

/** Undefined: nothing is asked for yet. */
export const searchQuery = ({ text, kinds, project, session, since, until }: SearchAddress): CallInput<'text.search'> | undefined => {
  if (text === undefined || text.trim().length < shortest) return undefined
  return {
    text,
    kinds: [...kindsIn(kinds)],
    ...(project === undefined ? {} : { project }),
    ...(session === undefined ? {} : { sessionId: session }),
    ...(since === undefined ? {} : { since: zonedInstant(since, machineZone(), 'beginning') }),
    ...(until === undefined ? {} : { until: zonedInstant(until, machineZone(), 'end') }),
  }
}
