/** Commits and artifacts read as a conversation. */
import { z } from 'zod'
import type { Refusal } from '../model/transcript-line.ts'
import { call, id } from './call.ts'
import type { CommitView } from './commits.ts'

/** One block of a commit read as a conversation, in order of the transcript. */
export type ConversationBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly redacted: boolean; readonly chars: number }
  | {
      readonly kind: 'tool_call'
      readonly toolUseId: string
      readonly name: string
      readonly input: unknown
      readonly result: ToolResultView | null
    }
  | { readonly kind: 'tool_result'; readonly toolUseId: string; readonly result: ToolResultView }
  | { readonly kind: 'image'; readonly mediaType: string; readonly dataUrl: string | null; readonly bytes: number }
  | { readonly kind: 'raw'; readonly json: string }

export interface ToolResultView {
  /** The call failed; a refused or interrupted one did not. */
  readonly isError: boolean
  /** Who refused or stopped the call; null: it ran to its end. */
  readonly refusal: Refusal | null
  /** At most the first 20,000 UTF-16 code units; `chars` is the whole length. */
  readonly text: string
  readonly chars: number
  /** Unified hunks as the client recorded them (structuredPatch); null: none recorded. */
  readonly patch: readonly { readonly oldStart: number; readonly newStart: number; readonly lines: readonly string[] }[] | null
  readonly images: readonly { readonly mediaType: string; readonly dataUrl: string | null }[]
  /** Where the client put the whole output when it is too large for the transcript; without sourceId that file was not imported. */
  readonly persisted: { readonly path: string; readonly sourceId: string | null; readonly bytes: number | null } | null
}

export interface ConversationItem {
  /** Who speaks: human, agent, injected (with its class), system, error. */
  readonly speaker: 'human' | 'agent' | 'injected' | 'system' | 'error' | 'summary'
  readonly line: number
  readonly sourceFile: string
  /** null for records of a commit that was amended away: they cannot be corrected. */
  readonly sourceId: string | null
  readonly recordType: string
  readonly subtype: string | null
  readonly class: string
  readonly rule: string
  /** For a record that a person corrected, the class that the rule assigned; null: the class was not corrected. */
  readonly classByRule: string | null
  readonly occurredAt: number | null
  readonly uuid: string | null
  readonly model: string | null
  readonly blocks: readonly ConversationBlock[]
}

export interface CommitReading {
  readonly commit: CommitView
  readonly items: readonly ConversationItem[]
  /** Items of the commit; `items` is a slice from `offset`. */
  readonly total: number
  /** Place, from 0, of the item that shows the record which was sought; null: none was, or no item shows it. */
  readonly soughtAt: number | null
  /** Bookkeeping records that hold no conversation, by kind. */
  readonly bookkeeping: readonly { readonly kind: string; readonly count: number }[]
  readonly compaction: { readonly trigger: string | null; readonly preTokens: number | null; readonly postTokens: number | null } | null
}

/** A format that chains are kept in. */
export interface FormatView {
  readonly id: string
  readonly contentType: string
}

/** An artifact read as a conversation; `items` is a slice from `offset`. */
export type ArtifactReading = Pick<CommitReading, 'items' | 'total' | 'bookkeeping'>

export const readerCalls = {
  'commit.read': call<CommitReading>('reads')(() =>
    z.object({
      commitId: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(5000).default(200),
      /** A record whose place among the items is wanted. */
      sought: z.object({ sourceId: id, line: z.number().int().min(1) }).optional(),
    }),
  ),
  'artifact.bytes': call<Uint8Array>('reads')(() => z.object({ ref: id })),
  /** An artifact read as a conversation; the artifact does not say its format. */
  'artifact.read': call<ArtifactReading>('reads')(() =>
    z.object({
      ref: id,
      format: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(5000).default(200),
    }),
  ),
  'formats.list': call<readonly FormatView[]>('reads')(() => z.object({})),
} as const
