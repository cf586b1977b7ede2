/** The text of a search in parts: which filters it has, and the text with one part more or less. */
import { filterNames, type FilterName } from './search/search-query.ts'
import { parseSearch } from './search/parse-search.ts'

/** A stretch of the text: a word, phrase, pattern or filter, with alternatives joined by OR. */
export interface SearchPart {
  readonly text: string
  /** UTF-16 code units. */
  readonly from: number
  readonly to: number
}

export interface PartFilter {
  readonly name: FilterName
  readonly value: string
  readonly isExcluded: boolean
}

/** As the grammar cuts a line; see parse-search.ts. */
const tokens = new RegExp(
  String.raw`/(?:[^/\\\n]|\\.|/(?!i?(?:\s|$)))+/i?(?=\s|$)|-?(?:(?:${filterNames.join('|')}):)?"[^"]*(?:"|$)|[^\s"]+`,
  'gi',
)

const tokensOf = (text: string): readonly SearchPart[] =>
  [...text.matchAll(tokens)].map(({ 0: found, index }) => ({ text: found, from: index, to: index + found.length }))

/** Words with OR between them are one part. */
export const partsOf = (text: string): readonly SearchPart[] => {
  const parts: SearchPart[] = []
  let joins = false
  for (const token of tokensOf(text)) {
    const last = parts.at(-1)
    if (last !== undefined && (joins || token.text === 'OR'))
      parts[parts.length - 1] = { from: last.from, to: token.to, text: text.slice(last.from, token.to) }
    else parts.push(token)
    joins = token.text === 'OR'
  }
  return parts
}

/** The filter of a part, if the grammar takes it for one. */
export const filterOf = (part: string): PartFilter | undefined => {
  const { filters, since, until } = parseSearch(part, { now: 0, zone: 'UTC' })
  const [filter] = filters
  if (filter !== undefined) return filter
  if (since === null && until === null) return undefined
  const [, sign = '', name = '', value = ''] = /^(-?)(before|after):"?([^"]*)/i.exec(part) ?? []
  return { name: name.toLowerCase() === 'before' ? 'before' : 'after', value, isExcluded: sign !== '' }
}

export const withoutPart = (text: string, { from, to }: SearchPart): string =>
  `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim()

const isFilter = (part: string, name: FilterName): boolean => {
  const filter = filterOf(part)
  return filter?.name === name && !filter.isExcluded
}

/** Values of a filter, those that are excluded excepted. */
export const filterValues = (text: string, name: FilterName): readonly string[] =>
  tokensOf(text).flatMap((token) => (isFilter(token.text, name) ? [filterOf(token.text)?.value ?? ''] : []))

/** A filter as one writes it; blanks and signs are quoted. */
export const filterText = (name: FilterName, value: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(value) ? `${name}:${value}` : `${name}:"${value.replaceAll('"', ' ')}"`

/** The text with these values of a filter in place of those it has. */
export const withFilter = (text: string, name: FilterName, values: readonly string[]): string => {
  const kept = [...tokensOf(text)].reverse().reduce((rest, token) => (isFilter(token.text, name) ? withoutPart(rest, token) : rest), text)
  return [kept.trim(), ...values.map((value) => filterText(name, value))].filter((part) => part !== '').join(' ')
}

/** With one value of a filter more or less. */
export const toggledFilter = (text: string, name: FilterName, value: string): string => {
  const values = filterValues(text, name)
  return withFilter(text, name, values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
}

/** With its last word as the beginning of a word; undefined: it does not end with a word. */
export const asBeginning = (text: string): string | undefined => {
  const last = tokensOf(text).at(-1)
  if (last === undefined || last.to !== text.length || !/^[\p{L}\p{N}][\p{L}\p{N}._-]+$/u.test(last.text) || last.text === 'OR')
    return undefined
  return filterOf(last.text) === undefined ? `${text}*` : undefined
}
