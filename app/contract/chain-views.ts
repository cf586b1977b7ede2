/** Shapes of the answers to calls that work on chains. */
import type { CommitView, RefView } from './views.ts'

/** A ref with what it stands for. */
export interface NamedCommit extends RefView {
  readonly summary: string
  readonly endedAt: number | null
}

/** A commit that is kept from being collected. */
export interface PinView {
  readonly commitId: string
  readonly summary: string
  readonly pinnedAt: number
}

/** A summary that was written; '' took back what was written before. Null: not recorded. */
export interface WrittenSummary {
  readonly text: string
  readonly at: number | null
  readonly by: string | null
}

export interface SummaryHistory {
  readonly commitId: string
  /** As it is shown. */
  readonly summary: string
  /** What the rule says. */
  readonly byRule: string
  /** Oldest first. */
  readonly written: readonly WrittenSummary[]
}

/** A chain from a commit towards its root. */
export interface HistoryView {
  /** Tip first, at most as many as asked for. */
  readonly commits: readonly CommitView[]
  /** Commits of the whole chain. */
  readonly total: number
  /** The parent of the last commit of the chain, which the store does not have; null: the chain ends in its root. */
  readonly missingParent: string | null
}

export interface MergeBaseView {
  /** Null: the two have no commit in common. */
  readonly mergeBase: CommitView | null
}

/** What one of two commits knows and the other does not. */
export interface ComparedSide {
  /** Newest first. */
  readonly commits: readonly CommitView[]
  readonly humanPrompts: number
  readonly commands: number
  readonly responses: number
  readonly toolCalls: number
  readonly errors: number
  /** Files that its tool calls name and those of the other side never do. */
  readonly files: readonly string[]
  /** What persons asked, the first 400 characters of each. */
  readonly prompts: readonly { readonly commitId: string; readonly prompt: string; readonly occurredAt: number | null }[]
}

export interface ComparisonView {
  readonly left: string
  readonly right: string
  readonly mergeBase: CommitView | null
  /** Commits that both have. */
  readonly common: number
  readonly onlyLeft: ComparedSide
  readonly onlyRight: ComparedSide
}
