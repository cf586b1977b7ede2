/** File systems: which files are the same. */
import { z } from 'zod'
import { call, id, nothing, path } from './call.ts'

/** A name of a file system, or a rule for the paths of transcripts. */
export interface FilesystemView {
  readonly name: string
  /** null: the rule changes paths, not the file system. */
  readonly filesystemId: string | null
  /** The file system to whose transcripts it applies. */
  readonly of: string
  /** Paths that it applies to; null: none, it is a name only. */
  readonly prefix: string | null
  /** The replacement for the prefix; null: the path does not change. */
  readonly as: string | null
  /** Applies to transcripts of this folder only; null: of any. */
  readonly root: string | null
  readonly setAt: number
}

/** The file system of the transcripts of a folder. */
export interface SourceFilesystemView {
  readonly root: string
  readonly filesystemId: string
  readonly sessions: number
}

export interface FilesystemsView {
  readonly machine: {
    /** null: the machine has no id that can be read, and nothing was imported yet. */
    readonly filesystemId: string | null
    /** Why it is not the hash of the id of this machine; null: it is. */
    readonly why: string | null
  }
  readonly filesystems: readonly FilesystemView[]
  readonly sources: readonly SourceFilesystemView[]
}

const name = z.string().min(1).max(100)

export const filesystemsCalls = {
  'filesystems.list': call<FilesystemsView>('reads')(() => nothing),
  /**
   * Names a file system; with a prefix, paths below it are on that file system or, with `as` alone, have another path. Its id is `id`, an
   * id or a known name, or that of the machine `machineId`; else a new one is drawn.
   */
  'filesystems.add': call<FilesystemView>('once')(() =>
    z.object({
      name,
      prefix: path.optional(),
      as: path.optional(),
      root: path.optional(),
      /** The file system whose transcripts it applies to. Default: that of the folder, else of this machine. */
      of: id.optional(),
      id: id.optional(),
      machineId: id.optional(),
    }),
  ),
  /** Returns what was removed. */
  'filesystems.remove': call<FilesystemView>('once')(() => z.object({ name, of: id.optional() })),
} as const
