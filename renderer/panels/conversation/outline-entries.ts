/** The outline of a conversation: its prompts with what followed each, its compactions and branches. */
import type { CompactionFigures, SessionOutline } from '../../../app/contract/reader.ts'
import { foldsAround, lastUpTo, outlinesOf } from './flat-rows.ts'

export interface PromptEntry {
  readonly kind: 'prompt'
  readonly row: number
  readonly text: string
  readonly at: number | null
  /** Numbers of calls that changed files, of failures and of sub-agents up to the next prompt. */
  readonly edits: number
  readonly errors: number
  readonly agents: number
  /** US dollars of the replies up to the next prompt, sub-agents included; undefined: not known. */
  readonly usd: number | undefined
}

export type OutlineEntry =
  | PromptEntry
  | ({ readonly kind: 'compaction'; readonly row: number; readonly isMicro: boolean } & Pick<
      CompactionFigures,
      'preTokens' | 'postTokens' | 'nextTokens'
    >)
  | { readonly kind: 'branch'; readonly row: number; readonly tip: string; readonly summary: string; readonly commits: number }

/** How many of ascending rows are from one row up to another, which is excluded. */
const between = (rows: readonly number[], from: number, to: number): number =>
  lastUpTo(rows, to - 1, (row) => row) - lastUpTo(rows, from - 1, (row) => row)

/** Cost of each commit, US dollars. */
export type CommitCosts = ReadonlyMap<string, number>

/** Rows of the main chain with the cost of the commits that begin there: those of a sub-agent at the row of the outermost call. */
const costRows = ({ main, agents }: Read, costs: CommitCosts): readonly (readonly [row: number, usd: number])[] => {
  const outlines = outlinesOf({ main, agents })
  return [...outlines.values()].flatMap((outline) => {
    const [outermost] = foldsAround(outline.chain, outlines)
    const call = main.agents.find(({ chain }) => chain === outermost)
    return outline.commits.flatMap(({ row, commitId }) => {
      const usd = costs.get(commitId)
      const at = outline === main ? row : call?.row
      return usd === undefined || at === undefined ? [] : [[at, usd] as const]
    })
  })
}

type Read = Pick<SessionOutline, 'main' | 'agents'>

const promptEntries = (session: Read, costs: CommitCosts): readonly PromptEntry[] => {
  const outline = session.main
  const rows = costRows(session, costs)
  return outline.prompts.map(({ row, text, at }, place) => {
    const end = outline.prompts[place + 1]?.row ?? outline.rows
    const agents = outline.agents.filter((agent) => agent.row >= row && agent.row < end)
    return {
      kind: 'prompt',
      row,
      text,
      at,
      edits: between(outline.edits, row, end),
      errors: between(outline.errors, row, end),
      agents: agents.length,
      usd: sumIn(rows, row, end),
    }
  })
}

/** Undefined: no cost in these rows is known. */
const sumIn = (costs: readonly (readonly [number, number])[], from: number, to: number): number | undefined => {
  const own = costs.filter(([row]) => row >= from && row < to)
  return own.length === 0 ? undefined : own.reduce((sum, [, usd]) => sum + usd, 0)
}

/** In the order of the rows. */
export const outlineEntries = (session: Read, costs: CommitCosts = new Map()): readonly OutlineEntry[] => {
  const { main } = session
  return [
    ...promptEntries(session, costs),
    ...main.compactions.map(
      ({ row, isMicro, preTokens, postTokens, nextTokens }) =>
        ({ kind: 'compaction', row, isMicro, preTokens, postTokens, nextTokens }) as const,
    ),
    ...main.branches.map(({ row, tip, summary, commits }) => ({ kind: 'branch', row, tip, summary, commits }) as const),
  ].sort((one, other) => one.row - other.row)
}

/** A prompt with what its replies cost, US dollars. */
export interface PricedPrompt {
  readonly row: number
  readonly usd: number
}

const maxCostly = 5

/**
 * The prompts whose replies cost most, the costliest first: at most a third of the prompts with a cost, but at least one; empty: no cost is
 * known.
 */
export const costliestPrompts = (entries: readonly OutlineEntry[]): readonly PricedPrompt[] => {
  const priced = entries.flatMap((entry) =>
    entry.kind === 'prompt' && entry.usd !== undefined ? [{ row: entry.row, usd: entry.usd }] : [],
  )
  const most = Math.min(maxCostly, Math.ceil(priced.length / 3))
  return priced.sort((one, other) => other.usd - one.usd).slice(0, most)
}

/** The entry that a row belongs to; undefined: it is before all. */
export const entryAt = (entries: readonly OutlineEntry[], row: number): number | undefined => {
  const at = lastUpTo(entries, row, (entry) => entry.row)
  return at === -1 ? undefined : at
}
