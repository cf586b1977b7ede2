/** Folders and files that sessions come from. */
import { z } from 'zod'
import type { Row } from '../model/columns.ts'
import type { sourceColumns } from '../model/rows/source-row.ts'
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
  /** Files that are not imported yet, or that have or may have changed since; only an import shows which. */
  readonly pendingFiles: number
  readonly pendingBytes: number
  /** Claude Code deletes transcripts after this many days; `retentionSource` says where the number comes from. */
  readonly retentionDays: number | null
  readonly retentionSource: string
  /** When the oldest transcript will be deleted; null: never, or no transcripts. */
  readonly firstPurgeAt: number | null
  readonly problem: string | null
}

export interface SourceView extends Omit<Row<typeof sourceColumns>, 'role'> {
  /** prompts: those of a session without a transcript, from the client's history. */
  readonly role: 'session' | 'agent' | 'prompts'
  /** The file no longer exists at its path; the store keeps what was imported. */
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
  /** Number of the line in the file. */
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
  /** Faults as sentences: missing packs, settings, captures. */
  readonly faults: readonly string[]
}

export const sourcesCalls = {
  'roots.list': call<readonly RootView[]>('reads')(() => z.object({ paths: paths.default([]) })),
  'sources.list': call<readonly SourceView[]>('reads')(() => z.object({ sessionId: id.optional() })),
  /** The record with a key, or a line of the file by its number. */
  'source.excerpt': call<SourceExcerpt>('reads')(() =>
    z
      .object({ sourceId: id, line: z.number().int().min(1).optional(), fileLine: z.number().int().min(1).optional() })
      .refine(({ line, fileLine }) => (line === undefined) !== (fileLine === undefined), 'takes a key or a line of the file'),
  ),
  /** The text of a source, such as a large tool output: at most one megabyte a call. */
  'source.text': call<SourceText>('reads')(() =>
    z.object({
      sourceId: id,
      from: z.number().int().min(0).default(0),
      length: z.number().int().min(1).max(1_000_000).default(1_000_000),
    }),
  ),
  'doctor.run': call<DoctorView>('reads')(() => z.object({ paths: paths.default([]) })),
} as const
