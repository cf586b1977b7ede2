/** How the bytes of a version are known. */

/** From the surest: `worst` relies on the order. */
export const proofs = ['observed', 'computed', 'likely', 'partial', 'unknown'] as const

/**
 * `observed`: a record contains them. `computed`: edits of observed or computed bytes, and nothing in between could write. `likely`: the same
 * with something in between that may have written. `partial`: only some lines are known. `unknown`: none.
 */
export type Proof = (typeof proofs)[number]

export const worst = (...all: readonly Proof[]): Proof => proofs[Math.max(0, ...all.map((one) => proofs.indexOf(one)))] ?? 'unknown'
