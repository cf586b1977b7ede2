/** Reads a search. Every text is one: a part that cannot be read is ignored, with a hint. */
import { similarNames } from '../similar-names.ts'
import { zonedInstant } from '../zoned-instant.ts'
import {
  maxSearchChars,
  maxTerms,
  textKinds,
  type FilterName,
  type SearchFilter,
  type SearchPattern,
  type SearchQuery,
  type SearchTerm,
} from './search-query.ts'
import { searchTokens, type SearchToken } from './search-tokens.ts'
import { isOneUnspaced, soughtWords } from './words.ts'

export interface SearchClock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Time zone of days and times in `before:` and `after:`. */
  readonly zone: string
}

const termOf = ({ kind, text }: Pick<SearchToken, 'kind' | 'text'>): SearchTerm | undefined => {
  const isPrefix = kind === 'plain' && text.endsWith('*')
  const own = isPrefix ? text.replace(/\*+$/, '') : text
  const words = soughtWords(own)
  if (words.length === 0) return undefined
  const hasCapitals = /\p{Lu}/u.test(own)
  if (kind === 'quoted') return { kind: 'phrase', text: own.trim(), words, hasCapitals }
  return { kind: isPrefix || isOneUnspaced(own) ? 'prefix' : 'word', text: own, words, hasCapitals }
}

const unitMs = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000, m: 30 * 86_400_000, y: 365 * 86_400_000 } as const
const isUnit = (letter: string | undefined): letter is keyof typeof unitMs => letter !== undefined && letter in unitMs

/** @returns undefined when it is no time */
const instantOf = (text: string, { now, zone }: SearchClock): number | undefined => {
  const [, amount, unit] = /^(\d{1,4})([hdwmy])$/i.exec(text) ?? []
  const letter = unit?.toLowerCase()
  if (isUnit(letter)) return now - Number(amount) * unitMs[letter]
  if (text === 'today' || text === 'yesterday') {
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(now - (text === 'today' ? 0 : unitMs.d))
    return zonedInstant(day, zone, 'beginning')
  }
  try {
    return zonedInstant(text.toUpperCase(), zone, 'beginning')
  } catch {
    return undefined
  }
}

const states: readonly string[] = ['error']

interface Mutable {
  readonly required: SearchTerm[][]
  readonly excluded: SearchTerm[]
  readonly patterns: SearchPattern[]
  readonly filters: SearchFilter[]
  readonly hints: string[]
  since: number | null
  until: number | null
}

const oneOfThese = (names: readonly string[]): string => `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

/** Why a value of a filter is none; undefined: it is one. */
const faultOf = (name: FilterName, value: string): string | undefined => {
  if (value === '') return `${name}: has no value and is ignored.`
  const among: readonly string[] | undefined = name === 'kind' ? textKinds : name === 'is' ? states : undefined
  if (among === undefined || among.includes(value.toLowerCase())) return undefined
  if (name === 'is') return `is:${value} is ignored: only is:error exists.`
  const [similar] = similarNames(value, among)
  return `kind:${value} is ignored: ${similar === undefined ? `use ${oneOfThese(among)}` : `did you mean kind:${similar}?`}`
}

const addFilter = (query: Mutable, { name, text, isExcluded }: SearchToken & { readonly name: FilterName }, clock: SearchClock): void => {
  const value = text.trim()
  const fault = faultOf(name, value)
  if (fault !== undefined) {
    query.hints.push(fault)
    return
  }
  if (name !== 'before' && name !== 'after') {
    query.filters.push({ name, value: name === 'kind' || name === 'is' ? value.toLowerCase() : value, isExcluded })
    return
  }
  const at = instantOf(value, clock)
  if (at === undefined)
    query.hints.push(`${name}:${value} is ignored: use a day (2026-01-31), a time (2026-01-31T14:00) or an age (2w, 3d, 12h).`)
  // Both limits of one kind hold: the narrower one counts.
  else if ((name === 'after') !== isExcluded) query.since = Math.max(query.since ?? at, at)
  else query.until = Math.min(query.until ?? at, at)
}

const addPattern = (query: Mutable, { text, flags }: SearchToken): void => {
  try {
    // Case is ignored until a capital is typed; that of an escape such as \W is none.
    const ignoresCase = flags === 'i' || !/\p{Lu}/u.test(text.replaceAll(/\\./gsu, ''))
    query.patterns.push({ source: new RegExp(text, 'u').source, ignoresCase })
  } catch (thrown) {
    const reason = thrown instanceof Error ? (thrown.message.split(': ').at(-1) ?? '') : ''
    query.hints.push(`/${text}/ is no regular expression (${reason}) and is ignored.`)
  }
}

const addTerm = (query: Mutable, token: SearchToken, joinsLast: boolean): void => {
  const term = termOf(token)
  if (term === undefined) {
    if (token.text.trim() !== '') query.hints.push(`“${token.text}” has no letters or digits and is ignored.`)
    return
  }
  const asWord = token.kind === 'plain' && !token.isExcluded ? wordsOfOthers.get(token.text) : undefined
  if (asWord !== undefined) query.hints.push(asWord)
  if (token.isExcluded) query.excluded.push(term)
  else if (joinsLast) query.required.at(-1)?.push(term)
  else query.required.push([term])
}

/** Operators of other searches. */
const wordsOfOthers: ReadonlyMap<string, string> = new Map([
  ['AND', 'AND is searched as a word: all words have to match without it.'],
  ['NOT', 'NOT is searched as a word: a minus before a word excludes it.'],
])

/** Whether OR can join it: the search has it as a word or phrase that has to be there. */
const isJoinable = (token: SearchToken): boolean =>
  token.name === undefined && !token.isExcluded && (token.kind === 'plain' || token.kind === 'quoted') && termOf(token) !== undefined

const isValueOf = (one: SearchToken, other: SearchToken): boolean =>
  one.name !== undefined && one.name === other.name && !one.isExcluded && !other.isExcluded

/** Whether the OR at this place joins the words beside it; an OR that does not is ignored. */
const joins = ({ hints }: Mutable, tokens: readonly SearchToken[], at: number): boolean => {
  const before = tokens[at - 1]
  const after = tokens[at + 1]
  if (before === undefined || after === undefined) {
    hints.push('OR needs a word on both sides.')
    return false
  }
  if (isJoinable(before) && isJoinable(after)) return true
  // Several values of a filter are alternatives anyway.
  if (!isValueOf(before, after))
    hints.push('OR is ignored beside a filter, an excluded word or a regular expression: it joins words and phrases.')
  return false
}

/** Never throws: any text is a search. */
export const parseSearch = (line: string, clock: SearchClock): SearchQuery => {
  const query: Mutable = { required: [], excluded: [], patterns: [], filters: [], hints: [], since: null, until: null }
  const { tokens, hints } = searchTokens(line.slice(0, maxSearchChars))
  query.hints.push(...hints)
  if (line.length > maxSearchChars) query.hints.push(`Only the first ${maxSearchChars} characters are searched for.`)
  const read = tokens.slice(0, maxTerms)
  let joinsLast = false
  for (const [at, token] of read.entries()) {
    const { name, kind } = token
    if (name !== undefined) addFilter(query, { ...token, name }, clock)
    else if (kind === 'pattern') addPattern(query, token)
    else if (kind !== 'or') addTerm(query, token, joinsLast)
    joinsLast = kind === 'or' && joins(query, read, at)
  }
  if (tokens.length > maxTerms) query.hints.push(`Only the first ${maxTerms} words and filters are used.`)
  return query
}
