/**
 * Finds the unchanged rows of a file that has grown: groups of packed rows have marks, and rows whose marks existed before need not be
 * written again.
 */
import { hashBytes } from '../files/content-hash.ts'
import type { SqlType } from '../../model/columns.ts'
import { heldBytes } from '../files/spillable-bytes.ts'
import { inlineBytes, textWords, vectorRows } from './column-block.ts'
import type { PackedBlock, PackedColumn, PackedRows } from './column-blocks.ts'
import { tables } from './tables.ts'

/** Tables with a row for every line or more. Their rows name a file and a line. */
export const lineTables = ['records', 'events', 'token_usage'] as const
export type LineTable = (typeof lineTables)[number]
export type PackedTables = Readonly<Record<LineTable, PackedRows>>

/** Marks of the rows of one file, in their order. */
export type FileMarks = Readonly<Record<LineTable, readonly string[]>>

/** Marks of a session's files, by source. */
export type SessionMarks = Readonly<Record<string, FileMarks>>

/** For each table and source the line from which on rows are written again; sources that are not named are written whole. */
export type FirstLines = Readonly<Record<LineTable, Readonly<Record<string, number>>>>

/** Rows of a group, a multiple of eight: a validity mask has a bit a row. */
const groupRows = 128

const bytesOf: Readonly<Record<SqlType, number>> = {
  VARCHAR: textWords * 4,
  BIGINT: 8,
  INTEGER: 4,
  DOUBLE: 8,
  BOOLEAN: 1,
  'TIMESTAMP WITH TIME ZONE': 8,
  // Lists are not laid out.
  'VARCHAR[]': 0,
}

/** Neighbouring rows of a block. */
interface Group {
  readonly block: number
  readonly from: number
  readonly mark: string
  /** Least and greatest line of its rows. */
  readonly firstLine: number
  readonly lastLine: number
}

/** The mask of a column that has a value in every row. */
const allValid = Buffer.alloc(vectorRows / 8, 0xff)

type Laid = Exclude<PackedColumn, { readonly lists: unknown }>

const laid = (column: PackedColumn | undefined): Laid => {
  if (column === undefined || 'lists' in column) throw new Error('tables of lines have no lists')
  return column
}

/**
 * Facts about a group in the part of a block that was packed first: in a file that grows this part does not change, so they are computed
 * once.
 */
interface GroupOfPart {
  readonly mark: string
  /** Ends of the texts of the group and those before it, by column. */
  readonly ends: readonly number[]
  readonly firstLine: number
  readonly lastLine: number
}

/** Groups by their first row and the row after their last. */
const groupsOfParts = new WeakMap<Uint8Array, Map<string, GroupOfPart>>()

interface BlockColumn {
  readonly width: number
  readonly isText: boolean
  readonly laid: Laid
  readonly bytes: Buffer
}

const isEarly = ({ laid: { part } }: BlockColumn): boolean => part === 0

/** The columns of a block, with their bytes. */
class BlockBytes {
  readonly #columns: readonly BlockColumn[]
  readonly #line: number
  readonly #known: Map<string, GroupOfPart>
  /** Where the texts of the groups before end, by column. */
  readonly #ends: number[]

  constructor(table: LineTable, block: PackedBlock) {
    const parts = block.parts.map(heldBytes)
    const columns = Object.values(tables[table])
    this.#line = Object.keys(tables[table]).indexOf('line')
    this.#ends = columns.map(() => 0)
    this.#columns = columns.map(({ sqlType }, at) => {
      const column = laid(block.columns[at])
      const bytes = parts[column.part]
      if (bytes === undefined) throw new Error('a block has all its parts')
      return {
        width: bytesOf[sqlType],
        isText: sqlType === 'VARCHAR',
        laid: column,
        bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length),
      }
    })
    const [first] = parts
    if (first === undefined) throw new Error('a block has a part')
    this.#known = groupsOfParts.get(first) ?? new Map<string, GroupOfPart>()
    groupsOfParts.set(first, this.#known)
  }

  /** Groups are asked for in their order. */
  group(block: number, from: number, to: number): Group {
    const key = `${from} ${to}`
    const early = this.#known.get(key) ?? this.#firstPart(from, to)
    this.#known.set(key, early)
    this.#columns.forEach((column, at) => {
      if (isEarly(column)) this.#ends[at] = early.ends[at] ?? 0
    })
    const late = this.#columns.flatMap((column, at) => (isEarly(column) ? [] : this.#pieces(column, at, from, to)))
    const { firstLine, lastLine } = early
    return { block, from, mark: hashBytes(Buffer.concat([Buffer.from(early.mark), ...late])), firstLine, lastLine }
  }

  #firstPart(from: number, to: number): GroupOfPart {
    const pieces = this.#columns.flatMap((column, at) => (isEarly(column) ? this.#pieces(column, at, from, to) : []))
    return { mark: hashBytes(Buffer.concat(pieces)), ends: [...this.#ends], ...this.#linesOf(from, to) }
  }

  #pieces({ width, isText, laid: { data, valid, texts }, bytes }: BlockColumn, at: number, from: number, to: number): readonly Buffer[] {
    const rows = bytes.subarray(data[0] + from * width, data[0] + to * width)
    const [first, end] = [from >>> 3, (to + 7) >>> 3]
    const mask = valid === undefined ? allValid.subarray(first, end) : bytes.subarray(valid[0] + first, valid[0] + end)
    if (!isText) return [rows, mask]
    const start = this.#ends[at] ?? 0
    const stop = endOfTexts(rows, start)
    this.#ends[at] = stop
    return [rows, mask, bytes.subarray(texts[0] + start, texts[0] + stop)]
  }

  #linesOf(from: number, to: number): Pick<Group, 'firstLine' | 'lastLine'> {
    const column = this.#columns[this.#line]
    if (column === undefined) throw new Error('rows of lines name their line')
    let [firstLine, lastLine] = [Infinity, -Infinity]
    for (let row = from; row < to; row += 1) {
      const line = Number(column.bytes.readBigInt64LE(column.laid.data[0] + row * column.width))
      firstLine = Math.min(firstLine, line)
      lastLine = Math.max(lastLine, line)
    }
    return { firstLine, lastLine }
  }
}

