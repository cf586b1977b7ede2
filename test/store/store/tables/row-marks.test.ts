/** Rows of a file that has grown are told from those that are as they were by marks of their groups. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRows } from '../../../../app/store/tables/column-blocks.ts'
import { lineTables, markRows, type FileMarks, type PackedTables } from '../../../../app/store/tables/row-marks.ts'
import { tables, type TableRow } from '../../../../app/store/tables/tables.ts'
import { RowCache } from '../../../../app/store/tables/row-cache.ts'
import { unpackRows } from '../../../support/unpack-rows.ts'

type Event = TableRow<'events'>

const text = fc.option(fc.oneof(fc.constantFrom('', 'Bash', 'ä 🌊', 'twelve bytes', 'thirteen byte'), fc.string({ maxLength: 40 })), {
  freq: 3,
})
const anyEvent = fc.record({ body: text, filePath: text, at: fc.option(fc.nat(10_000)), isError: fc.boolean() })

const eventsOf = (
  made: readonly { body: string | null; filePath: string | null; at: number | null; isError: boolean }[],
): readonly Event[] =>
  made.map(({ body, filePath, at, isError }, index) => ({
    sourceId: 'src-1',
    sessionId: 's',
    // Three events a line.
    line: Math.floor(index / 3) + 1,
    block: index % 3,
    kind: 'response',
    class: 'reply',
    chain: 'main',
    commitId: null,
    isCopy: false,
    occurredAt: at,
    body,
    chars: 1,
    weighedChars: 1,
    countedTokens: 0,
    toolName: null,
    toolUseId: null,
    filePath,
    isError,
    permission: null,
    runMs: null,
    model: null,
    subtype: null,
  }))

const none = { rows: 0, blocks: [] }
const packed = (events: readonly Event[]): PackedTables => ({ records: none, token_usage: none, events: packRows(tables.events, events) })

const marksOf = (events: readonly Event[]): FileMarks => markRows(packed(events), undefined).marks

test('rows before the first changed line are unchanged, and the rest is returned', () => {
  fc.assert(
    fc.property(
      fc.array(anyEvent, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 0, max: 700 }),
      fc.array(anyEvent, { maxLength: 300 }),
      fc.option(fc.nat(800)),
      (some, repeats, more, changedAt) => {
        const before = eventsOf(
          Array.from({ length: repeats }, (_, at) => some[at % some.length] ?? some[0]).filter((one) => one !== undefined),
        )
        const grown = eventsOf([...before.map(({ body, filePath, occurredAt: at, isError }) => ({ body, filePath, at, isError })), ...more])
        const after = grown.map((event, at) => (at === changedAt ? { ...event, commitId: 'ctx-1' } : event))
        const { rows, firstLines, marks } = markRows(packed(after), marksOf(before))
        const first = firstLines.events ?? 0
        expect(unpackRows('events', rows.events)).toEqual(after.filter(({ line }) => line >= first))
        expect(before.filter(({ line }) => line < first)).toEqual(after.filter(({ line }) => line < first))
        expect(marks).toEqual(marksOf(after))
      },
    ),
    { numRuns: 200 },
  )
})

test('earlier packing does not affect a mark', () => {
  const events = eventsOf([{ body: null, filePath: null, at: null, isError: false }])
  const marks = marksOf(events)
  packRows(
    tables.events,
    eventsOf(Array.from({ length: 200 }, () => ({ body: 'x'.repeat(50), filePath: 'y'.repeat(50), at: 7, isError: true }))),
  )
  expect(marksOf(events)).toEqual(marks)
})

test('a file that has not changed has no row to write', () => {
  const events = eventsOf(
    Array.from({ length: 500 }, (_, at) => ({ body: `event ${String(at)} of many`, filePath: null, at, isError: false })),
  )
  const { rows, firstLines } = markRows(packed(events), marksOf(events))
  expect(rows).toEqual(Object.fromEntries(lineTables.map((table) => [table, none])))
  expect(firstLines).toEqual({ events: 168 })
})

const unit = (basis: number, line?: number, kept = 0) => ({
  marks: {},
  basis,
  firstLines: { records: line === undefined ? {} : { 'src-1': line }, events: {}, token_usage: {} },
  commits: { marks: [], kept, firstPosition: kept },
})

test('rows are omitted only in tables that contain the rows their mark refers to', async () => {
  const present = new RowCache(() => Promise.resolve(new Set<string>()))
  const write = (marked: ReturnType<typeof unit> | undefined) =>
    present.replacing([{ sessionId: 's', marked }], () => Promise.resolve(marked))
  expect(present.marksOf('s').version).toBe(0)
  await expect(write(unit(7, 3))).rejects.toThrow('do not have')
  await write(unit(0))
  const { version } = present.marksOf('s')
  await write(unit(version, 3))
  await expect(write(unit(version, 3))).rejects.toThrow('do not have')
  await expect(write(unit(version, undefined, 1))).rejects.toThrow('do not have')
  await write(undefined)
  expect(present.marksOf('s').version).toBe(0)
})

test('the content of commits of a growing session is known, also for unchanged rows', async () => {
  const present = new RowCache(() => Promise.resolve(new Set<string>()))
  const write = (kept: number, artifacts: readonly string[]) => {
    const marked = unit(present.marksOf('s').version, undefined, kept)
    return present.replacing([{ sessionId: 's', marked, artifacts }], () => Promise.resolve())
  }
  await write(0, ['a', 'record a', 'b', 'record b'])
  await write(1, ['c', 'record c'])
  expect(present.artifactsOf('s')).toEqual(['a', 'record a', 'c', 'record c'])
  await write(2, [])
  expect(present.artifactsOf('s')).toEqual(['a', 'record a', 'c', 'record c'])
})

test('after a failure no mark is trusted', async () => {
  const present = new RowCache(() => Promise.resolve(new Set<string>()))
  await present.replacing([{ sessionId: 's', marked: unit(0) }], () => Promise.resolve())
  expect(present.marksOf('s').version).not.toBe(0)
  await expect(present.replacing([], () => Promise.reject(new Error('disk full')))).rejects.toThrow('disk full')
  expect(present.marksOf('s').version).toBe(0)
})
