/** Where a commit was made and for what, as far as it is recorded; null: not recorded. */
export interface CommitProvenance {
  readonly template: string
  readonly principal: string
  /** Kind of sub-agent, by the note beside its transcript or the call that started it; null for the main chain, and where neither says. */
  readonly agentType: string | null
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly clientVersion: string | null
  /** As its record says; transcripts say none of the next four. */
  readonly machine: string | null
  readonly ticketId: string | null
  readonly threadId: string | null
  readonly tokenCount: number | null
}