/** Where the longer texts of these rows end, those of rows before them included. */
const endOfTexts = (rows: Buffer, start: number): number => {
  let end = start
  for (let at = 0; at < rows.length; at += textWords * 4) {
    const length = rows.readUInt32LE(at)
    if (length > inlineBytes) end = Math.max(end, rows.readUInt32LE(at + 8) + length)
  }
  return end
}

const groupsOf = (table: LineTable, { blocks }: PackedRows): readonly Group[] =>
  blocks.flatMap((block, number) => {
    const bytes = new BlockBytes(table, block)
    const groups: Group[] = []
    for (let from = 0; from < block.rows; from += groupRows) groups.push(bytes.group(number, from, Math.min(block.rows, from + groupRows)))
    return groups
  })

/** How many groups stay: as many as have the marks from before, as long as no line has rows in what stays and in what does not. */
const staying = (groups: readonly Group[], before: readonly string[]): number => {
  let same = 0
  while (same < groups.length && groups[same]?.mark === before[same]) same += 1
  const firstAfter = (at: number): number => groups.slice(at).reduce((least, { firstLine }) => Math.min(least, firstLine), Infinity)
  const lastBefore = (at: number): number => groups.slice(0, at).reduce((most, { lastLine }) => Math.max(most, lastLine), -Infinity)
  while (same > 0 && lastBefore(same) >= firstAfter(same)) same -= 1
  return same
}

/** A block without its first rows, which are a multiple of eight. */
const cutBlock = (table: LineTable, block: PackedBlock, from: number): PackedBlock => ({
  ...block,
  rows: block.rows - from,
  columns: Object.values(tables[table]).map(({ sqlType }, at) => {
    const { part, data, valid, texts } = laid(block.columns[at])
    const skipped = from * bytesOf[sqlType]
    return {
      part,
      data: [data[0] + skipped, data[1] - skipped],
      valid: valid && [valid[0] + from / 8, valid[1] - from / 8],
      texts,
    }
  }),
})

interface MarkedTable {
  readonly rows: PackedRows
  readonly marks: readonly string[]
  /** Undefined: all rows are written. */
  readonly firstLine: number | undefined
}

const markTable = (table: LineTable, packed: PackedRows, before: readonly string[]): MarkedTable => {
  const groups = groupsOf(table, packed)
  const marks = groups.map(({ mark }) => mark)
  const same = staying(groups, before)
  const lastKept = groups[same - 1]
  if (lastKept === undefined) return { rows: packed, marks, firstLine: undefined }
  const next = groups[same]
  if (next === undefined) return { rows: { rows: 0, blocks: [] }, marks, firstLine: lastKept.lastLine + 1 }
  const [first, ...others] = packed.blocks.slice(next.block)
  const blocks = first === undefined ? [] : [cutBlock(table, first, next.from), ...others]
  const firstLine = groups.slice(same).reduce((least, group) => Math.min(least, group.firstLine), Infinity)
  return { rows: { rows: blocks.reduce((sum, { rows }) => sum + rows, 0), blocks }, marks, firstLine }
}

/** The rows of a file that have to be written, and the marks of all. */
export interface MarkedRows {
  readonly rows: PackedTables
  readonly marks: FileMarks
  readonly firstLines: Readonly<Partial<Record<LineTable, number>>>
}

/**
 * Marks the rows of one file.
 * @param before marks of the rows that the tables hold of it now; undefined: they hold none that could stay.
 */
export const markRows = (packed: PackedTables, before: FileMarks | undefined): MarkedRows => {
  const marked = {
    records: markTable('records', packed.records, before?.records ?? []),
    events: markTable('events', packed.events, before?.events ?? []),
    token_usage: markTable('token_usage', packed.token_usage, before?.token_usage ?? []),
  }
  const { records, events, token_usage: usage } = marked
  return {
    rows: { records: records.rows, events: events.rows, token_usage: usage.rows },
    marks: { records: records.marks, events: events.marks, token_usage: usage.marks },
    firstLines: Object.fromEntries(
      lineTables.flatMap((table) => {
        const { firstLine } = marked[table]
        return firstLine === undefined ? [] : [[table, firstLine]]
      }),
    ),
  }
}
