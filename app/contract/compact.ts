/** Compacting a chain: a model writes the summary that replaces what is before it. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'
import { modelName, type SummariesCost } from './summaries.ts'

export interface CompactResult {
  readonly dryRun: boolean
  /** The commit whose conversation is summarized. */
  readonly parent: string
  /** Commits that the summary replaces. */
  readonly commits: number
  readonly model: string
  /** Where it is sent: the host, with the port unless it is the usual one. */
  readonly host: string
  /** False for an address that begins with http: what is sent can be read on the way. */
  readonly isEncrypted: boolean
  /** The variable or file with the API key; null: no key. */
  readonly keyFrom: string | null
  /** Characters that are sent. */
  readonly characters: number
  readonly estimate: SummariesCost
  /** Why dollars are n/a. */
  readonly noPrice: string | null
  /** The new commit; null for a dry run. */
  readonly commitId: string | null
  /** The fork that moved to it. */
  readonly fork: string | null
  /** As the answer states it; null for a dry run. */
  readonly spent: SummariesCost | null
  /** The text of the summary; null for a dry run. */
  readonly text: string | null
}

export const compactCalls = {
  /** Asks a model to summarize a conversation, and stores the summary as a compaction commit. It sends the conversation, with the user's key. */
  'compact.start': call<JobView<CompactResult>>('once')(() =>
    z.object({
      /** The commit to compact: an id or the beginning of one, a ref, a session. */
      commitId: id,
      /** Where the conversation begins that is summarized: compaction (the nearest), root, or a commit. */
      stop: z.string().max(300).default('root'),
      model: modelName.default('claude-sonnet-4-6'),
      /** A fork to move to the new commit; its commit must be the one that is compacted. */
      onto: id.optional(),
      /** US dollars that the request does not exceed. */
      maxCostUsd: z.number().positive().max(100_000).optional(),
      timeoutMs: z.number().int().min(100).max(3_600_000).default(600_000),
      /** Says what would be sent and what it would cost, and sends nothing. */
      dryRun: z.boolean().default(false),
    }),
  ),
} as const
