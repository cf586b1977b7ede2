/**
 * Earlier versions of files. When a file was rewritten or cut back, its earlier content is in no session any more, but nothing is lost. It
 * is kept as a separate source, from which nothing is derived, until the file begins with it again.
 */
import type { OpenFile } from '../model/transcript-file.ts'
import { nothingSelected } from '../../importer/records/dialect.ts'
import { closeFile, openFile, readLines } from '../../importer/read-lines.ts'
import { hashBytes } from '../store/files/content-hash.ts'
import type { TableRow } from '../store/tables/tables.ts'
import { problemRow } from './derive-rows.ts'
import { lastVersions, type DerivedSource, type DeriveTask } from './derive-task.ts'
import { hashStart, hashStretch, pathOfFile, sourceIdOf } from './hash-file.ts'
import type { ReadSource, ReadSources } from './read-sources.ts'

const shownDigits = 8

const asEarlier = (held: DerivedSource, missingLines: number | undefined): DerivedSource => {
  const name = `.earlier-${held.contentHash.slice(0, shownDigits)}`
  return {
    ...held,
    missingLines,
    sourceId: sourceIdOf(`${held.path}\0${held.contentHash}`),
    path: `${held.path}${name}`,
    file: `${held.file}${name}`,
    role: 'earlier',
  }
}

const opensWith = (open: OpenFile, { bytes, contentHash }: DerivedSource): boolean =>
  open.size >= bytes && hashStart(open, bytes) === contentHash

/** Whether a file is what the store holds of it, or begins with that. */
const hasGrown = (file: ReadSource | undefined, held: DerivedSource): boolean =>
  file !== undefined && (file.contentHash === held.contentHash || file.hashBefore === held.contentHash || opensWith(file.open, held))

/** A file may have become another session's, all of it: then it holds what it held. */
const isElsewhere = (held: DerivedSource): boolean => {
  try {
    const open = openFile(pathOfFile(held))
    try {
      return opensWith(open, held)
    } finally {
      closeFile(open)
    }
  } catch {
    return false
  }
}

const isBlank = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d))

/** Hash of each line that is not blank, with or without a line ending the same. */
function* lineHashes(open: OpenFile): Generator<string> {
  for (const { bytes, offset, length, terminated } of readLines(open, () => undefined, { selection: nothingSelected })) {
    const size = terminated ? length - 1 : length
    if (bytes === undefined) yield hashStretch(open, offset, size).slice(0, 32)
    else if (!isBlank(bytes)) yield hashBytes(bytes.subarray(0, size)).slice(0, 32)
  }
}

/** How many lines of an earlier copy are missing from the file. A line that occurs twice in the copy must occur twice in the file. */
const countMissing = (copy: string, file: ReadSource): number => {
  const now = new Map<string, number>()
  for (const hash of lineHashes(file.open)) now.set(hash, (now.get(hash) ?? 0) + 1)
  const open = openFile(copy)
  try {
    let missing = 0
    for (const hash of lineHashes(open)) {
      const left = now.get(hash) ?? 0
      if (left === 0) missing++
      else now.set(hash, left - 1)
    }
    return missing
  } finally {
    closeFile(open)
  }
}

/** The code of the error that asks for copies of what some files held: its message names these sources, with blanks between them. */
export const rewrittenCode = 'EREWRITTEN'

/**
 * @throws Error with code ESHORT when a file became shorter meanwhile; EREWRITTEN when copies are needed
 */
export const earlierVersions = (
  { held = [], copies = {} }: Pick<DeriveTask, 'held' | 'copies'>,
  { read, failed }: ReadSources,
): readonly DerivedSource[] => {
  const files = new Map(read.map((file) => [file.source.path, file]))
  const unread = new Set(failed.map(({ path }) => path))
  const grown = new Map(lastVersions(held).flatMap((one) => (hasGrown(files.get(one.path), one) ? [[one.path, one.bytes] as const] : [])))
  const isThere = (version: DerivedSource): boolean => {
    const path = pathOfFile(version)
    const file = files.get(path)
    if (file === undefined) return unread.has(path) || isElsewhere(version)
    const known = grown.get(path)
    if (version.role !== 'earlier') return known !== undefined
    // What the file did not begin with before it grew, it does not begin with now.
    return (known === undefined || version.bytes > known) && opensWith(file.open, version)
  }
  const gone = held.filter((version) => version.bytes > 0 && !isThere(version))
  const needed = lastVersions(gone).filter(({ sourceId, path, lines }) => lines > 0 && copies[sourceId] === undefined && files.has(path))
  if (needed.length > 0) throw Object.assign(new Error(needed.map(({ sourceId }) => sourceId).join(' ')), { code: rewrittenCode })
  const kept = gone.flatMap((version) => {
    if (version.role === 'earlier') return version
    const file = files.get(version.path)
    const copy = copies[version.sourceId]
    const missing = file === undefined || typeof copy !== 'string' ? undefined : countMissing(copy, file)
    // A version whose lines are only in another order has lost nothing.
    return missing === 0 ? [] : asEarlier(version, missing)
  })
  return [...new Map(kept.map((one) => [one.sourceId, one])).values()]
}

const rewriteReason = ({ lines, missingLines }: DerivedSource, isStillHere: boolean): string => {
  if (!isStillHere && missingLines === undefined)
    return `the file now belongs to another session and no longer begins with the ${lines} lines that were imported for this one`
  if (missingLines === undefined) return `the file was rewritten and no longer begins with the ${lines} lines that were imported`
  return `the file was rewritten: ${missingLines} of the ${lines} imported lines are no longer in it`
}

/** Problems that are reported for transcripts that were rewritten. */
export const rewrittenProblems = (sources: readonly DerivedSource[], sessionId: string): readonly TableRow<'problems'>[] => {
  const files = new Map(sources.map((source) => [source.path, source]))
  return sources.flatMap((source) => {
    // Notes have no lines: they may change.
    if (source.role !== 'earlier' || source.lines === 0) return []
    const now = files.get(pathOfFile(source))
    const reason = `${rewriteReason(source, now !== undefined)}; the earlier content is kept as ${source.file}`
    return [problemRow(now ?? source, sessionId, { code: 'rewritten-file', reason })]
  })
}
