/** Rights of the files of a store: they are its user's alone, with any mask of the process. */
import { chmod, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemCode } from '../../model/failure.ts'

const isWindows = process.platform === 'win32'
const othersRights = 0o077
/** The group bit of a folder, with the right to read it: the sign of a folder that a group shares. */
const sharedBits = 0o2040
const ownMask = 0o077
const groupMask = 0o007
const ownFolder = 0o700
/** The bit of a folder that all users of a machine share, for example /tmp. */
const stickyBit = 0o1000

/** Names of the files of a store; other files in its folder are not touched. */
const ownNames = /^(?:packs|captures|scratch|journal|settings|prices|index\.duckdb|search\.db|lock)/

/** The file mode mask at the start of the process. */
let givenMask: number | undefined

const maskWith = (mask: number): void => {
  const before = process.umask(mask)
  givenMask ??= before
}

/** Starts a program with the mask that this process began with: what an agent writes has the rights that its user chose. */
export const withGivenMask = <T>(start: () => T): T => {
  if (givenMask === undefined) return start()
  const mask = process.umask(givenMask)
  try {
    return start()
  } finally {
    process.umask(mask)
  }
}

/** A link is not followed, and a file that another user owns stays as it is. */
const tighten = async (path: string): Promise<void> => {
  const about = await lstat(path)
  if (about.isSymbolicLink()) return
  if (about.isDirectory()) for (const name of await readdir(path)) await tighten(join(path, name))
  if ((about.mode & othersRights) !== 0) await chmod(path, about.mode & ~othersRights & 0o777)
}

const mayStay: ReadonlySet<unknown> = new Set(['EPERM', 'EACCES', 'EROFS', 'ENOENT'])

const tightenStore = async (dir: string, mode: number): Promise<void> => {
  try {
    for (const name of await readdir(dir)) if (ownNames.test(name)) await tighten(join(dir, name))
    // Last: while others can still open the folder, the next open tightens the rest.
    if ((mode & stickyBit) === 0) await chmod(dir, ownFolder)
  } catch (cause) {
    if (!mayStay.has(systemCode(cause))) throw cause
  }
}

/**
 * From here on, new files of this process are for its user alone. The existing files of the store become so too, unless a group shares the
 * folder: with the group bit (`chmod g+s`), new files are for the group. Windows has other rights: nothing changes there.
 */
export const keepFilesPrivate = async (dir: string, mayWrite: boolean): Promise<void> => {
  if (isWindows) return
  const mode = (await lstat(dir).catch(() => undefined))?.mode
  const isShared = mode !== undefined && (mode & sharedBits) === sharedBits
  maskWith(isShared ? groupMask : ownMask)
  if (mayWrite && !isShared && mode !== undefined && (mode & othersRights) !== 0) await tightenStore(dir, mode)
}

/** Gives a folder that was just made to its user alone: a folder takes the group bit of the folder that it is in. */
export const makePrivate = async (dir: string): Promise<void> => {
  if (!isWindows) await chmod(dir, ownFolder)
}
