/** What tables that are made from the artifacts of sessions have in common. */
import type { Derived, Given, Part } from './derived.ts'

/** Sizes are bytes of artifacts. */
export const fromArtifacts = {
  maxSilent: { asked: 10 * 1024 * 1024, idle: 100 * 1024 * 1024 },
  maxAttempts: 3,
  runsWithJobs: false,
  yieldsToImports: false,
} as const satisfies Partial<Derived<Part, Given>>

/** Sessions that are read together, because their artifacts are in memory meanwhile: up to this number of bytes, or one larger session. */
export const batchesOf =
  (maxBytes: number) =>
  <P extends Part>(sessions: readonly P[]): readonly (readonly P[])[] => {
    const batches: P[][] = []
    let bytes = Infinity
    for (const session of sessions) {
      if (bytes + session.size > maxBytes) {
        batches.push([])
        bytes = 0
      }
      batches.at(-1)?.push(session)
      bytes += session.size
    }
    return batches
  }
