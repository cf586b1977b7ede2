/** Writes a compacted journal: a heading, and below it lines of another journal as they are. */
import type { AppendFile } from './append-file.ts'
import { headingSubject } from './journal-entry.ts'
import { checkFails, damagedEntry, encodeLine, jsonOf, type Line } from './journal-line.ts'
import type { PackPosition } from './pack-files.ts'

/** Where a journal is compacted to; what lies there is of no use after a crash. */
export const compactedPath = (path: string): string => `${path}.compacted`

/** Bytes that are written at a time. */
const pieceBytes = 1024 * 1024

/**
 * Copies lines of one file to another, which is empty, and makes them durable.
 * @param lines in the order of their numbers, the last line of the journal among them
 * @throws StrataError journal-corrupt when one of them is damaged, disk-full
 */
export const compactJournal = async (from: AppendFile, lines: readonly Line[], packEnd: PackPosition, to: AppendFile): Promise<void> => {
  const seq = lines.at(-1)?.seq ?? 0
  const at = new Date().toISOString()
  const heading = { seq, pack_end: [packEnd.packId, packEnd.offset] as const, subject: headingSubject, at } as const
  let parts = [encodeLine({ kind: 'compacted', ...heading, entries: lines.length })]
  let bytes = 0
  for (const line of lines) {
    const copied = await from.read(line.offset, line.length)
    if (jsonOf(copied.subarray(0, -1)) === undefined) throw damagedEntry(from.path, line.seq, checkFails)
    parts.push(copied)
    bytes += copied.length
    if (bytes < pieceBytes) continue
    await to.append(parts)
    parts = []
    bytes = 0
  }
  await to.append(parts)
  await to.sync()
}
