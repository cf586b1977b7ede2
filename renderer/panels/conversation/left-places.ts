/** Where sessions were left: Back returns there. */
import type { RowFound } from '../../../app/contract/reader.ts'

export interface LeftPlace {
  /** The first row in view. */
  readonly row: RowFound
  readonly unfolded: ReadonlySet<string>
}

const places = new Map<string, LeftPlace>()
const mostPlaces = 100

const keyOf = (sessionId: string, branch: string | undefined): string => `${sessionId} ${branch ?? ''}`

export const leftPlace = (sessionId: string, branch: string | undefined): LeftPlace | undefined => places.get(keyOf(sessionId, branch))

export const rememberPlace = (sessionId: string, branch: string | undefined, place: LeftPlace): void => {
  const key = keyOf(sessionId, branch)
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > mostPlaces && oldest !== undefined) places.delete(oldest)
}
