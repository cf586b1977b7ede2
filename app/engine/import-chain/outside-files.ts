/** Finds the files of a kind that other programs recorded: those that are named, and in folders those that end as the kind does. */
import { readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export interface OutsideFile {
  readonly path: string
  /** The folder it lies in. */
  readonly folder: string
  readonly modifiedMs: number
}

export interface Unreadable {
  readonly path: string
  readonly reason: string
}

export interface FoundFiles {
  readonly files: readonly OutsideFile[]
  readonly unreadable: readonly Unreadable[]
}

/** Numbers in names count as numbers: delta-2 comes before delta-10. */
const byName = new Intl.Collator('en', { numeric: true })

const reasonOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))

const namesIn = async (folder: string, extension: string): Promise<readonly string[]> => {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() || (entry.isFile() && entry.name.endsWith(`.${extension}`)))
    .map(({ name }) => name)
    .sort((a, b) => byName.compare(a, b) || (a < b ? -1 : 1))
}

/** Files below the paths, folders in the order of their names. */
export const outsideFiles = async (paths: readonly string[], extension: string): Promise<FoundFiles> => {
  const files: OutsideFile[] = []
  const unreadable: Unreadable[] = []
  const visit = async (path: string): Promise<void> => {
    try {
      const found = await stat(path)
      if (found.isDirectory()) for (const name of await namesIn(path, extension)) await visit(join(path, name))
      else if (found.isFile()) files.push({ path, folder: dirname(path), modifiedMs: found.mtimeMs })
      else unreadable.push({ path, reason: 'it is no regular file' })
    } catch (thrown) {
      unreadable.push({ path, reason: reasonOf(thrown) })
    }
  }
  for (const path of paths) await visit(path)
  return { files, unreadable }
}
