/** Sums over the parts of a request: by owner, by kind, and by mark. */
import type { GonePart, GoneSum, KindShare, MarkedParts, OwnerShare, PartsSum, RequestPart } from '../../../contract/context.ts'
import { groupBy } from '../../../model/group-by.ts'
import { isRepetition, isUnreferred } from '../../../model/request-marks.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((so, one) => so + one, 0)

/** @param isKnown whether tokens are known: no part has none then */
export const sumOf = (parts: readonly RequestPart[], isKnown: boolean): PartsSum => ({
  items: parts.length,
  chars: sum(parts.map(({ chars }) => chars ?? 0)),
  tokens: isKnown ? sum(parts.map(({ tokens }) => tokens ?? 0)) : null,
})

const largestFirst = (a: PartsSum, b: PartsSum): number => (b.tokens ?? b.chars) - (a.tokens ?? a.chars)

const keyOf = ({ kind, name }: RequestPart['owner']): string => `${kind} ${name}`

export const ownersOf = (parts: readonly RequestPart[], isKnown: boolean): readonly OwnerShare[] =>
  [...groupBy(parts, ({ owner }) => keyOf(owner)).values()]
    .flatMap((own) => (own[0] === undefined ? [] : [{ owner: own[0].owner, ...sumOf(own, isKnown) }]))
    .sort(largestFirst)

export const kindsOf = (parts: readonly RequestPart[], isKnown: boolean): readonly KindShare[] =>
  [...groupBy(parts, ({ kind }) => kind)].map(([kind, own]) => ({ kind, ...sumOf(own, isKnown) })).sort(largestFirst)

export const markedOf = (parts: readonly RequestPart[], isKnown: boolean, laterReplies: number): MarkedParts => {
  const of = (wanted: (part: RequestPart) => boolean): PartsSum => sumOf(parts.filter(wanted), isKnown)
  return {
    repeated: of(isRepetition),
    sameText: of(({ sameText }) => (sameText?.nth ?? 1) > 1),
    sameFile: of(({ sameFile }) => (sameFile?.nth ?? 1) > 1),
    unreferred: of(isUnreferred),
    judged: of(({ namedAgain }) => namedAgain !== null),
    laterReplies,
  }
}

export const goneSums = (gone: readonly GonePart[]): readonly GoneSum[] =>
  [...groupBy(gone, ({ reason, kind }) => `${reason} ${kind}`).values()].flatMap((own) =>
    own[0] === undefined
      ? []
      : [
          {
            reason: own[0].reason,
            kind: own[0].kind,
            items: sum(own.map(({ items }) => items)),
            chars: sum(own.map(({ chars }) => chars)),
          },
        ],
  )

/** The largest, in their order. */
export const largestOf = <T>(all: readonly T[], most: number | undefined, sizeOf: (one: T) => number): readonly T[] => {
  if (most === undefined || all.length <= most) return all
  const kept = new Set([...all].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, most))
  return all.filter((one) => kept.has(one))
}
