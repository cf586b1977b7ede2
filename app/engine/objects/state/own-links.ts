/** The commits of one agent. */
import type { ChainLink } from '../../../chains/choose-commits.ts'

/** Those of the agent at the end of a chain, the first first: a sub-agent did not see what was before its own. @param chain tip first */
export const ownLinks = (chain: readonly ChainLink[]): readonly ChainLink[] => {
  const first = chain.findIndex(({ beginsAgent }) => beginsAgent)
  return chain.slice(0, first === -1 ? chain.length : first + 1).reverse()
}

/** Rows of commits in the order of the commits; those of a commit stay in theirs. */
export const inOrderOf = <T extends { readonly commitId: string }>(links: readonly ChainLink[], rows: readonly T[]): readonly T[] => {
  const byCommit = new Map<string, T[]>(links.map(({ commitId }) => [commitId, []]))
  for (const row of rows) byCommit.get(row.commitId)?.push(row)
  return [...byCommit.values()].flat()
}
