/** For a search that finds nothing: searches with less that find something. */
import type { SearchResults, WiderSearch, WiderSearches } from '../../contract/search.ts'
import { asBeginning, partsOf, withoutPart, type SearchPart } from '../../model/search/edit-search.ts'

/** Parts that are tried, each with a search. */
const maxParts = 6

type Counted = Pick<SearchResults, 'total' | 'isTotalExact'>
type Count = (text: string) => Promise<Counted>

/** The last word may be the beginning of one, as in the search that is made of it. */
const countOf = async (text: string, count: Count): Promise<Counted> => {
  const exact = await count(text)
  const longer = exact.total === 0 ? asBeginning(text) : undefined
  return longer === undefined ? exact : count(longer)
}

const without = async (text: string, parts: readonly SearchPart[], count: Count): Promise<WiderSearch> => {
  const wider = [...parts].reverse().reduce(withoutPart, text)
  const { total, isTotalExact } = await countOf(wider, count)
  return { without: parts.map((part) => part.text).join(' '), text: wider, total, isTotalExact }
}

/** Where no part alone excludes everything: all parts that find nothing by themselves. */
const withoutEmpty = async (text: string, parts: readonly SearchPart[], count: Count): Promise<readonly WiderSearch[]> => {
  const alone = await Promise.all(parts.map(async (part) => ({ part, ...(await countOf(part.text, count)) })))
  const empty = alone.filter(({ part, total }) => total === 0 && !part.text.startsWith('-')).map(({ part }) => part)
  return empty.length < 2 || empty.length === parts.length ? [] : [await without(text, empty, count)]
}

/** @param count searches. @throws what it throws */
export const widerSearches = async (text: string, count: Count): Promise<WiderSearches> => {
  const parts = partsOf(text).slice(0, maxParts)
  if (parts.length < 2) return { wider: [] }
  const each = await Promise.all(parts.map((part) => without(text, [part], count)))
  const helpful = each.filter(({ total }) => total > 0)
  return { wider: helpful.length > 0 ? helpful : (await withoutEmpty(text, parts, count)).filter(({ total }) => total > 0) }
}
