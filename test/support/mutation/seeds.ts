/** Which damaged transcripts are tried: those that once failed, and as many others as are asked for. */

/** Seeds that failed once, with what was wrong then. They are tried for ever. */
const failedOnce = {
  samples: [],
  real: [],
  sampleStores: [
    // Copies of a sub-agent's transcript in other sessions: the original kept the longer id that it had while a copy had its own.
    6401, 6961, 8401,
  ],
  realStores: [
    3081, // A sub-agent's transcript was renamed away from the note beside it, which was then called unreadable.
  ],
}

const count = Number(process.env['STRATA_MUTATIONS'] ?? 60)
const first = Number(process.env['STRATA_MUTATION_FROM'] ?? 1)
/** A whole store is made of every so-many-th, half of them of real sessions. */
const everyStore = 40

const range = (step: number): readonly number[] => Array.from({ length: Math.ceil(count / step) }, (_, at) => first + at * step)

export const mutationSeeds = {
  samples: [...failedOnce.samples, ...range(1)],
  real: [...failedOnce.real, ...range(1)],
  sampleStores: [...failedOnce.sampleStores, ...range(2 * everyStore)],
  realStores: [...failedOnce.realStores, ...range(2 * everyStore)],
  timeoutMs: 60_000 + count * 3_000,
}
