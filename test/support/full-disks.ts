/** Disks without room, and what a command says on one. */
import { appendFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { bytesOf, type SmallDisk } from './small-disk.ts'

export const isFull = /^strata: The disk is full: cannot write .*\(disk-full\)\nFree some space/

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

/** Uses all free space of a disk. @returns the path of the file that uses it */
export const fill = ({ dir }: Pick<SmallDisk, 'dir'>): string => {
  const filler = path.join(dir, 'filler')
  for (const size of [100_000, 1])
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(size))
    }).toThrow('ENOSPC')
  return filler
}
