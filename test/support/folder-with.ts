/** A folder of a test with the files that are named. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { tempDir } from './temp-dir.ts'

/** Writes files below a new folder, their directories too; gives the folder. */
export const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = tempDir()
  for (const [name, content] of Object.entries(files)) {
    const target = path.join(folder, name)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, content)
  }
  return folder
}
