/** Recognises a full disk in what the system and DuckDB throw. */
import { StrataError } from '../model/failure.ts'

const fullCodes: readonly unknown[] = ['ENOSPC', 'EDQUOT']

/** True for a write that failed for want of space. */
export const isFull = (thrown: unknown): boolean => {
  if (!(thrown instanceof Error)) return false
  if ('code' in thrown && fullCodes.includes(thrown.code)) return true
  return /no space left on device|disk quota exceeded|failed to offload/i.test(thrown.message)
}

/** The failure to report for it. */
export const diskFull = (what: string, cause: unknown): StrataError =>
  new StrataError('disk-full', `The disk is full: ${what} could not be written`, {}, cause)
