/** Gives a finished file its name, unless that is taken: nothing that is there is ever replaced. */
import { link, rename } from 'node:fs/promises'
import { StrataError } from '../../model/failure.ts'
import { systemCode } from '../../model/system-code.ts'
import { exists, removeFile } from './store-folder.ts'

/** @throws StrataError target-exists; then the file still has the name that it had */
export const giveFreeName = async (from: string, to: string): Promise<void> => {
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
