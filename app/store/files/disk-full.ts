/** Recognises a full disk in what the system and DuckDB throw. */
import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'
import { StrataError } from '../../model/failure.ts'

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** True for a write that failed for want of space. */
export const isFull = (thrown: unknown): boolean => {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && fullCodes.includes(thrown.code)) return true
  return /no space left on device|not enough space|disk quota exceeded|failed to offload/i.test(thrown.message)
}

/** Bytes that are free where a file lies; undefined when the system does not say. */
const freeBytes = (path: string): number | undefined => {
  try {
    const { bavail, bsize } = statfsSync(dirname(path))
    return bavail * bsize
  } catch {
    return undefined
  }
}

/**
 * The failure to report for it.
 * @param path the file that could not be written.
 */
export const diskFull = (path: string, cause: unknown): StrataError => {
  const free = freeBytes(path)
  const left = free === undefined ? '' : `, with ${(free / 1_000_000).toFixed(1)} MB free`
  return new StrataError('disk-full', `The disk is full: cannot write ${path}${left}`, { path }, cause)
}
