/** The outline of a conversation: its prompts with what followed each, its compactions and branches. */
import type { ChainOutline, SessionOutline } from '../../../app/contract/reader.ts'
import { lastUpTo } from './flat-rows.ts'

export interface PromptEntry {
  readonly kind: 'prompt'
  readonly row: number
  readonly text: string
  readonly at: number | null
  /** Numbers of calls that changed files, of failures and of sub-agents up to the next prompt. */
  readonly edits: number
  readonly errors: number
  readonly agents: number
}

export type OutlineEntry =
  | PromptEntry
  | {
      readonly kind: 'compaction'
      readonly row: number
      readonly isMicro: boolean
      readonly preTokens: number | null
      readonly postTokens: number | null
    }
  | { readonly kind: 'branch'; readonly row: number; readonly tip: string; readonly summary: string; readonly commits: number }

/** How many of ascending rows are from one row up to another, which is excluded. */
const between = (rows: readonly number[], from: number, to: number): number =>
  lastUpTo(rows, to - 1, (row) => row) - lastUpTo(rows, from - 1, (row) => row)

const promptEntries = (outline: ChainOutline): readonly PromptEntry[] =>
  outline.prompts.map(({ row, text, at }, place) => {
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
    }
  })

/** In the order of the rows. */
export const outlineEntries = ({ main }: Pick<SessionOutline, 'main'>): readonly OutlineEntry[] =>
  [
    ...promptEntries(main),
    ...main.compactions.map(
      ({ row, isMicro, preTokens, postTokens }) => ({ kind: 'compaction', row, isMicro, preTokens, postTokens }) as const,
    ),
    ...main.branches.map(({ row, tip, summary, commits }) => ({ kind: 'branch', row, tip, summary, commits }) as const),
  ].sort((one, other) => one.row - other.row)

/** The entry that a row belongs to; undefined: it is before all. */
export const entryAt = (entries: readonly OutlineEntry[], row: number): number | undefined => {
  const at = lastUpTo(entries, row, (entry) => entry.row)
  return at === -1 ? undefined : at
}
