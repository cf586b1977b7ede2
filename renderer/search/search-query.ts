/** What a search asks the engine for, given the address. */
import type { CallInput } from '../../app/contract/calls.ts'
import type { SearchedKind } from '../../app/contract/search-views.ts'
import { reasonings } from '../../app/model/reasoning.ts'
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

type Restricting = Partial<Pick<CallInput<'text.search'>, 'text' | 'reasoning' | 'project' | 'file' | 'sessionId'>>

const given = (fields: Readonly<Record<string, string | undefined>>): Restricting =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Undefined: nothing is asked for yet. */
export const searchQuery = (address: SearchAddress): CallInput<'text.search'> | undefined => {
  const { text, kinds, session, since, until } = address
  const reasoning = reasonings.find((each) => each === address.reasoning)
  const isAsked = text !== undefined && text.trim().length >= shortest
  if (!isAsked && (reasoning === undefined || text !== undefined)) return undefined
  return {
    ...given({ text, reasoning, project: address.project, file: address.file, sessionId: session }),
    kinds: [...kindsIn(kinds)],
    ...(since === undefined ? {} : { since: zonedInstant(since, machineZone(), 'beginning') }),
    ...(until === undefined ? {} : { until: zonedInstant(until, machineZone(), 'end') }),
  }
}
