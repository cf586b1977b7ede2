/** Conversations rebuilt from their commits. */
import { z } from 'zod'
import type { Lost } from '../model/chain-event.ts'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'

/** Which conversation is rebuilt. */
const conversationOf = z.object({
  /** '' represents no commit: an empty conversation. */
  commitId: z.string().max(400).default(''),
  /** compaction (the nearest compaction or snapshot, which is included), root, or an ancestor of the commit. */
  stop: id.default('compaction'),
  /** Default: the format of the chain. */
  format: id.optional(),
})

export interface MaterialisedView {
  /** Null for a conversation without a byte: the store keeps nothing that is empty. */
  readonly artifactRef: string | null
  readonly artifactHash: string | null
  readonly format: string
  readonly contentType: string
  /** How well the format expresses what was stored: unchanged, field by field, partly as text only, or as bytes of an unknown format. */
  readonly tier: 'native' | 'field' | 'rendered' | 'raw'
  readonly messageCount: number
  /** Sum of the recorded token counts of the commits; null: n/a, since no commit has one. */
  readonly tokenCount: number | null
  readonly commitCount: number
  /** Commits whose artifacts it is made of, root first. */
  readonly commits: readonly string[]
  readonly bytes: number
  /** The losses of the translation. */
  readonly lost: readonly Lost[]
  /** It had been rebuilt before, and was read, not built. */
  readonly cached: boolean
}

export const materialiseCalls = {
  /** Rebuilds the conversation that an agent would see from a commit; read it with artifact.bytes. */
  'commit.materialise': call<MaterialisedView>('repeatable')(() => conversationOf),
  /** The same as a job; its result is a MaterialisedView. */
  'materialise.start': call<JobView<MaterialisedView>>('repeatable')(() => conversationOf),
} as const
