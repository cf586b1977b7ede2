/** What two chains have in common. A chain is its ids from the tip to the root; every commit has one parent at most. */

/** The newest commit that both chains have; undefined when they have none. */
export const mergeBase = (left: readonly string[], right: readonly string[]): string | undefined => {
  const others = new Set(right)
  return left.find((id) => others.has(id))
}

export interface ComparedChains {
  readonly base: string | undefined
  /** Newest first. */
  readonly onlyLeft: readonly string[]
  readonly onlyRight: readonly string[]
}

const before = (chain: readonly string[], base: string | undefined): readonly string[] =>
  base === undefined ? chain : chain.slice(0, chain.indexOf(base))

export const compareChains = (left: readonly string[], right: readonly string[]): ComparedChains => {
  const base = mergeBase(left, right)
  return { base, onlyLeft: before(left, base), onlyRight: before(right, base) }
}
