/** Temporary names of files that are being written beside their own, and what a program that was killed left under such names. */
import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { systemCode } from '../../model/failure.ts'
import { hashBytes } from '../../store/files/content-hash.ts'
import { removeFile } from '../../store/files/store-folder.ts'

const mark = '.partial-'

/** Prefix of the temporary names of a file. Its length is fixed, since the name of the file may be as long as the system allows. */
const beginningOf = (path: string): string => `${mark}${hashBytes(basename(path)).slice(0, 16)}-`

/** Another name each time: two programs that write the same file write each their own. */
export const partialOf = (path: string): string => join(dirname(path), `${beginningOf(path)}${randomUUID().slice(0, 8)}`)

const partialsIn = async (folder: string): Promise<readonly string[]> => {
  try {
    return (await readdir(folder)).filter((name) => name.startsWith(mark))
  } catch (thrown) {
    if (systemCode(thrown) === 'ENOENT') return []
    throw thrown
  }
}

/** Removes what was left of files one after the other; each folder is looked into once. */
export const leftOverRemover = (): ((path: string) => Promise<void>) => {
  const seen = new Map<string, readonly string[]>()
  return async (path) => {
    const folder = dirname(path)
    const partials = seen.get(folder) ?? (await partialsIn(folder))
    seen.set(folder, partials)
    for (const name of partials) if (name.startsWith(beginningOf(path))) await removeFile(join(folder, name))
  }
}
