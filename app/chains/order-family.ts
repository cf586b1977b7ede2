/** Decides, among sessions that share records, whose the shared records are: a resumed or forked session copies its beginning from another. */

/** A session as far as ownership goes. */
export interface FamilyMember {
  readonly sessionId: string
  /** Earliest time in its records, milliseconds since 1970; null: none is readable. */
  readonly firstAt: number | null
  /** Notes without a uuid that stand among the shared records: the client writes them as it works, and leaves them out of a copy. */
  readonly woven: number
  /** Sessions that its records say it was forked from. */
  readonly forkedFrom: readonly string[]
}

/** One uuid that stands in several sessions. */
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

const compare = (a: FamilyMember, b: FamilyMember): number => {
  const firstA = a.firstAt ?? Infinity
  const firstB = b.firstAt ?? Infinity
  if (firstA !== firstB) return firstA - firstB
  if (a.woven !== b.woven) return b.woven - a.woven
  return a.sessionId < b.sessionId ? -1 : 1
}

/**
 * Owners before copies: what a session says it was forked from comes before it, else the one that begins earlier, else the one whose
 * shared records have notes among them, else the smaller name.
 * The order of import never enters.
 */
export const orderFamily = (members: readonly FamilyMember[]): readonly FamilyMember[] => {
  const waiting = [...members].sort(compare)
  const ordered: FamilyMember[] = []
  while (waiting.length > 0) {
    const left = new Set(waiting.map((member) => member.sessionId))
    const ready = waiting.findIndex((member) => member.forkedFrom.every((from) => from === member.sessionId || !left.has(from)))
    const [next] = waiting.splice(Math.max(0, ready), 1)
    if (next !== undefined) ordered.push(next)
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
