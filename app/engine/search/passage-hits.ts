/** Examines the texts of a passage: which texts match, how near the words are to each other, and which excerpt to show. */
import type { SearchHit } from '../../contract/search.ts'
import type { SearchQuery } from '../../model/search/search-query.ts'
import { plainText, termMatcher, type PlainText, type TermMatcher, type TextRange } from '../../model/search/term-matches.ts'
import { runnable, type LinearPattern } from './linear-pattern.ts'
import type { PassageText } from './load-passages.ts'
import { minFactor, nearness as nearnessWeights, pieceWeights } from './weights.ts'

export interface Matchers {
  readonly required: readonly (readonly TermMatcher[])[]
  readonly excluded: readonly TermMatcher[]
  readonly patterns: readonly LinearPattern[]
  /** Without regular expressions that cannot be run: its hints say which. */
  readonly query: SearchQuery
}

export const matchersOf = (read: SearchQuery): Matchers => {
  const { query, patterns } = runnable(read)
  return {
    required: query.required.map((terms) => terms.map(termMatcher)),
    excluded: query.excluded.map(termMatcher),
    patterns,
    query,
  }
}

/** Places of one term in a text that are looked at. */
const maxRanges = 60
const excerptChars = { before: 80, whole: 320 } as const

interface Found {
  readonly text: PassageText
  /** For each required clause where it is; of a clause that is not there: nothing. */
  readonly clauses: readonly (readonly TextRange[])[]
  readonly patterns: readonly (readonly TextRange[])[]
}

const lookAt = (text: PassageText, plain: PlainText, { required, patterns }: Matchers): Found => ({
  text,
  clauses: required.map((terms) => terms.flatMap((matcher) => matcher.ranges(plain, maxRanges)).sort(([a], [b]) => a - b)),
  patterns: patterns.map((pattern) => pattern.ranges(text.text, maxRanges)),
})

/** A text, and which clauses and patterns of the search are in it. */
export interface MatchedText {
  readonly text: PassageText
  readonly present: readonly boolean[]
}

/** The texts of a passage that match any part of the search; none when one contains an excluded word. */
export const matchedTexts = (texts: readonly PassageText[], { required, excluded, patterns }: Matchers): readonly MatchedText[] => {
  const plain = texts.map((text) => ({ text, plain: plainText(text.text) }))
  if (plain.some((one) => excluded.some((matcher) => matcher.ranges(one.plain, 1).length > 0))) return []
  const looked = plain.map((one) => ({
    text: one.text,
    present: [
      ...required.map((terms) => terms.some((matcher) => matcher.ranges(one.plain, 1).length > 0)),
      ...patterns.map((pattern) => pattern.ranges(one.text.text, 1).length > 0),
    ],
  }))
  return required.length + patterns.length === 0 ? looked : looked.filter(({ present }) => present.includes(true))
}

/** Values whose texts in these passages of one turn have all words between them; patterns have to match within one passage. */
export const fullValues = (
  passages: readonly (readonly MatchedText[])[],
  { required }: Pick<Matchers, 'required'>,
  valueOf: (text: MatchedText) => string | null,
): readonly string[] => {
  const byValue = new Map<string, readonly boolean[]>()
  for (const texts of passages) {
    const own = new Map<string, readonly boolean[]>()
    for (const text of texts) {
      const value = valueOf(text)
      if (value !== null) own.set(value, either(text.present, own.get(value)))
    }
    for (const [value, present] of own)
      if (present.slice(required.length).every(Boolean)) byValue.set(value, either(present, byValue.get(value)))
  }
  return [...byValue].flatMap(([value, present]) => (present.every(Boolean) ? [value] : []))
}

const either = (one: readonly boolean[], other: readonly boolean[] | undefined): readonly boolean[] =>
  one.map((is, at) => is || other?.[at] === true)

interface Closest {
  readonly from: number
  readonly to: number
  /** In the order of the search. */
  readonly isInOrder: boolean
}

/** The shortest stretch that has one place of each list. */
const closest = (lists: readonly (readonly TextRange[])[]): Closest | undefined => {
  const all = lists.flatMap((ranges, clause) => ranges.map(([from, to]) => ({ from, to, clause }))).sort((a, b) => a.from - b.from)
  const last = new Map<number, { readonly from: number; readonly to: number }>()
  let best: Closest | undefined
  for (const { from, to, clause } of all) {
    last.set(clause, { from, to })
    if (last.size < lists.length) continue
    const places = [...last.entries()].sort(([a], [b]) => a - b).map(([, place]) => place)
    const start = Math.min(...places.map((place) => place.from))
    const end = Math.max(...places.map((place) => place.to))
    if (best !== undefined && end - start >= best.to - best.from) continue
    best = { from: start, to: end, isInOrder: places.every((place, at) => at === 0 || place.from >= (places[at - 1]?.from ?? 0)) }
  }
  return best
}

/** The weight of a passage besides its score in the index, and the texts to show. */
export interface PassageHits {
  /** Factor for the score; 1: unchanged. */
  readonly factor: number
  /** The best texts of the passage, the best first, up to the requested number. */
  readonly hits: readonly FoundText[]
}

const isHit = ({ clauses, patterns }: Found): boolean =>
  clauses.some((ranges) => ranges.length > 0) || patterns.some((ranges) => ranges.length > 0)

