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

/** Nothing is written when the file has the content already. @returns whether it had not */
export const replaceFile = (given: string, content: string | Uint8Array): boolean => {
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
    renameSync(aside, path)
  } catch (thrown) {
    rmSync(aside, { force: true })
    throw thrown
  }
  return true
}
