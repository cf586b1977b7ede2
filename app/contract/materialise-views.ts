/** What a chain becomes when it is rebuilt into one conversation. */
import type { Lost } from '../model/chain-event.ts'

export interface MaterialisedView {
  /** Null for a conversation without a byte: the store keeps nothing that is empty. */
  readonly artifactRef: string | null
  readonly artifactHash: string | null
  readonly format: string
  readonly contentType: string
  /** How well what was stored says itself in that format: as it is, field by field, partly in words only, or as bytes that nobody reads. */
  readonly tier: 'native' | 'field' | 'rendered' | 'raw'
  readonly messageCount: number
  /** Sum of the commits that say how many they hold; null: n/a, since none of them does. */
  readonly tokenCount: number | null
  readonly commitCount: number
  /** Commits whose artifacts it is made of, root first. */
  readonly commits: readonly string[]
  readonly bytes: number
  /** What did not survive the translation. */
  readonly lost: readonly Lost[]
  /** It had been rebuilt before, and was read, not built. */
  readonly cached: boolean
}
