/** Reads and replaces small files: a reader never sees half of one. */
import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StrataError } from '../../model/failure.ts'

const isMissing = (thrown: unknown): boolean => {
  const { code } = thrown as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Undefined where there is no file. A pipe in its place is none: reading it could wait for ever. */
export const readBytes = (path: string): Buffer | undefined => {
  try {
    const stat = statSync(path)
    return stat.isFile() || stat.isDirectory() ? readFileSync(path) : undefined
  } catch (thrown) {
    if (isMissing(thrown)) return undefined
    throw thrown
  }
}

export const readText = (path: string): string | undefined => readBytes(path)?.toString('utf8')

/** Where a link leads: a link to the file stays one. */
const targetOf = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

/** A program wrote the file after it was read. */
class ChangedMeanwhile extends StrataError {
  constructor(path: string) {
    super('system-refused', `${path} was not written: another program changed it at the same time`, { path })
  }
}

/** The content that a change was made from. */
interface ReadFile {
  readonly bytes: Uint8Array | undefined
}

/** @throws StrataError system-refused */
export const refuseChanged = (path: string, { bytes }: ReadFile): void => {
  const now = readBytes(path)
  const isSame = bytes === undefined ? now === undefined : now?.equals(bytes) === true
  if (!isSame) throw new ChangedMeanwhile(path)
}

const attempts = 3

/** Does work that reads a file and replaces it; again, when another program wrote the file in between. @throws StrataError system-refused */
export const retryChanged = <T>(work: () => T): T => {
  for (let left = attempts - 1; ; left -= 1)
    try {
      return work()
    } catch (thrown) {
      if (!(thrown instanceof ChangedMeanwhile) || left === 0) throw thrown
    }
}

/**
 * Nothing is written when the file has the content already.
 * @param read what the content was made from: it is compared directly before the file is replaced; undefined: it does not matter
 * @returns whether the file was written
 * @throws StrataError system-refused
 */
export const replaceFile = (given: string, content: string | Uint8Array, read?: ReadFile): boolean => {
  const path = targetOf(given)
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  const before = readBytes(path)
  if (before?.equals(bytes) === true) return false
  mkdirSync(dirname(path), { recursive: true })
  const mode = before === undefined ? undefined : statSync(path).mode & 0o777
  if (mode !== undefined && (mode & 0o222) === 0) throw new StrataError('system-refused', `${path} is read-only`, { path })
  const aside = `${path}.${String(process.pid)}.tmp`
  rmSync(aside, { force: true })
  try {
    writeFileSync(aside, bytes, { flag: 'wx', ...(mode === undefined ? {} : { mode }) })
    if (read !== undefined) refuseChanged(path, read)
    renameSync(aside, path)
  } catch (thrown) {
    rmSync(aside, { force: true })
    throw thrown
  }
  return true
}

/** Replaces a file by what is made of it. @param change undefined: the file stays @returns whether it was written @throws StrataError system-refused */
export const changeFile = (path: string, change: (before: Buffer | undefined) => string | Uint8Array | undefined): boolean =>
  retryChanged(() => {
    const bytes = readBytes(path)
    const after = change(bytes)
    return after !== undefined && replaceFile(path, after, { bytes })
  })
