/** Cuts a search into words, "phrases", /patterns/, OR and filters, each perhaps excluded by a minus. */
import { filterNames, type FilterName } from './search-query.ts'

export interface SearchToken {
  readonly kind: 'plain' | 'quoted' | 'pattern' | 'or'
  /** The text without quotation marks, slashes, the minus and the name of a filter. */
  readonly text: string
  readonly isExcluded: boolean
  /** Name of a filter. */
  readonly name?: FilterName
  /** Flags of a pattern. */
  readonly flags?: string
  /** Start in the line, UTF-16 code units. */
  readonly from: number
  readonly to: number
}

type Read = Omit<SearchToken, 'from' | 'to'>

const patternAt = /\/((?:[^/\\\n]|\\.|\/(?!i?(?:\s|$)))+)\/(i?)(?=\s|$)/y
const quotedAt = /"([^"]*)("|$)/y
const filterAt = new RegExp(`(${filterNames.join('|')}):`, 'iy')
const plainAt = /[^\s"]+/y
const blankAt = /\s+/y

class Tokens {
  readonly tokens: SearchToken[] = []
  readonly hints: string[] = []
  readonly #line: string
  #at = 0

  constructor(line: string) {
    this.#line = line
    while (this.#at < line.length) {
      if (this.#take(blankAt) !== undefined) continue
      const from = this.#at
      this.tokens.push({ ...this.#read(), from, to: this.#at })
    }
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#line)
    if (found === null) return undefined
    this.#at = pattern.lastIndex
    return found
  }

  #read(): Read {
    const isExcluded = /^-[^\s-]/.test(this.#line.slice(this.#at))
    if (isExcluded) this.#at += 1
    const pattern = isExcluded ? undefined : this.#take(patternAt)
    if (pattern !== undefined) return { kind: 'pattern', text: pattern[1] ?? '', flags: pattern[2] ?? '', isExcluded }
    const name = this.#filterName()
    const named = name === undefined ? {} : { name }
    const quoted = this.#take(quotedAt)
    if (quoted !== undefined) {
      if (quoted[2] === '') this.hints.push('The closing quotation mark is missing: the phrase goes to the end.')
      return { kind: 'quoted', text: quoted[1] ?? '', isExcluded, ...named }
    }
    const text = this.#take(plainAt)?.[0] ?? ''
    return { kind: name === undefined && text === 'OR' && !isExcluded ? 'or' : 'plain', text, isExcluded, ...named }
  }

  #filterName(): FilterName | undefined {
    const before = this.#at
    const found = this.#take(filterAt)?.[1]?.toLowerCase()
    // `is::error` and `file://a` are words.
    if (found === undefined || !/^(?::|\/\/)/.test(this.#line.slice(this.#at))) return filterNames.find((name) => name === found)
    this.#at = before
    return undefined
  }
}

/** From the beginning to the end of the line. */
export const searchTokens = (line: string): Pick<Tokens, 'tokens' | 'hints'> => new Tokens(line)
