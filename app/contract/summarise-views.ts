/** What came of asking a model for summaries, or what would be asked. */

/** Tokens and US dollars; null: n/a. */
export interface SummariesCost {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly usd: number | null
}

/** A commit that has no new summary, and why. */
export interface UnsummarisedCommit {
  readonly commitId: string
  readonly reason: string
}

export interface SummariesResult {
  readonly dryRun: boolean
  readonly model: string
  /** Else one by one. */
  readonly inBatches: boolean
  /** Where it is sent: the host, with the port unless it is the usual one. */
  readonly host: string
  /** False for an address that begins with http: what is sent can be read on the way. */
  readonly isEncrypted: boolean
  /** What names the API key: a variable or a file; null: there is none. */
  readonly keyFrom: string | null
  /** Commits without a written summary, within the limit: those that are sent, or would be. */
  readonly commits: number
  /** Sessions that they belong to. */
  readonly sessions: number
  /** Characters of text that are sent. */
  readonly characters: number
  /** Commits that have a written summary already. */
  readonly alreadyWritten: number
  /** Commits without a word that could be told: they are not sent. */
  readonly nothingToTell: number
  readonly estimate: SummariesCost
  /** Why dollars are n/a. */
  readonly noPrice: string | null
  /** Batches that were sent. */
  readonly batches: number
  /** Commits of batches whose answers are still to be fetched: they are not sent again. */
  readonly awaited: number
  readonly written: number
  /** Commits that somebody else wrote a summary of while the model was asked. */
  readonly overtaken: number
  /** As the answers say it. */
  readonly spent: SummariesCost
  readonly problems: readonly UnsummarisedCommit[]
  /** That it stopped before the end: at the limit of the cost, or since the API refused. */
  readonly stopped: 'max-cost' | 'refused' | null
  readonly stoppedBecause: string | null
  readonly ms: number
}
