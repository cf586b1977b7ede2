/** Summaries of commits, by people and by models. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'

/** A summary that was written; '' took back what was written before. Null: not recorded. */
export interface WrittenSummary {
  readonly text: string
  readonly at: number | null
  readonly by: string | null
}

export interface SummaryHistory {
  readonly commitId: string
  /** The summary that is shown. */
  readonly summary: string
  /** The summary that Strata computes from the events. */
  readonly byRule: string
  /** Oldest first. */
  readonly written: readonly WrittenSummary[]
}

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
  /** The variable or file with the API key; null: none. */
  readonly keyFrom: string | null
  /** Commits without a written summary, within the limit: those that are sent, or would be. */
  readonly commits: number
  /** Sessions that they belong to. */
  readonly sessions: number
  /** Characters of text that are sent. */
  readonly characters: number
  /** Commits that have a written summary already. */
  readonly alreadyWritten: number
  /** Commits without text that a model could summarize: they are not sent. */
  readonly nothingToTell: number
  readonly estimate: SummariesCost
  /** Why dollars are n/a. */
  readonly noPrice: string | null
  /** Batches that were sent. */
  readonly batches: number
  /** Commits of batches whose answers are still to be fetched: they are not sent again. */
  readonly awaited: number
  readonly written: number
  /** Commits that got a summary from another writer while the model was asked. */
  readonly overtaken: number
  /** The sum of the tokens in the answers of the API, and its cost. */
  readonly spent: SummariesCost
  readonly problems: readonly UnsummarisedCommit[]
  /** Why it stopped before the end: the limit of the cost, or a refusal of the API; null: it did not stop early. */
  readonly stopped: 'max-cost' | 'refused' | null
  readonly stoppedBecause: string | null
  readonly ms: number
}

export const modelName = z.string().regex(/^[\w.:@/[\]-]{1,200}$/, 'is no name of a model')

export const summariesCalls = {
  /** Writes the summary of a commit; '' restores the computed one. Earlier summaries are kept. */
  'commit.describe': call<SummaryHistory>('once')(() =>
    z.object({ commitId: id, summary: z.string().max(10_000), by: z.string().max(400).optional() }),
  ),
  'commit.summaries': call<SummaryHistory>('reads')(() => z.object({ commitId: id })),
  /** Asks a model for a summary of every commit without a written one. Only this call goes to a network, and only with the user's key. */
  'summaries.start': call<JobView<SummariesResult>>('repeatable')(() =>
    z.object({
      /** A commit with all its ancestors, or a session; default: every commit. */
      of: id.optional(),
      model: modelName.default('claude-haiku-4-5'),
      /** Maximum number of commits, newest first; 0: only the answers of batches that were sent before. */
      limit: z.number().int().min(0).optional(),
      /** True: in batches, at half the price, within a day. False: one by one, immediately. */
      inBatches: z.boolean().default(true),
      /** Commits in one batch at most. */
      batchSize: z.number().int().min(1).max(10_000).default(500),
      /** Whether answers of batches are waited for; they can be fetched later. */
      wait: z.boolean().default(true),
      /** How many are asked for at the same time, one by one. */
      atOnce: z.number().int().min(1).max(32).default(4),
      /** US dollars that are not exceeded. */
      maxCostUsd: z.number().positive().max(100_000).optional(),
      timeoutMs: z.number().int().min(100).max(600_000).default(60_000),
      /** Only says what would be sent and about what it would cost: nothing goes out. */
      dryRun: z.boolean().default(false),
      /** A dry run fails when there is no key. */
      needKey: z.boolean().default(true),
    }),
  ),
} as const
