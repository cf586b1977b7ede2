/** The text of a search in parts: which filters it has, and the text with one part more or less. */
import type { FilterName } from './search-query.ts'
import { parseSearch } from './parse-search.ts'
import { searchTokens, type SearchToken } from './search-tokens.ts'

/** A stretch of the text: a word, phrase, pattern or filter, with alternatives joined by OR. */
export interface SearchPart {
  readonly text: string
  /** UTF-16 code units. */
  readonly from: number
  readonly to: number
}

type FilterToken = SearchToken & { readonly name: FilterName }

/** Whether the grammar takes it for a filter: it has a value that the filter can have. */
const isFilter = (text: string, token: SearchToken): token is FilterToken => {
  if (token.name === undefined) return false
  const { filters, since, until } = parseSearch(text.slice(token.from, token.to), { now: 0, zone: 'UTC' })
  return filters.length > 0 || since !== null || until !== null
}

/** Words with OR between them are one part. */
export const partsOf = (text: string): readonly SearchPart[] => {
  const parts: SearchPart[] = []
  let joins = false
  for (const { kind, from, to } of searchTokens(text).tokens) {
    const last = parts.at(-1)
    const start = last !== undefined && (joins || kind === 'or') ? last.from : from
    if (start !== from) parts.pop()
    parts.push({ from: start, to, text: text.slice(start, to) })
    joins = kind === 'or'
  }
  return parts
}

export const withoutPart = (text: string, { from, to }: Pick<SearchPart, 'from' | 'to'>): string =>
  `${text.slice(0, from).trimEnd()} ${text.slice(to).trimStart()}`.trim()

const filterTokens = (text: string, name: FilterName): readonly FilterToken[] =>
  searchTokens(text).tokens.filter((token): token is FilterToken => token.name === name && !token.isExcluded && isFilter(text, token))

/** Values of a filter, excluded values not among them. */
export const filterValues = (text: string, name: FilterName): readonly string[] =>
  filterTokens(text, name).map((token) => (name === 'kind' || name === 'is' ? token.text.toLowerCase() : token.text.trim()))

/** A filter as a person types it; blanks and signs are quoted. */
export const filterText = (name: FilterName, value: string): string =>
  /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(value) ? `${name}:${value}` : `${name}:"${value.replaceAll('"', ' ')}"`

/** The text with these values of a filter in place of those it has. */
export const withFilter = (text: string, name: FilterName, values: readonly string[]): string => {
  const kept = [...filterTokens(text, name)].reverse().reduce(withoutPart, text)
  return [kept.trim(), ...values.map((value) => filterText(name, value))].filter((part) => part !== '').join(' ')
}

/** With one value of a filter more or less. */
export const toggledFilter = (text: string, name: FilterName, value: string): string => {
  const values = filterValues(text, name)
  return withFilter(text, name, values.includes(value) ? values.filter((each) => each !== value) : [...values, value])
}

const growingWord = /^[\p{L}\p{N}][\p{L}\p{N}._-]+$/u

/** With its last word as the beginning of a word; undefined: it does not end with a word. */
export const asBeginning = (text: string): string | undefined => {
  const last = searchTokens(text).tokens.at(-1)
  const isWord = last !== undefined && last.to === text.length && last.kind === 'plain' && last.name === undefined && !last.isExcluded
  return isWord && growingWord.test(last.text) ? `${text}*` : undefined
}

const isPartOf = (value: string, project: string): boolean => project.toLowerCase().includes(value.toLowerCase())

/** How `project:` names a project: the last names of its path, as few as no other has; otherwise the whole path. */
export const projectValue = (project: string, projects: readonly string[]): string => {
  const names = project.split(/[/\\]/).filter(Boolean)
  const separator = project.includes('/') ? '/' : '\\'
  for (let count = 1; count < names.length; count += 1) {
    const value = names.slice(-count).join(separator)
    if (projects.filter((other) => isPartOf(value, other)).length <= 1) return value
  }
  return project
}

/** The one project that a value names; undefined: none, or several. */
export const projectNamed = (value: string, projects: readonly string[]): string | undefined => {
  const named = projects.filter((project) => isPartOf(value, project))
  return named.find((project) => project === value) ?? (named.length === 1 ? named[0] : undefined)
}
