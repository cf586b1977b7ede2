/** The files below a folder, as a test compares them with others. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { hashBytes } from '../../app/store/files/content-hash.ts'

/** Paths of the files below a folder, hidden ones too, in order; none where there is no folder. */
export const namesBelow = (dir: string): readonly string[] => {
  try {
    const entries = readdirSync(dir, { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
      .sort()
  } catch {
    return []
  }
}

/** The same, with the hash of what each holds. */
export const filesBelow = (dir: string): Readonly<Record<string, string>> =>
  Object.fromEntries(namesBelow(dir).map((name) => [name, hashBytes(readFileSync(path.join(dir, name)))]))

/** Bytes of all files below a folder. */
export const bytesBelow = (dir: string): number => namesBelow(dir).reduce((sum, name) => sum + statSync(path.join(dir, name)).size, 0)
