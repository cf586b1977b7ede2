/** How often a secret was found, and where. */
import { countOf } from '../../../app/model/format/count.ts'

const isCommit = (place: string): boolean => place.startsWith('ctx-')

/** `2 times, in 2 commits`; a place is a commit, or a session whose files contain the secret outside of its commits. */
export const foundPlaces = (count: number, places: readonly string[]): string => {
  const [first = 'n/a', ...more] = places
  const one = isCommit(first) ? first : `session ${first.slice(0, 8)}`
  const where = more.length === 0 ? one : countOf(places.length, places.every(isCommit) ? 'commit' : 'place')
  return `${countOf(count, 'time')}, in ${where}`
}
