/**
 * Reads the grammar of searches: words, "phrases", `-word`, `a OR b`, `wor*`, `/regex/` and filters. Whatever is typed is a search: what
 * is not understood is taken as words, with a hint.
 */
import { similarNames } from '../similar-names.ts'
import { zonedInstant } from '../zoned-instant.ts'
import {
  filterNames,
  mostSearchChars,
  mostTerms,
  textKinds,
  type FilterName,
  type SearchFilter,
  type SearchPattern,
  type SearchQuery,
  type SearchTerm,
} from './search-query.ts'
import { isOneUnspaced, soughtWords } from './words.ts'

export interface SearchClock {
  /** Milliseconds since 1970. */
  readonly now: number
  /** Of days and times in `before:` and `after:`. */
  readonly zone: string
}

interface Token {
  readonly text: string
  readonly isExcluded: boolean
  readonly kind: 'plain' | 'quoted' | 'pattern' | 'or'
  /** Of a filter. */
  readonly name?: FilterName
  /** Of a pattern. */
  readonly flags?: string
}

const patternAt = /\/((?:[^/\\\n]|\\.|\/(?!i?(?:\s|$)))+)\/(i?)(?=\s|$)/y
const quotedAt = /"([^"]*)("|$)/y
const filterAt = new RegExp(`(${filterNames.join('|')}):`, 'iy')
const plainAt = /[^\s"]+/y
const blankAt = /\s+/y

/** Cuts a line into tokens, from its beginning to its end. */
class Tokens {
  readonly tokens: Token[] = []
  readonly hints: string[] = []
  readonly #line: string
  #at = 0

  constructor(line: string) {
    this.#line = line
    while (this.#at < line.length) if (this.#take(blankAt) === undefined) this.#token()
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#line)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  #token(): void {
    const rest = this.#line.slice(this.#at)
    const isExcluded = /^-[^\s-]/.test(rest)
    if (isExcluded) this.#at += 1
    const pattern = isExcluded ? undefined : this.#take(patternAt)
    if (pattern !== undefined) {
      this.tokens.push({ kind: 'pattern', text: pattern[1] ?? '', flags: pattern[2] ?? '', isExcluded })
      return
    }
    const name = this.#filterName()
    const quoted = this.#take(quotedAt)
    if (quoted !== undefined) {
      if (quoted[2] === '') this.hints.push('The closing quotation mark is missing: the phrase goes to the end.')
      this.#add({ kind: 'quoted', text: quoted[1] ?? '', isExcluded }, name)
      return
    }
    const text = this.#take(plainAt)?.[0] ?? ''
    if (name === undefined && text === 'OR' && !isExcluded) this.tokens.push({ kind: 'or', text, isExcluded })
    else this.#add({ kind: 'plain', text, isExcluded }, name)
  }

  #filterName(): FilterName | undefined {
    const before = this.#at
    const found = this.#take(filterAt)?.[1]?.toLowerCase()
    // `is::error` and `http://` are words.
    if (found === undefined || !/^[:/]/.test(this.#line.slice(this.#at))) return filterNames.find((name) => name === found)
    this.#at = before
    return undefined
  }

  #add(token: Token, name: FilterName | undefined): void {
    this.tokens.push(name === undefined ? token : { ...token, name })
  }
}

const termOf = ({ kind, text }: Pick<Token, 'kind' | 'text'>): SearchTerm | undefined => {
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

const addFilter = (query: Mutable, { name, text, isExcluded }: Token & { readonly name: FilterName }, clock: SearchClock): void => {
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

const addPattern = (query: Mutable, { text, flags }: Token): void => {
  try {
    // Case is ignored until a capital is typed; that of an escape such as \W is none.
    const ignoresCase = flags === 'i' || !/\p{Lu}/u.test(text.replaceAll(/\\./gsu, ''))
    query.patterns.push({ source: new RegExp(text, 'u').source, ignoresCase })
  } catch (thrown) {
    const reason = thrown instanceof Error ? (thrown.message.split(': ').at(-1) ?? '') : ''
    query.hints.push(`/${text}/ is no regular expression (${reason}) and is ignored.`)
  }
}

const addTerm = (query: Mutable, token: Token, isAlternative: boolean): void => {
  const term = termOf(token)
  if (term === undefined) {
    if (token.text.trim() !== '') query.hints.push(`“${token.text}” has no letters or digits and is ignored.`)
  } else if (token.isExcluded) query.excluded.push(term)
  else if (isAlternative && query.required.length > 0) query.required.at(-1)?.push(term)
  else query.required.push([term])
}

/** Never throws: any text is a search. */
export const parseSearch = (line: string, clock: SearchClock): SearchQuery => {
  const query: Mutable = { required: [], excluded: [], patterns: [], filters: [], hints: [], since: null, until: null }
  const { tokens, hints } = new Tokens(line.slice(0, mostSearchChars))
  query.hints.push(...hints)
  if (line.length > mostSearchChars) query.hints.push(`Only the first ${mostSearchChars} characters are searched for.`)
  for (const [at, token] of tokens.slice(0, mostTerms).entries()) {
    const { name, kind } = token
    const before = tokens[at - 1]
    if (name !== undefined) addFilter(query, { ...token, name }, clock)
    else if (kind === 'pattern') addPattern(query, token)
    else if (kind !== 'or') addTerm(query, token, before?.kind === 'or')
    else if (before === undefined || at === tokens.length - 1) query.hints.push('OR needs a word on both sides.')
  }
  if (tokens.length > mostTerms) query.hints.push(`Only the first ${mostTerms} words and filters are used.`)
  if (query.required.length === 0 && query.excluded.length > 0)
    query.hints.push('A search that only excludes words needs another word or a filter.')
  return query
}
