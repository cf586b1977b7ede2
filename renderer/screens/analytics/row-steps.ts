/** How many rows of a question are asked for: few at first, more when somebody wants them. A file takes all. */

const steps = [1000, 10_000, 100_000] as const

export const firstRows = steps[0]

/** The next step; undefined: a file has the rest. */
export const nextRows = (shown: number): number | undefined => steps.find((step) => step > shown)
