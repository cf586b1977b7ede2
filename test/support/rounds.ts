/** How often something is tried that is worth trying often: a few times in every run of the tests, more when somebody has the time. */
const isLong = process.env['STRATA_TESTS'] === 'long'

/** @param more with `STRATA_TESTS=long`. */
export const rounds = (few: number, more: number): number => (isLong ? more : few)

/** The same for cases: every so-manieth, all with `STRATA_TESTS=long`. The first is always among them. */
export const some = <T>(cases: readonly T[], every: number): readonly T[] => cases.filter((_, at) => isLong || at % every === 0)
