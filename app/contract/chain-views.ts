/** Shapes of the answers to calls that work on chains. */

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
