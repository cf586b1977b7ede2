/** Which damaged transcripts are tried: those that once failed, and as many others as are asked for. */

/** Seeds that failed once, with what was wrong then. They are tried for ever. */
const failedOnce: Readonly<Record<'samples' | 'real' | 'stores', readonly number[]>> = { samples: [], real: [], stores: [] }

const count = Number(process.env['STRATA_MUTATIONS'] ?? 60)
const first = Number(process.env['STRATA_MUTATION_FROM'] ?? 1)
/** A whole store is made of every so-many-th. */
const everyStore = 40

const range = (step: number): readonly number[] => Array.from({ length: Math.ceil(count / step) }, (_, at) => first + at * step)

export const mutationSeeds = {
  samples: [...failedOnce.samples, ...range(1)],
  real: [...failedOnce.real, ...range(1)],
  stores: [...failedOnce.stores, ...range(everyStore)],
  timeoutMs: 60_000 + count * 3_000,
}
