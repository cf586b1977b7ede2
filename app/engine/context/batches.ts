/** Which sessions are read together: their artifacts are in memory meanwhile. */
import type { Part } from '../derived/derived.ts'

const batchBytes = 8 * 1024 * 1024

export const batchesOf = <P extends Part>(sessions: readonly P[]): readonly (readonly P[])[] => {
  const batches: P[][] = []
  let bytes = Infinity
  for (const session of sessions) {
    if (bytes + session.size > batchBytes) {
      batches.push([])
      bytes = 0
    }
    batches.at(-1)?.push(session)
    bytes += session.size
  }
  return batches
}
