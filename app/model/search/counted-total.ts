/** One number of sessions where a search and its facets have counted them. */
export interface SessionTotal {
  readonly total: number
  /** False: there may be more. */
  readonly isTotalExact: boolean
}

/** @param facets undefined: not counted */
export const countedTotal = (
  found: SessionTotal,
  facets: { readonly total: number; readonly isComplete: boolean } | undefined,
): SessionTotal => {
  if (found.isTotalExact || facets === undefined) return { total: found.total, isTotalExact: found.isTotalExact }
  return facets.isComplete
    ? { total: facets.total, isTotalExact: true }
    : { total: Math.max(found.total, facets.total), isTotalExact: false }
}
