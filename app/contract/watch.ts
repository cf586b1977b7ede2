/** Watched folders, imported as they change. */
import { z } from 'zod'
import { call, id, noTables, nothing, paths } from './call.ts'

export interface WatchedFolder {
  /** The folder as the caller named it. */
  readonly path: string
  /** The folder of transcripts that `path` leads to. */
  readonly root: string
  /**
   * starting: the first scan; watching: a change is noticed immediately; polling: the system gives no notice, so files are checked
   * repeatedly; waiting: the folder does not exist now, or cannot be read.
   */
  readonly state: 'starting' | 'watching' | 'polling' | 'waiting'
  /** Why it is waiting or polling, or why a watched folder has no files. */
  readonly reason: string | null
  /** Number of transcripts and of files beside them in the folder. */
  readonly files: number
  readonly lastChangeAt: number | null
  readonly lastChangedFile: string | null
  readonly scannedAt: number | null
  /** Files whose last change could not be imported; they are tried again. */
  readonly problems: readonly { readonly file: string; readonly reason: string }[]
}

export interface WatchView {
  readonly folders: readonly WatchedFolder[]
}

/** One change that was imported. */
export interface FollowedChange {
  readonly at: number
  readonly root: string
  /** Null: the change concerns several sessions, or a removed file. */
  readonly sessionId: string | null
  readonly title: string | null
  readonly project: string | null
  readonly files: readonly { readonly path: string; readonly kind: 'added' | 'grown' | 'replaced' | 'removed' }[]
  /** Less than zero when a replaced file holds fewer. */
  readonly newRecords: number
  readonly newCommits: number
  /** Why nothing could be imported. */
  readonly problem: string | null
  readonly tookMs: number
}

export const watchCalls = {
  'watch.show': call<WatchView>('reads', noTables)(() => nothing),
  /** Imports changes below these folders from now on; none: every transcript folder found on this machine. */
  'watch.start': call<WatchView>(
    'repeatable',
    noTables,
  )(() =>
    z.object({
      paths: paths.default([]),
      /** Watch them again whenever the app opens this store. */
      remember: z.boolean().default(true),
    }),
  ),
  /** None: every folder. */
  'watch.stop': call<WatchView>('repeatable', noTables)(() => z.object({ paths: paths.default([]) })),
  /**
   * Prepares for the next line of a session that the user views: reads in advance what the import of that line needs. Resolves to true when
   * that was read; to false otherwise.
   */
  'watch.expect': call<boolean>('reads', noTables)(() => z.object({ sessionId: id })),
} as const
