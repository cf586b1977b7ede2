/** Compares two stamps of the same files. */

/** How a file looks without being read. */
export interface FileStamp {
  /** Bytes. */
  readonly size: number
  /** Nanoseconds since 1970, as text since it exceeds a safe integer. */
  readonly modifiedNs: string
  /** Number of the file in its file system; undefined: not known, as of a file of an earlier run that was not looked at so closely. */
  readonly inode: string | undefined
  /** Change time as text, which cannot be set as the other can; undefined as the inode. */
  readonly changedNs: string | undefined
  /** False for a link, a pipe and the like, which are reported and never read. */
  readonly isFile: boolean
}

/** Path → stamp. */
export type FileStamps = ReadonlyMap<string, FileStamp>

/**
 * grown: the same file, longer; replaced: another file, a shorter one, or one of the same length that was written again. One that was only
 * given another mode looks the same until it is read.
 */
export type ChangeKind = 'added' | 'grown' | 'replaced' | 'removed'

export interface FileChange {
  readonly path: string
  readonly kind: ChangeKind
}

const differs = (before: string | undefined, after: string | undefined): boolean =>
  before !== undefined && after !== undefined && before !== after

const isOtherFile = (before: FileStamp, after: FileStamp): boolean => before.isFile !== after.isFile || differs(before.inode, after.inode)

const kindBetween = (before: FileStamp, after: FileStamp): ChangeKind | undefined => {
  if (isOtherFile(before, after) || after.size < before.size) return 'replaced'
  if (after.size > before.size) return 'grown'
  return after.modifiedNs === before.modifiedNs && !differs(before.changedNs, after.changedNs) ? undefined : 'replaced'
}

/** The kind of change between two stamps; an undefined stamp: the file does not exist. Returns undefined when the file has not changed. */
export const changeBetween = (before: FileStamp | undefined, after: FileStamp | undefined): ChangeKind | undefined => {
  if (after === undefined) return before === undefined ? undefined : 'removed'
  return before === undefined ? 'added' : kindBetween(before, after)
}

/** The files that are still there: of those that have not changed all is known afterwards, such as their change time. */
export const seenCloser = (before: FileStamps, after: FileStamps): Map<string, FileStamp> =>
  new Map(
    [...before].flatMap(([path, stamp]): readonly (readonly [string, FileStamp])[] => {
      const now = after.get(path)
      if (now === undefined) return []
      return [[path, changeBetween(stamp, now) === undefined ? now : stamp]]
    }),
  )

/** Every file that differs, in the order of the paths. */
export const changesBetween = (before: FileStamps, after: FileStamps): readonly FileChange[] => {
  const changes: FileChange[] = []
  for (const path of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const kind = changeBetween(before.get(path), after.get(path))
    if (kind !== undefined) changes.push({ path, kind })
  }
  return changes
}
