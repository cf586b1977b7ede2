/** Stamps of files, by which a file is recognised without reading it. */
import type { SeenFile } from '../app/model/transcript-file.ts'

/**
 * File times advance with the ticks of the system's clock, some sixteen milliseconds at most; on some file systems with whole seconds, or
 * two.
 */
const tickMs = 20
const coarseTickMs = 2_500

/** Whether a file that has this change time may be written again without another one. */
export const mayChangeUnseen = (changedNs: bigint, checkedAtMs: number): boolean => {
  const tick = changedNs % 1_000_000_000n === 0n ? coarseTickMs : tickMs
  return Math.abs(Number(changedNs / 1_000_000n) - checkedAtMs) <= tick
}

/** @param checkedAtMs when the file was checked, before it was read. */
export const seenFile = ({ ctimeNs, ino }: { readonly ctimeNs: bigint; readonly ino: bigint }, checkedAtMs: number): SeenFile => ({
  changedNs: mayChangeUnseen(ctimeNs, checkedAtMs) ? '' : String(ctimeNs),
  inode: String(ino),
})

/** Compares the stamp of a file with the one that was recorded. `other`: the bytes must be compared. */
export const compareSeen = (seen: SeenFile | undefined, now: { readonly changedNs: bigint; readonly inode: bigint }): Sight => {
  if (seen === undefined) return 'unknown'
  const isSame = seen.changedNs === String(now.changedNs) && (seen.inode === '' || seen.inode === String(now.inode))
  return isSame ? 'same' : 'other'
}

export type Sight = 'same' | 'other' | 'unknown'
