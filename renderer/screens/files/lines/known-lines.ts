/** The lines of a file as far as they are known, with the gaps between them. */
import type { KnownFileView, RecordName } from '../../../../app/contract/objects.ts'
import type { Proof } from '../../../../app/model/objects/proof.ts'

export interface KnownLine {
  readonly kind: 'line'
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  readonly proof: Proof
  readonly record: RecordName | null
  /** Whether a range of lines that are known in the same way begins with it. */
  readonly isFirst: boolean
}

export interface LineGap {
  readonly kind: 'gap'
  readonly from: number
  /** Null: it is not known how many lines follow. */
  readonly to: number | null
}

export type FileLine = KnownLine | LineGap

type Known = Pick<KnownFileView, 'content' | 'ranges' | 'lines' | 'totalLines'>

/** What follows the last line feed is no line when it is empty. */
const withoutEnd = (rows: FileLine[], { totalLines }: Known): readonly FileLine[] => {
  const last = rows.at(-1)
  const isEnd = last?.kind === 'line' && last.text === '' && last.number === totalLines && rows.length > 1
  return isEnd ? rows.slice(0, -1) : rows
}

export const fileLines = (file: Known): readonly FileLine[] => {
  const { content, ranges, lines, totalLines } = file
  const whole = content?.split('\n')
  const parts = new Map(whole === undefined ? lines.map(({ number, text }) => [number, text]) : [])
  const textAt = (number: number): string => whole?.[number - 1] ?? parts.get(number) ?? ''
  const rows: FileLine[] = []
  for (const { from, to, proof, record } of ranges) {
    if (proof === 'unknown') {
      rows.push({ kind: 'gap', from, to })
      continue
    }
    for (let number = from; number <= to; number += 1)
      rows.push({ kind: 'line', number, text: textAt(number), proof, record, isFirst: number === from })
  }
  const last = ranges.at(-1)
  if (content === null && last !== undefined && totalLines === null) rows.push({ kind: 'gap', from: last.to + 1, to: null })
  return withoutEnd(rows, file)
}

export const gapText = ({ from, to }: LineGap): string => {
  if (to === null) return `What follows line ${from - 1} is not known`
  return from === to ? `Line ${from} is not known` : `Lines ${from} to ${to} are not known`
}

/** How many lines there are of each class, from the surest; gaps count where their length is known. */
export const linesByProof = (rows: readonly FileLine[]): readonly (readonly [Proof, number])[] => {
  const counts = { observed: 0, computed: 0, likely: 0, partial: 0, unknown: 0 }
  for (const row of rows) {
    if (row.kind === 'line') counts[row.proof] += 1
    else if (row.to !== null) counts.unknown += row.to - row.from + 1
  }
  return (['observed', 'computed', 'likely', 'unknown'] as const).map((proof) => [proof, counts[proof]] as const)
}

/** Place of the first line that a record changed, else of the first that it showed; undefined: it gave none, or the whole file. */
export const firstLineOf = (rows: readonly FileLine[], { sourceId, line }: RecordName): number | undefined => {
  const isOwn = (row: FileLine): row is KnownLine => row.kind === 'line' && row.record?.sourceId === sourceId && row.record.line === line
  const changed = rows.findIndex((row) => isOwn(row) && row.proof !== 'observed')
  const at = changed > 0 ? changed : rows.findIndex(isOwn)
  return at > 0 ? at : undefined
}
