/**
 * Absolute paths of files, as the machine of a transcript writes them, in one spelling: `/a/b`, `C:\a\b` and `\\server\share\a`. Only the
 * text decides: nothing is looked up on this machine, which may be another one.
 */

export interface FilePath {
  /** `/`, `C:\` or `\\server\share\`. */
  readonly root: string
  readonly segments: readonly string[]
}

const drive = /^(?:\\\\[?.]\\)?([a-z]):[\\/]/i
const share = /^\\\\(?:\?\\UNC\\)?([^\\/?.][^\\/]*)[\\/]+([^\\/]+)(?:[\\/]|$)/i

const rootIn = (path: string): { readonly root: string; readonly length: number; readonly separator: RegExp } | undefined => {
  if (path.startsWith('/')) return { root: '/', length: 1, separator: /\/+/ }
  const onDrive = drive.exec(path)
  if (onDrive !== null) return { root: `${(onDrive[1] ?? '').toUpperCase()}:\\`, length: onDrive[0].length, separator: /[\\/]+/ }
  const onShare = share.exec(path)
  if (onShare === null) return undefined
  return { root: `\\\\${onShare[1] ?? ''}\\${onShare[2] ?? ''}\\`, length: onShare[0].length, separator: /[\\/]+/ }
}

/** As a file system walks a path without links; `..` of a root is the root. */
const walked = (segments: readonly string[]): readonly string[] => {
  const walk: string[] = []
  for (const segment of segments) {
    if (segment === '..') walk.pop()
    else if (segment !== '' && segment !== '.') walk.push(segment)
  }
  return walk
}

/** Undefined for a path that is not absolute. */
export const filePath = (path: string): FilePath | undefined => {
  const found = rootIn(path)
  if (found === undefined) return undefined
  return { root: found.root, segments: walked(path.slice(found.length).split(found.separator)) }
}

/** `\\server\share` is written without the separator at its end. */
export const pathText = ({ root, segments }: FilePath): string => {
  if (segments.length === 0 && root.startsWith('\\\\')) return root.slice(0, -1)
  return `${root}${segments.join(root === '/' ? '/' : '\\')}`
}

/** The one spelling of an absolute path; undefined for one that is not absolute. */
export const normalPath = (path: string): string | undefined => {
  const found = filePath(path)
  return found && pathText(found)
}

/** The segments after a prefix; undefined: the path is not at or below it. */
export const segmentsBelow = (prefix: FilePath, path: FilePath): readonly string[] | undefined => {
  const isBelow = prefix.root === path.root && prefix.segments.every((segment, at) => segment === path.segments[at])
  return isBelow ? path.segments.slice(prefix.segments.length) : undefined
}

/** Folders at the top of the file systems of macOS. */
const ofMac = /^\/(?:Users|Volumes|private|System|Applications|Library)\//

/** On macOS the Unicode forms of a name are one name. */
export const composed = (path: string): string => (ofMac.test(path) ? path.normalize('NFC') : path)
