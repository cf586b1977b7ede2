/** The outline of a conversation: its prompts with what followed each, its compactions and branches. */
import type { CostGroup } from '../../../app/contract/cost.ts'
import type { CompactionFigures, SessionOutline } from '../../../app/contract/reader.ts'
import { addCounts, type ExactCount } from '../../../app/model/exact-count.ts'
import { isLowCost } from '../../ui/format/cost-words.ts'
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
  /** Cost of the replies up to the next prompt, sub-agents included; undefined: not known. */
  readonly cost: PromptCost | undefined
}

/** What the replies to a prompt cost, and of how many tokens of each kind. */
export interface PromptCost extends CommitCost {
  /** US dollars of sub-agents. */
  readonly agentsUsd: number
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

/** What a commit cost, in US dollars, and its tokens. */
export interface CommitCost {
  readonly usd: number
  /** The real cost is higher. */
  readonly isLow: boolean
  readonly input: ExactCount
  readonly cacheWrite: ExactCount
  readonly cacheRead: ExactCount
  readonly output: ExactCount
}

export type CommitCosts = ReadonlyMap<string, CommitCost>

/** Only the commits with a known cost. */
export const commitCosts = (groups: readonly CostGroup[]): CommitCosts =>
  new Map(
    groups.flatMap((group) =>
      group.usd === null
        ? []
        : [
            [
              group.group,
              {
                usd: group.usd,
                isLow: isLowCost(group),
                input: group.inputTokens ?? 0,
                cacheWrite: addCounts(group.cacheWrite5mTokens ?? 0, group.cacheWrite1hTokens ?? 0),
                cacheRead: group.cacheReadTokens ?? 0,
                output: group.outputTokens ?? 0,
              },
            ] as const,
          ],
    ),
  )

interface CostRow {
  readonly row: number
  readonly cost: PromptCost
}

/** Rows of the main chain with the cost of the commits that begin there: those of a sub-agent at the row of the outermost call. */
const costRows = ({ main, agents }: Read, costs: CommitCosts): readonly CostRow[] => {
  const outlines = outlinesOf({ main, agents })
  return [...outlines.values()].flatMap((outline) => {
    const [outermost] = foldsAround(outline.chain, outlines)
    const call = main.agents.find(({ chain }) => chain === outermost)
    return outline.commits.flatMap(({ row, commitId }) => {
      const cost = costs.get(commitId)
      const at = outline === main ? row : call?.row
      return cost === undefined || at === undefined ? [] : [{ row: at, cost: { ...cost, agentsUsd: outline === main ? 0 : cost.usd } }]
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
      cost: sumIn(rows, row, end),
    }
  })
}

const sumOf = (one: PromptCost, other: PromptCost): PromptCost => ({
  usd: one.usd + other.usd,
  agentsUsd: one.agentsUsd + other.agentsUsd,
  isLow: one.isLow || other.isLow,
  input: addCounts(one.input, other.input),
  cacheWrite: addCounts(one.cacheWrite, other.cacheWrite),
  cacheRead: addCounts(one.cacheRead, other.cacheRead),
  output: addCounts(one.output, other.output),
})

/** Undefined: no cost in these rows is known. */
const sumIn = (costs: readonly CostRow[], from: number, to: number): PromptCost | undefined => {
  const [first, ...rest] = costs.filter(({ row }) => row >= from && row < to)
  return first === undefined ? undefined : rest.reduce((sum, { cost }) => sumOf(sum, cost), first.cost)
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

/** The prompts alone: those with a known cost first, the costliest of them first. */
export const byCost = (entries: readonly OutlineEntry[]): readonly PromptEntry[] =>
  entries
    .flatMap((entry) => (entry.kind === 'prompt' ? [entry] : []))
    .sort((one, other) => (other.cost?.usd ?? -1) - (one.cost?.usd ?? -1) || one.row - other.row)

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
    entry.kind === 'prompt' && entry.cost !== undefined ? [{ row: entry.row, usd: entry.cost.usd }] : [],
  )
  const most = Math.min(maxCostly, Math.ceil(priced.length / 3))
  return priced.sort((one, other) => other.usd - one.usd).slice(0, most)
}

/** The entry that a row belongs to; undefined: it is before all. */
export const entryAt = (entries: readonly OutlineEntry[], row: number): number | undefined => {
  const at = lastUpTo(entries, row, (entry) => entry.row)
  return at === -1 ? undefined : at
}
