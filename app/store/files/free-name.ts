/** Gives a finished file its name, unless that is taken: an existing file is never replaced. */
import { link, rename } from 'node:fs/promises'
import { StrataError, systemCode } from '../../model/failure.ts'
import { exists, removeFile } from './store-folder.ts'
import { existsSync } from 'node:fs'

/** @throws StrataError target-exists; then the file still has the name that it had */
export const renameToFree = async (from: string, to: string): Promise<void> => {
  try {
    await link(from, to)
    await removeFile(from)
  } catch (cause) {
    if (systemCode(cause) === 'EEXIST' || (await exists(to)))
      throw new StrataError('target-exists', `${to} exists already`, { path: to }, cause)
    // File systems of memory sticks know no links.
    await rename(from, to)
  }
}

/** One that is not taken yet. */
export const damagedName = (path: string): string => {
  for (let number = 1; ; number += 1) {
    const name = `${path}.damaged${number === 1 ? '' : `-${number}`}`
    if (!existsSync(name)) return name
  }
}
