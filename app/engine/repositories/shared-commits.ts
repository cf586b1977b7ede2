/** Commits of Git that two folders have, as evidence that they are checkouts of one repository. */
import { placeKey, type Place, type SharedCommits } from './fold-checkouts.ts'

/** A commit that a command in a folder made or listed. */
export interface SeenCommit {
  readonly place: Place
  readonly hash: string
  readonly madeAt: number | null
  readonly seenAt: number | null
}

interface InPlace {
  readonly place: Place
  madeAt: number
  seenAt: number
}

/** By commit and place: when it was made there first, and listed there last. */
const byCommit = (seen: readonly SeenCommit[]): ReadonlyMap<string, ReadonlyMap<string, InPlace>> => {
  const commits = new Map<string, Map<string, InPlace>>()
  for (const { place, hash, madeAt, seenAt } of seen) {
    const places = commits.get(hash) ?? new Map<string, InPlace>()
    commits.set(hash, places)
    const own = places.get(placeKey(place)) ?? { place, madeAt: Infinity, seenAt: -Infinity }
    places.set(placeKey(place), own)
    own.madeAt = Math.min(own.madeAt, madeAt ?? Infinity)
    own.seenAt = Math.max(own.seenAt, seenAt ?? -Infinity)
  }
  return commits
}

/** Whether a commit came from one place to the other. */
const went = (one: InPlace, other: InPlace): boolean => one.madeAt < other.seenAt && other.madeAt === Infinity

const inOrder = (one: InPlace, other: InPlace): number => (placeKey(one.place) < placeKey(other.place) ? -1 : 1)

/** If a commit is in more places, the first of them are compared. */
const maxPlaces = 20

export const sharedCommits = (seen: readonly SeenCommit[]): readonly SharedCommits[] => {
  const pairs = new Map<string, { one: Place; other: Place; commits: number; isSent: boolean; isReceived: boolean }>()
  for (const places of byCommit(seen).values()) {
    const all = [...places.values()].sort(inOrder).slice(0, maxPlaces)
    for (const [at, one] of all.entries())
      for (const other of all.slice(at + 1)) {
        const key = `${placeKey(one.place)}\n\n${placeKey(other.place)}`
        const pair = pairs.get(key) ?? { one: one.place, other: other.place, commits: 0, isSent: false, isReceived: false }
        pairs.set(key, pair)
        pair.commits += 1
        pair.isSent ||= went(one, other)
        pair.isReceived ||= went(other, one)
      }
  }
  return [...pairs.values()].map(({ isSent, isReceived, ...pair }) => ({ ...pair, isExchanged: isSent && isReceived }))
}
