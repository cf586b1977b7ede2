/** A problem with the place of the line it was found in. */
import type { Problem, ProblemCode } from '../../app/model/problem.ts'
import type { RawLine } from '../read-lines.ts'
import type { FoundRecord } from '../../app/model/records-in-line.ts'

export const problemAt = (raw: RawLine, code: ProblemCode, reason: string): Problem => ({
  code,
  reason,
  line: raw.line,
  offset: raw.offset,
  length: raw.length,
})

/** Ranges that are listed; a line may hold very many records. */
const maxRanges = 10

const nul = 0
const newline = 0x0a
const carriageReturn = 0x0d

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`

/** Bytes of a line outside all of its records, without its line end. */
const restOf = (bytes: Uint8Array, found: readonly FoundRecord[]): { readonly nuls: number; readonly others: number } => {
  let [nuls, others, at] = [0, 0, 0]
  for (const { from, to } of [...found, { from: bytes.length, to: bytes.length }]) {
    for (const byte of bytes.subarray(at, from)) {
      if (byte === nul) nuls += 1
      else if (byte !== newline && byte !== carriageReturn) others += 1
    }
    at = to
  }
  return { nuls, others }
}

/** @param bytes of the line; @param found records in it. */
export const recoveredProblem = (raw: RawLine, bytes: Uint8Array, found: readonly FoundRecord[]): Problem => {
  const ranges = found.slice(0, maxRanges).map(({ from, to }) => `${raw.offset + from}–${raw.offset + to - 1}`)
  const more = found.length > maxRanges ? ` and ${found.length - maxRanges} more` : ''
  const { nuls, others } = restOf(bytes, found)
  const rest = [
    ...(nuls === 0 ? [] : [counted(nuls, 'NUL byte', 'NUL bytes')]),
    ...(others === 0 ? [] : [counted(others, 'byte that belongs to no whole record', 'bytes that belong to no whole record')]),
  ]
  const excess = rest.length === 0 ? '' : `; the line also contains ${rest.join(' and ')}`
  const records = counted(found.length, 'record was', 'records were')
  const reason = `the line is not valid JSON; ${records} recovered from bytes ${ranges.join(', ')}${more}${excess}`
  return problemAt(raw, 'recovered-records', reason)
}
