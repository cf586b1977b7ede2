/** Watched folders, imported as they change. */
import { z } from 'zod'
import { call, id, noTables, nothing, paths } from './call.ts'

export interface WatchedFolder {
  /** The folder as it was named. */
  readonly path: string
  /** The folder of transcripts that it stands for. */
  readonly root: string
  /**
   * starting: the first look; watching: a change is noticed at once; polling: the system gives no notice, so files are looked at
   * again and again; waiting: there is no such folder now, or it cannot be read.
   */
  readonly state: 'starting' | 'watching' | 'polling' | 'waiting'
  /** Why it is waiting or polling. */
  readonly reason: string | null
  /** Transcripts and files beside them that are there. */
  readonly files: number
  readonly lastChangeAt: number | null
  readonly lastChangedFile: string | null
  readonly scannedAt: number | null
  /** Files that could not be taken in when they last changed; they are tried again. */
  readonly problems: readonly { readonly file: string; readonly reason: string }[]
}

export interface WatchView {
  readonly folders: readonly WatchedFolder[]
}

/** One change that was taken in. */
export interface FollowedChange {
  readonly at: number
  readonly root: string
  /** Null: many sessions at once, or a file that went. */
  readonly sessionId: string | null
  readonly title: string | null
  readonly project: string | null
  readonly files: readonly { readonly path: string; readonly kind: 'added' | 'grown' | 'replaced' | 'removed' }[]
  /** Less than zero when a replaced file holds fewer. */
  readonly newRecords: number
  readonly newCommits: number
  /** Why nothing could be taken in. */
  readonly problem: string | null
  readonly tookMs: number
}

export const watchCalls = {
  'watch.show': call<WatchView>('reads', noTables)(nothing),
  /** Takes in what changes below these folders from now on; none: every transcript folder found on this machine. */
  'watch.start': call<WatchView>(
    'repeatable',
    noTables,
  )(
    z.object({
      paths: paths.default([]),
      /** Watch them again whenever the app opens this store. */
      remember: z.boolean().default(true),
    }),
  ),
  /** None: every folder. */
  'watch.stop': call<WatchView>('repeatable', noTables)(z.object({ paths: paths.default([]) })),
  /** Somebody looks at a session: what its next line needs is read before it comes. Resolves when it was; false when it is not. */
  'watch.expect': call<boolean>('reads', noTables)(z.object({ sessionId: id })),
} as const
