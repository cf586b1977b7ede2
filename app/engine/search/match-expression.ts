/** The part of a search that the index can answer, in the syntax of FTS5. */
import { textKinds, type SearchQuery, type SearchTerm, type TextKind } from '../../model/search/search-query.ts'
import { wordForms } from '../../model/search/word-forms.ts'
import type { saidKinds } from './index/passage-words.ts'

export interface MatchExpression {
  readonly bag: string
  readonly said: string
  readonly isSpoken: boolean
}

const quoted = (words: string): string => `"${words.replaceAll('"', ' ')}"`

const anyOf = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' OR ')})`)
const allOf = (parts: readonly string[]): string => (parts.length === 1 ? (parts[0] ?? '') : `(${parts.join(' AND ')})`)

/** Where positions are not known: all its words. */
const inBag = ({ kind, words }: SearchTerm): string => {
  if (kind === 'word' && words.length === 1) return anyOf(wordForms(words[0] ?? '').map(quoted))
  const own = words.map(quoted)
  return allOf(kind === 'prefix' ? own.map((word, at) => (at === own.length - 1 ? `${word} *` : word)) : own)
}

const inSaid = ({ kind, words }: SearchTerm): string => {
  if (kind === 'word' && words.length === 1) return anyOf(wordForms(words[0] ?? '').map(quoted))
  return kind === 'prefix' ? `${quoted(words.join(' '))} *` : quoted(words.join(' '))
}

/** Alternatives of a clause. */
const bagOf = (terms: readonly SearchTerm[]): string => anyOf(terms.map(inBag))

/** Without passages that have an excluded word. */
const withoutExcluded = (bag: string, { excluded }: SearchQuery): string => {
  const words = excluded.filter((term) => term.words.length === 1).map(inBag)
  return words.length === 0 ? bag : `${bag} NOT ${anyOf(words)}`
}

/** For each clause the passages that have it, and the marks. */
export const bagsOf = (query: SearchQuery, marks: readonly (readonly string[])[]): readonly string[] =>
  query.required.map((terms) => withoutExcluded(allOf([bagOf(terms), ...markParts(marks)]), query))

/** The kinds of texts that the filters leave; undefined: all. */
export const kindsOf = ({ filters }: Pick<SearchQuery, 'filters'>): readonly TextKind[] | undefined => {
  const named = (isExcluded: boolean): readonly string[] =>
    filters.flatMap((filter) => (filter.name === 'kind' && filter.isExcluded === isExcluded ? [filter.value] : []))
  const wanted = named(false)
  const unwanted = named(true)
  if (wanted.length + unwanted.length === 0) return undefined
  return textKinds.filter((kind) => (wanted.length === 0 || wanted.includes(kind)) && !unwanted.includes(kind))
}

const isSaid = (kind: TextKind): kind is (typeof saidKinds)[number] => kind !== 'output'

const markParts = (marks: readonly (readonly string[])[]): readonly string[] => marks.map((some) => anyOf(some.map(quoted)))

/** Expression for passages that have one mark of each list; null: all passages match. */
export const marksExpression = (marks: readonly (readonly string[])[]): string | null =>
  marks.length === 0 ? null : allOf(markParts(marks))

/** Expression for passages that match one of the clauses. */
export const expressionOfSome = (query: SearchQuery, marks: readonly (readonly string[])[]): MatchExpression => {
  const some = query.required.flat()
  const bag = withoutExcluded(allOf([anyOf(some.map(inBag)), ...markParts(marks)]), query)
  const kinds = kindsOf(query)
  const isSpoken = kinds !== undefined && kinds.length > 0 && kinds.every(isSaid)
  return { bag, said: `${isSpoken ? `{${kinds.join(' ')}} : ` : ''}${anyOf(some.map(inSaid))}`, isSpoken }
}

/** Undefined: without words every passage with the marks may match. */
export const matchExpression = (query: SearchQuery, marks: readonly (readonly string[])[]): MatchExpression | undefined => {
  const { required } = query
  if (required.length === 0) return undefined
  const kinds = kindsOf(query)
  const bag = withoutExcluded(allOf([...required.map(bagOf), ...markParts(marks)]), query)
  const isSpoken = kinds !== undefined && kinds.length > 0 && kinds.every(isSaid)
  const clauses = required.map((terms) => anyOf(terms.map(inSaid)))
  const columns = isSpoken ? `{${kinds.join(' ')}} : ` : ''
  return { bag, said: `${columns}(${isSpoken ? allOf(clauses) : clauses.join(' OR ')})`, isSpoken }
}
