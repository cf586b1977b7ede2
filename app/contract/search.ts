/** Search in prompts, responses, thinking and tool calls. */
import { z } from 'zod'
import { reasonings, searchedKinds, searchedText } from '../model/searched-text.ts'
import type { SearchedKind } from '../model/searched-text.ts'
import { call, id } from './call.ts'

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

export const searchCalls = {
  /**
   * Searches prompts, replies, thinking and tool calls for a text; case is ignored, and any white space matches any other. Of texts longer
   * than 65,536 characters only the beginning is searched. Records copied from another session are excluded.
   */
  'text.search': call<SearchPage>('reads')(() =>
    z
      .object({
        /** Default: every thought of the kind of reasoning in `reasoning`. */
        text: searchedText.optional(),
        /** Thoughts alone that are taken for such, by their words. */
        reasoning: z.enum(reasonings).optional(),
        /** In commits alone in which a tool was given this file. */
        file: z.string().min(1).max(4096).optional(),
        /** None: all of them. */
        kinds: z.array(z.enum(searchedKinds)).max(searchedKinds.length).default([]),
        sessionId: id.optional(),
        project: z.string().max(4096).optional(),
        since: z.number().int().optional(),
        until: z.number().int().optional(),
        offset: z.number().int().min(0).max(900_000).default(0),
        limit: z.number().int().min(1).max(10_000).default(200),
      })
      .refine(({ text, reasoning }) => text !== undefined || reasoning !== undefined, 'It needs a text or a reasoning'),
  ),
} as const
