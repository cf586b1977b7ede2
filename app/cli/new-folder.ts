/** A folder that a command fills with files: one that does not exist yet, or is empty. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Whether the folder does not exist or is empty, so that new files replace nothing and mix with nothing. */
export const isNewFolder = (folder: string): boolean => !existsSync(folder) || readdirSync(folder).length === 0

export const makeFolder = (folder: string): void => void mkdirSync(folder, { recursive: true, mode: 0o700 })

/** An existing file is never replaced. */
export const writeNewFile = (folder: string, name: string, bytes: Uint8Array): void =>
  writeFileSync(join(folder, name), bytes, { flag: 'wx', mode: 0o600 })
