/** Finds in a text what looks like a secret: keys, tokens, passwords, private keys. */
import { finderOf } from './find-at-hints.ts'
import { namedRules } from './named-values.ts'
import { placedRules } from './placed-secrets.ts'
import { readEscapes } from './read-escapes.ts'
import type { FoundAt, SecretRule } from './secret-rule.ts'
import { serviceRules } from './service-keys.ts'
import { columnsIn } from './table-columns.ts'

export interface SecretSpan {
  readonly kind: string
  /** Place in the text, UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** The secret without escapes. */
  readonly text: string
  /** The text before it that names it; '' when its own shape identifies it. */
  readonly before: string
  readonly by: 'shape' | 'place' | 'chance'
}

const rules = [...placedRules, ...serviceRules, ...namedRules]
const findAtHints = finderOf(rules)
const findShapesAtHints = finderOf(rules.filter(({ by }) => by === 'shape'))

/** The texts near which secrets are searched for. */
export const secretHints: readonly string[] = [...new Set(rules.flatMap(({ hints }) => hints))]

const randomText = 'long random text'

/** Names of the secrets that are found by their shape or name, for a reader. */
export const secretKinds: readonly string[] = [...new Set([...rules.map(({ kind }) => kind), randomText])]

/** Long runs of digits and letters of both cases, as only a machine writes them. A run starts where a word starts, never within one. */
const run = /(?<![A-Za-z0-9+/_=-])[A-Za-z0-9+/_=-]{40,}/g
const isMachineMade = (text: string): boolean =>
  text.split(/[/_=-]/).some((part) => part.length >= 20 && /[a-z]/.test(part) && /[A-Z]/.test(part) && /\d/.test(part))
/** Checksums, as lists of packages have them. */
const checksum = /^sha(?:1|256|384|512)-/

const spanOf = (text: string, { start, end, before }: FoundAt, { kind, by }: Pick<SecretRule, 'kind' | 'by'>): SecretSpan => ({
  kind,
  start,
  end,
  text: text.slice(start, end),
  before,
  by,
})

const minRunLength = 40

const runsIn = (text: string): readonly SecretSpan[] =>
  text.length < minRunLength
    ? []
    : [...text.matchAll(run)]
        .filter(([found]) => !checksum.test(found) && isMachineMade(found))
        .map(({ 0: found, index }) => ({
          kind: randomText,
          start: index,
          end: index + found.length,
          text: found,
          before: '',
          by: 'chance',
        }))

const lengthOf = ({ start, end }: SecretSpan): number => end - start

const overlap = (one: SecretSpan, other: SecretSpan): boolean => one.start < other.end && other.start < one.end

/** Whether one secret is better than another. A known shape wins when it makes up most of the value, otherwise the longer one. */
const isBetter = (one: SecretSpan, other: SecretSpan): boolean => {
  const most = Math.max(lengthOf(one), lengthOf(other)) * 0.6
  const rank = { shape: 2, place: 1, chance: 0 }
  if (one.by !== other.by && Math.min(lengthOf(one), lengthOf(other)) >= most) return rank[one.by] > rank[other.by]
  return lengthOf(one) > lengthOf(other)
}

const contains = (outer: SecretSpan, inner: SecretSpan): boolean => outer.start <= inner.start && inner.end <= outer.end

/** The better of two secrets; it covers both unless one contains the other. */
const better = (one: SecretSpan, other: SecretSpan): SecretSpan => {
  const best = isBetter(one, other) ? one : other
  if (contains(one, other) || contains(other, one)) return best
  return { ...best, start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) }
}

/** Spans without overlap, in order. */
const apart = (spans: readonly SecretSpan[]): readonly SecretSpan[] => {
  const kept: SecretSpan[] = []
  for (const span of [...spans].sort((one, other) => one.start - other.start)) {
    const last = kept.at(-1)
    if (last === undefined || !overlap(last, span)) kept.push(span)
    else kept[kept.length - 1] = better(span, last)
  }
  return kept
}

const ofSetting = { kind: 'value of a setting', by: 'place' } as const

const findAnywhere = (text: string): readonly SecretSpan[] => [
  ...findAtHints(text).map((found) => spanOf(text, found, found.rule)),
  ...columnsIn(text).map((found) => spanOf(text, found, ofSetting)),
]

const spansAsRead = (written: string): readonly SecretSpan[] => {
  const read = readEscapes(written, true)
  if (read === undefined) return []
  return findAnywhere(read.text).map((span) => ({ ...span, start: read.placeOf(span.start), end: read.placeOf(span.end) }))
}

/** Text that looks like a secret, in the raw text and in the text without escapes; in order, without overlap. */
export const findSecretsIn = (text: string): readonly SecretSpan[] => apart([...findAnywhere(text), ...spansAsRead(text), ...runsIn(text)])

/** Keys and tokens that are known by their shape alone. */
export const findShapesIn = (text: string): readonly SecretSpan[] =>
  apart(findShapesAtHints(text).map((found) => spanOf(text, found, found.rule)))
