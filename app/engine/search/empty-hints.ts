/** For a search that finds nothing: which of its filters and words are nowhere. */
import { text as textColumn } from '../../model/columns.ts'
import { filterText, partsOf } from '../../model/search/edit-search.ts'
import { parseSearch, type SearchClock } from '../../model/search/parse-search.ts'
import type { FilterName, SearchQuery } from '../../model/search/search-query.ts'
import { searchTokens } from '../../model/search/search-tokens.ts'
import { similarNames } from '../../model/similar-names.ts'
import type { Tables } from '../../analytics/queries/run-query.ts'
import { allowedCommits } from './filter-commits.ts'
import { hasTextFilters, textFilter } from './filter-texts.ts'
import type { SearchIndex } from './index/search-index.ts'
import { marksExpression, matchExpression } from './match-expression.ts'
import filterValuesSql from './filter-values.sql?raw'

const folderName = (path: string): string =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? path

/** Filters whose values are all in the tables. */
const listed: ReadonlySet<FilterName> = new Set<FilterName>(['tool', 'project', 'branch', 'model'])

type Known = (name: FilterName) => readonly string[]

const knownValues = async (tables: Tables): Promise<Known> => {
  const rows = await tables.query(filterValuesSql, { name: textColumn('name'), value: textColumn('value') })
  return (name) => rows.flatMap((row) => (row.name === name ? [name === 'project' ? folderName(row.value) : row.value] : []))
}

interface EmptyFilter {
  readonly name: FilterName
  readonly value: string
  /** As typed. */
  readonly typed: string
}

/** Whether a search that consists of a filter can find something. */
const leavesSomething = async (tables: Tables, index: SearchIndex | undefined, filter: SearchQuery): Promise<boolean> => {
  if (index === undefined || !hasTextFilters(filter)) return (await allowedCommits(tables, filter))?.commits.length !== 0
  // The tables would have to look at all calls.
  const { isEmpty, marks } = await textFilter(index, filter)
  if (isEmpty || marks.length === 0) return !isEmpty
  const { total } = await index.ask('recent', {
    bag: marksExpression(marks),
    commits: null,
    isTitled: false,
    sessions: null,
    limit: 1,
    between: null,
  })
  return total > 0
}

/** Filters that leave nothing even if they are alone. @param index undefined: the tables alone are asked */
const emptyFilters = async (
  tables: Tables,
  index: SearchIndex | undefined,
  text: string,
  clock: SearchClock,
): Promise<readonly EmptyFilter[]> => {
  const filters = searchTokens(text).tokens.flatMap(({ name, isExcluded, text: value, from, to }) =>
    name === undefined || isExcluded ? [] : [{ name, value: value.trim(), typed: text.slice(from, to) }],
  )
  const empty: EmptyFilter[] = []
  for (const filter of new Map(filters.map((each) => [each.typed, each])).values()) {
    if (!(await leavesSomething(tables, index, parseSearch(filter.typed, clock)))) empty.push(filter)
  }
  return empty
}

/** For filters that leave nothing: that they do, and names that are similar to theirs. @param index undefined: it is not complete */
export const filterHints = async (
  tables: Tables,
  index: SearchIndex | undefined,
  text: string,
  clock: SearchClock,
): Promise<readonly string[]> => {
  const empty = await emptyFilters(tables, index, text, clock)
  const known = empty.some(({ name }) => listed.has(name)) ? await knownValues(tables) : () => []
  return empty.map(({ name, value, typed }) => {
    const [similar] = similarNames(value, known(name))
    return `Nothing has ${typed}${similar === undefined ? '.' : `: did you mean ${filterText(name, similar)}?`}`
  })
}

const nothingHas = (part: string): string => {
  if (part.startsWith('-')) return `${part} excludes everything.`
  const { filters, since, until } = parseSearch(part, { now: 0, zone: 'UTC' })
  return filters.length > 0 || since !== null || until !== null ? `Nothing has ${part}.` : `No text has ${part}.`
}

/** Parts of a search that are looked for one by one: a person reads no more. */
const maxParts = 20

/** Words and phrases that no passage has. */
const absentWords = async (index: SearchIndex, text: string, clock: SearchClock): Promise<readonly string[]> => {
  const absent: string[] = []
  for (const part of partsOf(text).slice(0, maxParts)) {
    const expression = matchExpression(parseSearch(part.text, clock), [])
    if (expression === undefined) continue
    const { total } = await index.ask('match', {
      ...expression,
      isNewestFirst: true,
      commits: null,
      sessions: null,
      most: 1,
      limit: 1,
      between: null,
    })
    if (total === 0) absent.push(part.text)
  }
  return absent
}

/** @param index undefined: it is not complete */
export const emptyHints = async (
  tables: Tables,
  index: SearchIndex | undefined,
  text: string,
  clock: SearchClock,
): Promise<readonly string[]> => {
  const filters = await filterHints(tables, index, text, clock)
  const words = index === undefined ? [] : await absentWords(index, text, clock)
  const hints = [...filters, ...words.map(nothingHas)]
  const [only, ...others] = partsOf(text)
  return hints.length > 0 || index === undefined || only === undefined || others.length > 0 ? hints : [nothingHas(only.text)]
}
