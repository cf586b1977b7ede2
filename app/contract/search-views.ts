/** Shapes of a search through what was said. Times in milliseconds since 1970; null: not known. */

import type { SearchedKind } from '../model/searched-text.ts'

/** A text in which something was found. */
export interface TextHit {
  readonly sourceId: string
  readonly line: number
  /** Position among the record's events, from 0. */
  readonly block: number
  readonly kind: SearchedKind
  /** Class of the record; of a prompt: who wrote it. */
  readonly class: string
  readonly sessionId: string
  readonly title: string
  readonly project: string
  /** `main`, or the agent whose words these are. */
  readonly chain: string
  readonly commitId: string | null
  readonly occurredAt: number | null
  /** Of a tool call. */
  readonly toolName: string | null
  /** Length of the whole text, UTF-16 code units. */
  readonly chars: number
  /** The first place, on one line, with some of what stands around it. */
  readonly before: string
  readonly found: string
  readonly after: string
}

export interface SearchPage {
  readonly rows: readonly TextHit[]
  /** Texts in which it was found, sessions of these, and texts of each kind. */
  readonly total: number
  readonly sessions: number
  readonly byKind: Readonly<Record<SearchedKind, number>>
}