const covered = ({ clauses }: Found): number => clauses.filter((ranges) => ranges.length > 0).length

const nearness = (found: Found, clauses: number): number => {
  if (clauses === 0) return 0
  const present = found.clauses.filter((ranges) => ranges.length > 0)
  const stretch = closest(present)
  if (stretch === undefined) return 0
  const share = present.length / clauses
  const near = present.length < 2 ? 0 : Math.exp(-(stretch.to - stretch.from) / nearnessWeights.chars)
  return share * share * (1 + near + (stretch.isInOrder ? nearnessWeights.inOrder * near : 0))
}

const valueOf = (found: Found, clauses: number): number => pieceWeights[found.text.kind] * (clauses === 0 ? 1 : nearness(found, clauses))

const whole = (text: string): string => text.replace(/^[\udc00-\udfff]/, ' ').replace(/[\ud800-\udbff]$/, ' ')

export type Excerpt = Pick<SearchHit, 'text' | 'ranges' | 'hasMoreBefore' | 'hasMoreAfter'>

const excerptOf = ({ text: { text }, clauses, patterns }: Found): Excerpt => {
  const lists = [...clauses, ...patterns].filter((ranges) => ranges.length > 0)
  const at = closest(lists)?.from ?? 0
  const from = Math.max(0, Math.min(at - excerptChars.before, text.length - excerptChars.whole))
  const to = Math.min(text.length, from + excerptChars.whole)
  const inside = lists
    .flat()
    .filter(([start, end]) => start >= from && end <= to)
    .sort(([a], [b]) => a - b)
  const ranges: [number, number][] = []
  for (const [start, end] of inside) {
    const last = ranges.at(-1)
    if (last !== undefined && start - from <= last[1]) last[1] = Math.max(last[1], end - from)
    else ranges.push([start - from, end - from])
  }
  return { text: whole(text.slice(from, to)).replace(/\s/gu, ' '), ranges, hasMoreBefore: from > 0, hasMoreAfter: to < text.length }
}

/** The excerpt of a text that is not a passage as the index has it. */
export const excerptIn = (text: PassageText, matchers: Matchers): Excerpt => excerptOf(lookAt(text, plainText(text.text), matchers))

/** A hit without what the tables have about it. */
export type FoundText = Excerpt & Pick<SearchHit, 'kind' | 'elsewhere' | 'missing'> & Pick<PassageText, 'piece' | 'recordUuid'>

const hitOf = (found: Found, { required }: Matchers, inTurn: ReadonlySet<number>): FoundText => {
  const { piece, kind, recordUuid } = found.text
  const absent = found.clauses.flatMap((ranges, clause) => (ranges.length === 0 ? [clause] : []))
  const nameOf = (clause: number): string => required[clause]?.[0]?.term.text ?? ''
  return {
    piece,
    recordUuid,
    kind,
    ...excerptOf(found),
    elsewhere: absent.filter((clause) => inTurn.has(clause)).map(nameOf),
    missing: absent.filter((clause) => !inTurn.has(clause)).map(nameOf),
  }
}

export interface LookOptions {
  /** Clauses that the passage may lack, because they are elsewhere in the turn or not required. */
  readonly absent?: ReadonlySet<number>
  /** The absent clauses that are elsewhere in the turn. */
  readonly inTurn?: ReadonlySet<number>
  readonly most: number
}

const none: ReadonlySet<number> = new Set()

/** Clauses and patterns that are in the texts; undefined: the texts do not match. */
const present = (looked: readonly Found[], { required, query }: Matchers, absent: ReadonlySet<number>): ReadonlySet<number> | undefined => {
  const own = new Set([...required.keys()].filter((clause) => looked.some(({ clauses }) => (clauses[clause]?.length ?? 0) > 0)))
  if ([...required.keys()].some((clause) => !own.has(clause) && !absent.has(clause))) return undefined
  return query.patterns.every((_, at) => looked.some(({ patterns }) => (patterns[at]?.length ?? 0) > 0)) ? own : undefined
}

/** The matching texts, the best first; all texts when the search has no words. */
const bestTexts = (
  looked: readonly Found[],
  { required, patterns }: SearchQuery,
): readonly { readonly one: Found; readonly value: number }[] =>
  (required.length + patterns.length === 0 ? looked : looked.filter(isHit))
    .map((one) => ({ one, value: valueOf(one, required.length) }))
    .sort((a, b) => b.value - a.value || covered(b.one) - covered(a.one))

/** Undefined: on closer examination the passage does not match. @param texts the texts that pass the filters */
export const passageHits = (
  texts: readonly PassageText[],
  matchers: Matchers,
  { absent = none, inTurn = none, most }: LookOptions,
): PassageHits | undefined => {
  const { excluded, query } = matchers
  const plain = texts.map((text) => ({ text, plain: plainText(text.text) }))
  if (plain.some((one) => excluded.some((matcher) => matcher.ranges(one.plain, 1).length > 0))) return undefined
  const looked = plain.map((one) => lookAt(one.text, one.plain, matchers))
  const own = present(looked, matchers, absent)
  if (own === undefined) return undefined
  const found = bestTexts(looked, query)
  const [best] = found
  if (best === undefined) return undefined
  const known = new Set([...own, ...inTurn])
  return { factor: minFactor + best.value, hits: found.slice(0, most).map(({ one }) => hitOf(one, matchers, known)) }
}
