/** Newest wins: of two that say different things about one subject the later stands first, and the earlier is called older. */
import { isWarning, type RecallCandidate } from './candidate.ts'
import type { Matched, TermWeights } from './word-index.ts'

export interface Ranked {
  readonly candidate: RecallCandidate
  readonly score: number
  readonly matched: Matched | undefined
  /** Terms of what it says. */
  readonly terms: ReadonlySet<string>
}

/** Share of the weight of the question's terms that both need to have in common to be about one subject. */
const sameSubject = 0.6
/** Share of the weight of all their terms that both have in common: from where they are about one subject, and from where one replaces the other. */
const alike = { subject: 0.25, replaces: 0.45, changes: 0.2 } as const
/** The later one stands first only if it fits nearly as well. */
const nearlyAsWell = 0.6

/** Words by which a later one says that something is no longer so. */
const saysChange =
  /\b(?:instead|no longer|from now on|any ?more|rather than|replac\w*|switch\w*|chang\w*|renam\w*|revert\w*|mov(?:e|ed|ing) (?:to|from|away)|drop\w*|deprecat\w*|now|statt\w*|nicht mehr|ab jetzt|künftig|ersetz\w*)\b/iu

const weightOf = (words: TermWeights, terms: Iterable<string>): number => {
  let sum = 0
  for (const term of terms) sum += words.get(term) ?? 0
  return sum
}

const inBoth = (one: ReadonlySet<string>, other: ReadonlySet<string>): readonly string[] => [...one].filter((term) => other.has(term))

/** Share of the weight of the smaller one. */
const shared = (words: TermWeights, one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const all = Math.min(weightOf(words, one), weightOf(words, other))
  return all === 0 ? 0 : weightOf(words, inBoth(one, other)) / all
}

/** Share of the weight of both together. */
const likeness = (words: TermWeights, one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  const both = weightOf(words, inBoth(one, other))
  const all = weightOf(words, one) + weightOf(words, other) - both
  return all === 0 ? 0 : both / all
}

const areEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size > 0 && one.size === other.size && inBoth(one, other).length === one.size

/** `repeats`: the same said again; `replaces`: another thing about the same subject; `follows`: about the same subject. */
type Relation = 'repeats' | 'replaces' | 'follows' | 'neither'

const asked = ({ matched }: Ranked): ReadonlySet<string> => new Set(matched?.terms ?? [])

const relationOf = (words: TermWeights, later: Ranked, earlier: Ranked): Relation => {
  if (later.candidate.summary === earlier.candidate.summary || areEqual(later.terms, earlier.terms)) return 'repeats'
  const like = likeness(words, later.terms, earlier.terms)
  const least = saysChange.test(later.candidate.summary) ? alike.changes : alike.replaces
  if (like < Math.min(least, alike.subject)) return 'neither'
  const [ofLater, ofEarlier] = [asked(later), asked(earlier)]
  if (ofLater.size === 0 || shared(words, ofLater, ofEarlier) < sameSubject) return 'neither'
  // What became nothing replaces nothing.
  if (isWarning(later.candidate)) return 'neither'
  return like >= least ? 'replaces' : 'follows'
}

const timeOf = ({ candidate }: Ranked): number => candidate.occurredAt ?? 0

const isLater = (one: Ranked, other: Ranked): boolean => timeOf(one) > timeOf(other)

export interface Fresh extends Ranked {
  readonly isOlder: boolean
}

interface Placed {
  ranked: Ranked
  isOlder: boolean
}

/** Puts one that fits less well than the others among them. */
const place = (kept: Placed[], one: Ranked, words: TermWeights): void => {
  const related = kept.map((other) => {
    const isNewer = isLater(one, other.ranked)
    return { other, isNewer, relation: isNewer ? relationOf(words, one, other.ranked) : relationOf(words, other.ranked, one) }
  })
  const again = related.find(({ relation }) => relation === 'repeats')
  if (again !== undefined) {
    if (again.isNewer) again.other.ranked = { ...one, score: again.other.ranked.score }
    return
  }
  const older = related.filter(
    ({ isNewer, relation, other }) => isNewer && relation !== 'neither' && one.score >= other.ranked.score * nearlyAsWell,
  )
  for (const { other, relation } of older) if (relation === 'replaces') other.isOlder = true
  const isOlder = related.some(({ isNewer, relation }) => !isNewer && relation === 'replaces')
  const [first] = older
  kept.splice(first === undefined ? kept.length : kept.indexOf(first.other), 0, { ranked: one, isOlder })
}

/** The best first, but each behind later ones on its subject; what a later one only repeats is gone. @param ranked the best first */
export const newestFirst = (ranked: readonly Ranked[], words: TermWeights): readonly Fresh[] => {
  const kept: Placed[] = []
  for (const one of ranked) place(kept, one, words)
  return kept.map(({ ranked: one, isOlder }) => ({ ...one, isOlder }))
}
