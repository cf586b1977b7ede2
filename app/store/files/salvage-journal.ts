/** Replaces a damaged journal with its readable lines. The damaged file stays beside it: with a backup, a user may recover more from it. */
import { rename } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { SalvagedJournal } from '../../model/salvaged-journal.ts'
import { StrataError } from '../../model/failure.ts'
import { AppendFile } from './append-file.ts'
import { compactedPath, compactJournal } from './compact-journal.ts'
import { damagedName } from './free-name.ts'
import { linesOf } from './file-lines.ts'
import { headingSubject, isWish } from './journal-entry.ts'
import { Journal } from './journal.ts'
import { beginningOf, decodeLine, jsonOf, type Line } from './journal-line.ts'
import { firstPosition, isBefore } from './pack-files.ts'
import { exists, removeFile, syncFolder } from './store-folder.ts'

const maxNamed = 20

interface Readable {
  /** In the order of their numbers: those that count, and all that persons set. */
  readonly lines: readonly Line[]
  readonly damagedLines: readonly number[]
  readonly damaged: number
}

const readableLine = (bytes: Buffer): ReturnType<typeof beginningOf> => {
  const json = jsonOf(bytes)
  return json === undefined || typeof decodeLine(bytes) === 'string' ? undefined : beginningOf(json)
}

const readableLines = async (file: AppendFile): Promise<Readable> => {
  const found = new Map<number, Line>()
  const damagedLines: number[] = []
  let number = 0
  for await (const { bytes, offset, complete } of linesOf(file, file.size)) {
    number++
    const beginning = complete ? readableLine(bytes) : undefined
    if (beginning === undefined) damagedLines.push(number)
    // A heading is written again.
    else if (beginning.subject !== headingSubject && !found.has(beginning.seq))
      found.set(beginning.seq, { ...beginning, offset, length: bytes.length + 1 })
  }
  const all = [...found.values()].sort((a, b) => a.seq - b.seq)
  const last = new Map(all.map((line) => [line.subject, line]))
  const lines = all.filter((line) => isWish(line.subject) || last.get(line.subject) === line)
  return { lines, damagedLines: damagedLines.slice(0, maxNamed), damaged: damagedLines.length }
}

const isWhole = async (path: string): Promise<boolean> => {
  try {
    await (await Journal.open(path, true)).close()
    return true
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'journal-corrupt') return false
    throw thrown
  }
}

/** @returns undefined for a journal that is whole: it stays as it is. @throws StrataError disk-full */
export const salvageJournal = async (path: string): Promise<SalvagedJournal | undefined> => {
  if (!(await exists(path)) || (await isWhole(path))) return undefined
  const made = compactedPath(path)
  await removeFile(made)
  const file = await AppendFile.open(path, true)
  let readable: Readable
  try {
    readable = await readableLines(file)
    const to = await AppendFile.open(made, false)
    try {
      const packEnd = readable.lines.reduce((end, line) => (isBefore(end, line.packEnd) ? line.packEnd : end), firstPosition)
      await compactJournal(file, readable.lines, packEnd, to)
    } finally {
      await to.close()
    }
  } finally {
    await file.close()
  }
  const keptAs = damagedName(path)
  await rename(path, keptAs)
  await rename(made, path)
  await syncFolder(dirname(path))
  const { damagedLines, damaged, lines } = readable
  return { damagedLines, damaged, entries: lines.length, keptAs }
}
