/** The known lines of a file and the gaps between them. */
import type { LineName } from '../line-name.ts'
import type { Proof } from './proof.ts'

/** A record of a transcript. */
interface RecordName extends LineName {
  readonly sourceId: string
  readonly line: number
}

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

/** A file as file.show gives it. */
export interface KnownContent {
  /** Null: not all of it is known. */
  readonly content: string | null
  /** Lines that are known in the same way, in their order. */
  readonly ranges: readonly { readonly from: number; readonly to: number; readonly proof: Proof; readonly record: RecordName | null }[]
  /** Known lines by their numbers, where not all are known. */
  readonly lines: readonly { readonly number: number; readonly text: string }[]
  /** Null: not known. */
  readonly totalLines: number | null
}

/** An empty text after the last line feed is not a line. */
const withoutEnd = (rows: FileLine[], { totalLines }: KnownContent): readonly FileLine[] => {
  const last = rows.at(-1)
  const isEnd = last?.kind === 'line' && last.text === '' && last.number === totalLines && rows.length > 1
  return isEnd ? rows.slice(0, -1) : rows
}

export const knownLines = (file: KnownContent): readonly FileLine[] => {
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

/** `lines 3 to 5 are not known`: the beginning of a sentence has its capital where it is drawn. */
export const gapText = ({ from, to }: Pick<LineGap, 'from' | 'to'>): string => {
  if (to === null) return from === 1 ? 'no line is known' : `what follows line ${from - 1} is not known`
  return from === to ? `line ${from} is not known` : `lines ${from} to ${to} are not known`
}
