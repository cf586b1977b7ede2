/** Folders and files that sessions come from. */
import { z } from 'zod'
import { call, id, paths } from './call.ts'
import type { StoreView } from './store.ts'

/** A transcript folder on this machine, found by probing, imported or not. */
export interface RootView {
  readonly path: string
  readonly exists: boolean
  /** Why it was probed: default location, CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME, imported before, chosen. */
  readonly origin: string
  readonly files: number
  readonly sessions: number
  readonly bytes: number
  readonly oldestAt: number | null
  readonly newestAt: number | null
  /** Files not imported yet, or that have or may have changed since: importing tells. */
  readonly pendingFiles: number
  readonly pendingBytes: number
  /** Claude Code deletes transcripts after this many days; `retentionSource` says where the number comes from. */
  readonly retentionDays: number | null
  readonly retentionSource: string
  /** When the oldest transcript will be deleted; null: never, or no transcripts. */
  readonly firstPurgeAt: number | null
  readonly problem: string | null
}

export interface SourceView {
  readonly sourceId: string
  readonly file: string
  readonly path: string
  readonly root: string
  readonly role: 'session' | 'agent'
  readonly sessionId: string | null
  readonly bytes: number
  readonly lines: number
  readonly records: number
  readonly problems: number
  /** Nothing stands at its path any more; what the store holds of it stays. */
  readonly isGone: boolean
}

/** A stretch of a source as text; bytes that are no UTF-8 as U+FFFD. */
export interface SourceText {
  readonly file: string
  readonly text: string
  /** Size of the whole source, and where the text begins and ends in it. */
  readonly bytes: number
  readonly from: number
  readonly to: number
}

/** Bytes around a problem, to look at: at most 4 KiB, undecodable bytes as U+FFFD. */
export interface SourceExcerpt {
  readonly file: string
  readonly line: number
  readonly byteOffset: number
  readonly text: string
  readonly truncated: boolean
}

export interface DoctorView {
  readonly roots: readonly RootView[]
  readonly store: StoreView | null
  readonly sample: { readonly file: string; readonly lines: number; readonly parsed: number; readonly problem: string | null } | null
  readonly likelyCause: string
  /** What is wrong beside the store: with its settings, with captures. A sentence each. */
  readonly faults: readonly string[]
}

export const sourcesCalls = {
  'roots.list': call<readonly RootView[]>('reads')(z.object({ paths: paths.default([]) })),
  'sources.list': call<readonly SourceView[]>('reads')(z.object({ sessionId: id.optional() })),
  'source.excerpt': call<SourceExcerpt>('reads')(z.object({ sourceId: id, line: z.number().int().min(1) })),
  /** A source such as a large tool output, to read: at most a megabyte at once. */
  'source.text': call<SourceText>('reads')(
    z.object({
      sourceId: id,
      from: z.number().int().min(0).default(0),
      length: z.number().int().min(1).max(1_000_000).default(1_000_000),
    }),
  ),
  'doctor.run': call<DoctorView>('reads')(z.object({ paths: paths.default([]) })),
} as const
