/** A search of many words, such as a sentence: words that no text has are ignored, and its rare words say what it means. */
import { sentenceTerms, type SearchQuery, type SearchTerm } from '../../model/search/search-query.ts'
import type { AllowedCommits } from './filter-commits.ts'
import { isAboutEvents, type TextFilter } from './filter-texts.ts'
import type { SearchIndex } from './index/search-index.ts'
import { bagsOf, expressionOfSome } from './match-expression.ts'
import { maxCandidates, type Candidate } from './rank-passages.ts'

/** Terms that are looked for together; of more, the most frequent are ignored. A bit for each. */
export const maxTogether = 30
/** Number of rare words; a passage must contain one of them. */
const maxRare = 20
/** A word that more of the passages have says little. */
const commonShare = 0.25
/** Maximum number of turns for which the words elsewhere in the turn are looked up. */
const maxTurns = 100
/** Passages that the index ranks: the newest, when more match. */
const maxRanked = 10_000

/** How many passages have the terms of each clause. */
export type Frequencies = readonly number[]

export interface LongSearch {
  readonly query: SearchQuery
  /** Number of passages that match each clause of the query; undefined: the search is short. */
  readonly frequencies: Frequencies | undefined
}

const nameOf = (clause: readonly SearchTerm[]): string =>
  clause.map(({ text }) => text.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')).join(' OR ')

/** Whether a clause is searched for its meaning, not quoted. */
const isLoose = (clause: readonly SearchTerm[]): boolean => clause.every(({ kind }) => kind !== 'phrase')

/**
 * Shortens a long search: removes clauses that no text contains, and the most frequent ones.
 * @param isWhole whether the index is complete: otherwise any word may be in a text
 */
export const withoutAbsent = async (index: SearchIndex, query: SearchQuery, isWhole: boolean): Promise<LongSearch> => {
  if (query.required.length < sentenceTerms) return { query, frequencies: undefined }
  const counts = await index.ask('frequencies', bagsOf({ ...query, excluded: [] }, []))
  const all = query.required.map((clause, at) => ({ clause, at, count: counts[at] ?? 0 }))
  const absent = isWhole ? all.filter(({ clause, count }) => count === 0 && isLoose(clause)) : []
  const there = all.filter((one) => !absent.includes(one))
  // Nothing would be left to search for.
  if (there.length === 0) return { query, frequencies: counts }
  const byRarity = [...there].sort((a, b) => a.count - b.count || a.at - b.at)
  const frequent = byRarity.slice(maxTogether).filter(({ clause }) => isLoose(clause))
  const kept = there.filter((one) => !frequent.includes(one))
  const hintOf = (why: string, some: typeof all): readonly string[] =>
    some.length === 0 ? [] : [`Ignored, as ${why}: ${[...new Set(some.map(({ clause }) => nameOf(clause)))].join(', ')}.`]
  const hints = [
    ...query.hints,
    ...hintOf(absent.length === 1 ? 'no text has it' : 'no text has them', absent),
    ...hintOf('many texts have them', frequent),
  ]
  return { query: { ...query, required: kept.map(({ clause }) => clause), hints }, frequencies: kept.map(({ count }) => count) }
}

/** The clauses that say most, the rarest first. */
const rareClauses = (frequencies: Frequencies, passages: number): readonly number[] => {
  const byRarity = [...frequencies.entries()].filter(([, count]) => count > 0).sort(([, a], [, b]) => a - b)
  const rare = byRarity.filter(([, count]) => count <= passages * commonShare)
  return (rare.length > 0 ? rare : byRarity.slice(0, 3)).slice(0, maxRare).map(([clause]) => clause)
}

/** A search for only the rare words, for passages that have some of them. */
export interface RareSearch {
  readonly query: SearchQuery
  readonly candidates: readonly Candidate[]
}

export const searchRare = async (
  index: SearchIndex,
  query: SearchQuery,
  frequencies: Frequencies,
  filter: TextFilter,
  allowed: AllowedCommits | undefined,
): Promise<RareSearch> => {
  const { passages: all } = await index.ask('size', undefined)
  const rare = { ...query, required: rareClauses(frequencies, all).flatMap((at) => [query.required[at] ?? []]) }
  if (rare.required.length === 0) return { query: rare, candidates: [] }
  const commits = allowed?.commits ?? null
  const found = await index.ask('match', {
    ...expressionOfSome(rare, filter.marks),
    ...{ commits, sessions: isAboutEvents(query) ? [] : (allowed?.sessions ?? null) },
    ...{ isNewestFirst: false, most: maxRanked, limit: maxCandidates, between: null },
  })
  const turns = [...new Set(found.passages.map(({ turn }) => turn))].slice(0, maxTurns)
  const input = { bags: bagsOf(rare, filter.marks), commits, least: 1, turns, limit: maxCandidates }
  const inTurns = new Map<string, number>()
  for (const { turn, bits } of await index.ask('turns', input)) inTurns.set(turn, (inTurns.get(turn) ?? 0) | bits)
  const clauses = [...rare.required.keys()]
  const absent = new Set(clauses)
  const candidates = found.passages.map((passage) => {
    const bits = inTurns.get(passage.turn) ?? 0
    return { passage, stage: 1 as const, look: { absent, inTurn: new Set(clauses.filter((clause) => (bits & (1 << clause)) !== 0)) } }
  })
  return { query: rare, candidates }
}
