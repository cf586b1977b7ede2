/** What a command says on a disk that is too small. */
import { expect } from 'vitest'
import { bytesOf } from './small-disk.ts'

export const isFull = /^strata: The disk is full: .* could not be written.*\(disk-full\)\nFree some space/

/**
 * A command succeeds or says that the disk is full; on a disk that is certainly too small it says so.
 * @param size of the disk, such as `700k`
 * @param required bytes that the command cannot do without
 */
export const expectDoneOrFull = (
  { code, err }: { readonly code: number | null; readonly err: string },
  size: string,
  required: number,
): void => {
  const mustBeFull = code !== 0 || bytesOf(size) < required
  expect(err).toMatch(mustBeFull ? isFull : /^$/)
}
