/** Which texts of passages the filters leave: their kind, tool, file, failure and time are in the index. */
import { foldedName } from '../../model/composed-form.ts'
import { textKinds, type SearchQuery, type TextKind } from '../../model/search/search-query.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import { allowedCommits, valuesOf, type AllowedCommits } from './filter-commits.ts'
import type { Piece } from './index/index-messages.ts'
import type { SearchIndex } from './index/search-index.ts'
import { failureMark, monthOf, nameMark } from './index/text-marks.ts'
import { kindsOf } from './match-expression.ts'

/** Numbers of the names that the filters name. */
interface NamedNumbers {
  /** Null: any name. */
  readonly some: ReadonlySet<number> | null
  readonly none: ReadonlySet<number>
}

export interface TextFilter {
  readonly titles: boolean
  readonly leaves: (piece: Piece) => boolean
  /** Nothing passes: no tool or file has such a name, nothing happened in these months. */
  readonly isEmpty: boolean
  /** Marks of the passages that may have such texts: of each list one. */
  readonly marks: readonly (readonly string[])[]
}

/** Maximum number of files whose names contain the path of a filter: with more, the names would not narrow the search. */
const maxMarks = 500

const namedNumbers = async (index: SearchIndex, query: SearchQuery, kind: 'tool' | 'file'): Promise<NamedNumbers> => {
  const numbersOf = async (isExcluded: boolean): Promise<ReadonlySet<number> | null> => {
    const values = valuesOf(query, kind, isExcluded)
    if (values === null) return null
    const names = await index.ask('names', { kind, values: values.map(foldedName) })
    return new Set(names.map(({ number }) => number))
  }
  return { some: await numbersOf(false), none: (await numbersOf(true)) ?? new Set() }
}

/** Months in which the times lie; null: any. */
const namedMonths = async (index: SearchIndex, { since, until }: SearchQuery): Promise<ReadonlySet<number> | null> => {
  if (since === null && until === null) return null
  const from = since === null ? -Infinity : monthOf(since)
  const to = until === null ? Infinity : monthOf(until)
  const months = await index.ask('names', { kind: 'month', values: null })
  return new Set(months.flatMap(({ number, name }) => (Number(name) >= from && Number(name) <= to ? [number] : [])))
}

/** Kinds of texts that the filters may leave. Only calls and outputs are of a tool, and only what was put out can have failed. */
const possibleKinds = (query: SearchQuery): ReadonlySet<TextKind> => {
  const kinds = new Set(kindsOf(query) ?? textKinds)
  const isGiven = (...names: readonly string[]): boolean =>
    query.filters.some(({ name, isExcluded }) => !isExcluded && names.includes(name))
  if (isGiven('tool', 'file')) for (const kind of textKinds) if (kind !== 'call' && kind !== 'output') kinds.delete(kind)
  if (isGiven('is')) for (const kind of textKinds) if (kind !== 'output') kinds.delete(kind)
  return kinds
}

const ofTexts: ReadonlySet<string> = new Set(['tool', 'file', 'is'])

export const hasTextFilters = ({ filters }: SearchQuery): boolean => filters.some(({ name }) => ofTexts.has(name))

/** The same search without what textFilter answers by the index. */
const withoutTextFilters = (query: SearchQuery): SearchQuery => ({
  ...query,
  since: null,
  until: null,
  filters: query.filters.filter(({ name }) => !ofTexts.has(name)),
})

/** Whether the filters are about calls, failures or times, which titles do not have. */
export const isAboutEvents = (query: SearchQuery): boolean => query.since !== null || query.until !== null || hasTextFilters(query)

/** Whether texts have to be looked at one by one. */
const isByText = (query: SearchQuery): boolean => isAboutEvents(query) || query.filters.some(({ name }) => name === 'kind')

/** Whether what the index finds has to be looked at before it is counted: it knows words and commits only. */
export const needsLook = (query: SearchQuery): boolean =>
  query.patterns.length > 0 || isByText(query) || query.excluded.length > 0 || query.required.flat().some(({ words }) => words.length > 1)

export const textFilter = async (index: SearchIndex, query: SearchQuery): Promise<TextFilter> => {
  const kinds = possibleKinds(query)
  const [tools, files] = [await namedNumbers(index, query, 'tool'), await namedNumbers(index, query, 'file')]
  const months = await namedMonths(index, query)
  const failed = valuesOf(query, 'is', false) !== null
  const notFailed = valuesOf(query, 'is', true) !== null
  const { since, until } = query
  const isTimed = since !== null || until !== null
  const isIn = ({ some, none }: NamedNumbers, number: number): boolean => (some?.has(number) ?? true) && !none.has(number)
  const isThen = (at: number | null): boolean =>
    !isTimed || (at !== null && (since === null || at >= since) && (until === null || at < until))
  return {
    titles: kinds.has('title') && !isAboutEvents(query),
    leaves: ({ kind, tool, file, isError, occurredAt }) =>
      kinds.has(kind) && isIn(tools, tool) && isIn(files, file) && (isError ? !notFailed : !failed) && isThen(occurredAt),
    isEmpty: [tools.some, files.some, months].some((named) => named?.size === 0),
    marks: [
      ...[tools.some, files.some, months].flatMap((some) => (some === null || some.size > maxMarks ? [] : [[...some].map(nameMark)])),
      ...(failed ? [[failureMark]] : []),
    ],
  }
}

/** Commits that the filters leave; undefined: all. */
export const commitsLeft = async (tables: Tables, query: SearchQuery, { isEmpty }: TextFilter): Promise<AllowedCommits | undefined> =>
  isEmpty ? { commits: [], sessions: [] } : allowedCommits(tables, withoutTextFilters(query))
