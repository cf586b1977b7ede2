/** The journal entry of a rebuilt chain. */
import { z } from 'zod'

/** The conversation that was rebuilt from a chain. It is read instead of being rebuilt, as long as its artifact exists. */
export const materialisedEntry = z.object({
  kind: z.literal('materialised'),
  commit_id: z.string(),
  /** compaction, root, or the id of the commit where it stops. */
  stop: z.string(),
  /** The requested format; '': the format of the chain. */
  format: z.string(),
  /** Version of the rules by which it was rebuilt. */
  rules: z.number().int(),
  /** '' for an empty conversation. */
  artifact_hash: z.string(),
  result_format: z.string(),
  content_type: z.string(),
  tier: z.enum(['native', 'field', 'rendered', 'raw']),
  message_count: z.number().int(),
  token_count: z.number().int().optional(),
  /** Root first. */
  commits: z.array(z.string()).readonly(),
  bytes: z.number().int(),
  lost: z.array(z.object({ what: z.string(), count: z.number().int(), why: z.string() }).readonly()).readonly(),
  /** Whether the store did not contain all of it. */
  partial: z.literal(true).optional(),
})

/** The subject of what a chain became. */
export const materialisedSubject = (commitId: string, stop: string, format: string): string => `materialised ${commitId} ${stop} ${format}`
