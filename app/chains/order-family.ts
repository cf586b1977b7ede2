/** Decides which session owns records that several sessions contain: a resumed or forked session copies its beginning from another. */

/** A session as far as ownership goes. */
export interface FamilyMember {
  readonly sessionId: string
  /** Earliest time in its records, milliseconds since 1970; null: none is readable. */
  readonly firstAt: number | null
  /** Sessions that its records say it was forked from. */
  readonly forkedFrom: readonly string[]
}

/** What a session holds together with others, or alone after all that. */
export interface FamilyShare {
  readonly sessionId: string
  /** Sessions that hold the same records, itself included. */
  readonly holders: readonly string[]
  /** Earliest time of these records, milliseconds since 1970; null: none is readable. */
  readonly firstAt: number | null
  /** Records between these that only this session has: notes of the client, and what it excludes from a copy. */
  readonly woven: number
}

/** One uuid that several sessions contain. */
export interface SharedUuid {
  readonly uuid: string
  readonly sessionIds: readonly string[]
}

/** Groups sessions that share records, directly or through others. Members and families are sorted by name. */
export const findFamilies = (shared: readonly SharedUuid[]): readonly (readonly string[])[] => {
  const parent = new Map<string, string>()
  const rootOf = (id: string): string => {
    let at = id
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up
    parent.set(id, at)
    return at
  }
  for (const { sessionIds } of shared) {
    const first = sessionIds[0]
    if (first === undefined) continue
    for (const id of sessionIds) {
      if (!parent.has(id)) parent.set(id, id)
      parent.set(rootOf(id), rootOf(first))
    }
  }
  const families = new Map<string, string[]>()
  for (const id of [...parent.keys()].sort()) families.set(rootOf(id), [...(families.get(rootOf(id)) ?? []), id])
  return [...families.values()]
}

/** Sessions that hold some records together, and the time of the first of these. */
interface Holding {
  readonly holders: ReadonlySet<string>
  readonly firstAt: number
}

/** Sets of sessions, those that hold earlier records first. */
const holdingsOf = (shares: readonly FamilyShare[]): readonly Holding[] => {
  const times = new Map<string, { readonly holders: readonly string[]; readonly firstAt: number }>()
  for (const { holders, firstAt } of shares) {
    const name = holders.join(' ')
    times.set(name, { holders, firstAt: Math.min(times.get(name)?.firstAt ?? Infinity, firstAt ?? Infinity) })
  }
  const named = [...times].sort(([nameA, a], [nameB, b]) => (a.firstAt === b.firstAt ? (nameA < nameB ? -1 : 1) : a.firstAt - b.firstAt))
  return named.map(([, { holders, firstAt }]) => ({ holders: new Set(holders), firstAt }))
}

const compare = (a: FamilyMember, b: FamilyMember, holdings: readonly Holding[]): number => {
  const firstA = a.firstAt ?? Infinity
  const firstB = b.firstAt ?? Infinity
  if (firstA !== firstB) return firstA - firstB
  const ownRecordsBegin = (one: FamilyMember, other: FamilyMember): number =>
    holdings.find(({ holders }) => holders.has(one.sessionId) && !holders.has(other.sessionId))?.firstAt ?? -Infinity
  const [partsA, partsB] = [ownRecordsBegin(a, b), ownRecordsBegin(b, a)]
  if (partsA !== partsB) return partsA - partsB
  return a.sessionId < b.sessionId ? -1 : 1
}

/** Number of records that only one session has, between records that it shares with another: session → other session → number. */
const wovenWith = (shares: readonly FamilyShare[]): ReadonlyMap<string, ReadonlyMap<string, number>> => {
  const woven = new Map<string, Map<string, number>>()
  for (const share of shares) {
    if (share.woven === 0) continue
    const own = woven.get(share.sessionId) ?? new Map<string, number>()
    woven.set(share.sessionId, own)
    for (const other of share.holders) own.set(other, (own.get(other) ?? 0) + share.woven)
  }
  return woven
}

/** Pairs of sessions that begin at the same time; the first session of a pair wrote the common part. */
const writersOf = (members: readonly FamilyMember[], shares: readonly FamilyShare[]): readonly (readonly [string, string])[] => {
  const firstAt = new Map(members.map((member) => [member.sessionId, member.firstAt]))
  const woven = wovenWith(shares)
  return [...woven].flatMap(([writer, others]) =>
    [...others]
      .filter(([other, count]) => firstAt.get(other) === firstAt.get(writer) && count > (woven.get(other)?.get(writer) ?? 0))
      .map(([other]) => [writer, other] as const),
  )
}

/** Sessions that come before each for sure: what it says it was forked from, and what wrote their common records. */
const knownBefore = (members: readonly FamilyMember[], shares: readonly FamilyShare[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const before = new Map(members.map(({ sessionId, forkedFrom }) => [sessionId, new Set(forkedFrom.filter((from) => from !== sessionId))]))
  for (const [writer, other] of writersOf(members, shares)) if (before.get(writer)?.has(other) !== true) before.get(other)?.add(writer)
  return before
}

/**
 * Orders owners before copies. The rules, in order: a session comes after the one that it says it was forked from; the one that begins
 * earlier comes first; so does the one with separate records among the common ones, which a copy excludes; so does the one with nothing but
 * the common records; so does the one that continues from there earlier; so does the smaller name.
 * The order of import has no influence.
 */
export const orderFamily = (members: readonly FamilyMember[], shares: readonly FamilyShare[]): readonly FamilyMember[] => {
  const holdings = holdingsOf(shares)
  const before = knownBefore(members, shares)
  // Sorted by name first: inconsistent shares may form a circle, whose beginning must not depend on the order of the input.
  const waiting = [...members].sort((a, b) => (a.sessionId < b.sessionId ? -1 : 1)).sort((a, b) => compare(a, b, holdings))
  const left = new Set(waiting.map(({ sessionId }) => sessionId))
  const ordered: FamilyMember[] = []
  while (waiting.length > 0) {
    const ready = waiting.findIndex(({ sessionId }) => [...(before.get(sessionId) ?? [])].every((from) => !left.has(from)))
    const [next] = waiting.splice(Math.max(0, ready), 1)
    if (next === undefined) continue
    left.delete(next.sessionId)
    ordered.push(next)
  }
  return ordered
}

/** Which of a session's shared uuids belong to another session: the first in the order that holds them. */
export const ownersOf = (
  order: readonly FamilyMember[],
  shared: readonly SharedUuid[],
): ReadonlyMap<string, ReadonlyMap<string, string>> => {
  const rank = new Map(order.map((member, index) => [member.sessionId, index]))
  const foreign = new Map<string, Map<string, string>>(order.map((member) => [member.sessionId, new Map<string, string>()]))
  for (const { uuid, sessionIds } of shared) {
    const inOrder = [...sessionIds].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0))
    const owner = inOrder[0]
    if (owner === undefined) continue
    for (const id of inOrder.slice(1)) foreign.get(id)?.set(uuid, owner)
  }
  return foreign
}
