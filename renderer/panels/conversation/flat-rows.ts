/** The rows of a conversation in one list: those of unfolded sub-agents are below the row of their call, to any depth. */
import type { ChainOutline, SessionOutline } from '../../../app/contract/reader.ts'

/** A row of a chain, or the end of an unfolded sub-agent: then `chain` is the sub-agent, and the call is in `parent`. */
export type FlatRow =
  | { readonly kind: 'row'; readonly chain: string; readonly row: number; readonly depth: number }
  | {
      readonly kind: 'end'
      readonly chain: string
      readonly depth: number
      readonly call: string | null
      readonly parent: { readonly chain: string; readonly row: number }
    }

export interface FlatRows {
  readonly total: number
  readonly at: (index: number) => FlatRow | undefined
  /** Undefined: the chain is folded, or has no such row. */
  readonly indexOf: (chain: string, row: number) => number | undefined
}

/** Consecutive rows of one chain, or one end. */
interface Stretch {
  readonly start: number
  readonly count: number
  readonly first: FlatRow
}

class Stretches {
  readonly all: Stretch[] = []
  total = 0

  rows(chain: string, from: number, to: number, depth: number): void {
    if (to > from) this.#push({ kind: 'row', chain, row: from, depth }, to - from)
  }

  end(row: Extract<FlatRow, { readonly kind: 'end' }>): void {
    this.#push(row, 1)
  }

  #push(first: FlatRow, count: number): void {
    this.all.push({ start: this.total, count, first })
    this.total += count
  }
}

/** The outlines of all chains of a session by the names of the chains. */
export const outlinesOf = ({ main, agents }: Pick<SessionOutline, 'main' | 'agents'>): ReadonlyMap<string, ChainOutline> =>
  new Map([main, ...agents.map(({ outline }) => outline)].map((outline) => [outline.chain, outline]))

const rowAt = ({ start, first }: Stretch, index: number): FlatRow =>
  first.kind === 'end' ? first : { ...first, row: first.row + index - start }

const within = (stretches: readonly Stretch[], index: number): Stretch | undefined => {
  let low = 0
  let high = stretches.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stretches[middle]?.start ?? 0) <= index) low = middle + 1
    else high = middle
  }
  return stretches[low - 1]
}

/** @param unfolded chains of the sub-agents whose rows are in the list */
export const flattenRows = (main: string, outlines: ReadonlyMap<string, ChainOutline>, unfolded: ReadonlySet<string>): FlatRows => {
  const stretches = new Stretches()
  const added = new Set<string>()
  const add = (chain: string, depth: number): void => {
    const outline = outlines.get(chain)
    if (outline === undefined || added.has(chain)) return
    added.add(chain)
    let from = 0
    for (const { row, call, chain: agent } of outline.agents) {
      if (!unfolded.has(agent) || added.has(agent) || !outlines.has(agent)) continue
      stretches.rows(chain, from, row + 1, depth)
      from = row + 1
      add(agent, depth + 1)
      stretches.end({ kind: 'end', chain: agent, depth: depth + 1, call, parent: { chain, row } })
    }
    stretches.rows(chain, from, outline.rows, depth)
  }
  add(main, 0)
  const { all, total } = stretches
  return {
    total,
    at: (index) => {
      if (index < 0 || index >= total) return undefined
      const stretch = within(all, index)
      return stretch === undefined ? undefined : rowAt(stretch, index)
    },
    indexOf: (chain, row) => {
      const stretch = all.find(
        ({ first, count }) => first.kind === 'row' && first.chain === chain && row >= first.row && row < first.row + count,
      )
      return stretch?.first.kind === 'row' ? stretch.start + row - stretch.first.row : undefined
    },
  }
}

/** The sub-agents that contain a chain, the outermost first, and the chain itself unless it is the main one. */
export const foldsAround = (chain: string, outlines: ReadonlyMap<string, ChainOutline>): readonly string[] => {
  const parents = new Map<string, string>()
  for (const outline of outlines.values()) for (const agent of outline.agents) parents.set(agent.chain, outline.chain)
  const folds: string[] = []
  for (let at: string | undefined = chain; at !== undefined && !folds.includes(at); at = parents.get(at))
    if (parents.has(at)) folds.unshift(at)
  return folds
}

/** The last of ascending numbers that is not after a place: its position; -1 when all are after it. */
export const lastUpTo = <T>(sorted: readonly T[], place: number, numberOf: (one: T) => number): number => {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    const one = sorted[middle]
    if (one !== undefined && numberOf(one) <= place) low = middle + 1
    else high = middle
  }
  return low - 1
}
