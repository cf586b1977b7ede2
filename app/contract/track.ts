/** Trackers: files of sessions on this disk, looked at while agents work on them. */
import { z } from 'zod'
import { call, id } from './call.ts'

/** `attached`: it is looked at; `resumed`: again, after a time without a tracker; `orphaned`: no tracker looks at it now, or it cannot be reached. */
export type TrackerState = 'attached' | 'resumed' | 'orphaned'

/** A file that was another one than what was known of it last. */
export interface TrackedChange {
  readonly sessionId: string
  readonly objectId: string
  /** As the session names it. */
  readonly path: string
  readonly at: number
  /** `deleted`: it is gone. `appeared`: nothing was known of it, or that it did not exist. `seen`: only a part of it was known. */
  readonly kind: 'appeared' | 'changed' | 'seen' | 'deleted'
  /** SHA-256 of its bytes; null: it was deleted. */
  readonly sourceHash: string | null
  readonly bytes: number
}

export interface TrackedFile {
  readonly sessionId: string
  readonly objectId: string
  readonly path: string
  /** Where it is on this machine; null: no tracker has looked at it since the engine began. */
  readonly disk: string | null
  readonly state: TrackerState
  /** Versions that trackers added. */
  readonly versions: number
  /** When a tracker added the last; null: none did. */
  readonly observedAt: number | null
  /** Why it cannot be read; null: it can, or it was deleted. */
  readonly problem: string | null
}

export interface TrackedSession {
  readonly sessionId: string
  readonly title: string
  /** The folders that its transcripts were imported from. */
  readonly roots: readonly string[]
}

export interface TrackView {
  readonly sessions: readonly TrackedSession[]
  readonly files: readonly TrackedFile[]
}

export interface TrackShown extends TrackView {
  /** All sessions that are tracked until `track.stop`, also others than the call names; `problem`: why the last look failed, or null. */
  readonly kept: readonly { readonly sessionId: string; readonly problem: string | null }[]
}

export interface TrackCheck extends TrackView {
  /** The changes that this poll found, in the order in which files were examined. */
  readonly changes: readonly TrackedChange[]
}

export const trackCalls = {
  /**
   * Examines the files of sessions; without sessions, those of sessions that are running or waiting. A file that differs from its known
   * content gets a new version. A tracker calls this repeatedly: a file that was not checked for ten seconds is orphaned.
   */
  'track.check': call<TrackCheck>('repeatable')(() =>
    z.object({
      sessions: z.array(id).max(1000).default([]),
      /** Also files outside of the working directories of the sessions. */
      outside: z.boolean().default(false),
    }),
  ),
  /** Looks at the files of sessions every second from now on, until `track.stop` or the end of the engine. */
  'track.start': call<TrackShown>('repeatable')(() =>
    z.object({ sessions: z.array(id).min(1).max(1000), outside: z.boolean().default(false) }),
  ),
  'track.stop': call<TrackShown>('repeatable')(() => z.object({ sessions: z.array(id).min(1).max(1000) })),
  /** Files that are or were tracked; none: of all sessions. */
  'track.show': call<TrackShown>('reads')(() => z.object({ sessions: z.array(id).max(1000).default([]) })),
} as const
