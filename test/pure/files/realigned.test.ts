/** What stays known of a file that something changed without a record, when some of its lines are seen again. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FileStep } from '../../../app/files/file-step.ts'
import { contentOf, proofOf, type KnownFile } from '../../../app/files/known-file.ts'
import { KnownFiles } from '../../../app/files/known-files.ts'

const path = '/p/a.ts'

const wholeOf = (lines: readonly string[]): FileStep => ({ step: 'whole', path, content: lines.join('\n'), by: 'read' })
const partOf = (lines: readonly string[], from: number, to: number): FileStep => ({
  step: 'part',
  path,
  from,
  lines: lines.slice(from - 1, to),
  total: lines.length,
  by: 'read',
})
const ran: FileStep = { step: 'ran', effect: { kind: 'any' } }

const after = (...steps: readonly FileStep[]): KnownFile | undefined => {
  const known = new KnownFiles()
  steps.forEach((step, record) => known.take(step, record))
  return known.now(path) ?? undefined
}

const shown = (file: KnownFile | undefined): unknown =>
  file && (contentOf(file)?.split('\n') ?? file.stretches.map(({ from, lines }) => [from, lines.length]))

const lines = Array.from({ length: 40 }, (_, at) => `line ${at + 1}`)
const longer = [...lines.slice(0, 19), 'a new line', ...lines.slice(19)]

test('when the place of the change is seen with unchanged lines around it, the whole file is likely known', () => {
  const file = after(wholeOf(lines), ran, partOf(longer, 15, 25))
  expect([shown(file), file && proofOf(file)]).toEqual([longer, 'likely'])
  expect(file?.stretches.find(({ from }) => from === 15)?.proof).toBe('observed')
})

test('a line that was replaced in a file of equal length is found the same way', () => {
  const other = lines.map((line, at) => (at === 19 ? 'another line' : line))
  expect(shown(after(wholeOf(lines), ran, partOf(other, 15, 25)))).toEqual(other)
})

test('lines that are all as before, at one end of the change, show only that side of it', () => {
  expect(shown(after(wholeOf(lines), ran, partOf(longer, 25, 30)))).toEqual([
    [25, 6],
    [31, 11],
  ])
  expect(shown(after(wholeOf(lines), ran, partOf(longer, 5, 10)))).toEqual([
    [1, 4],
    [5, 6],
  ])
})

test('a change that a second part shows is found, too', () => {
  expect(shown(after(wholeOf(lines), ran, partOf(longer, 5, 10), partOf(longer, 15, 25)))).toEqual(longer)
})

test('brackets and blank lines do not show where a line is', () => {
  const before = ['one', '{', '', '}', 'two']
  const now = ['one', '{', '', 'new', '}', 'two', 'three']
  expect(shown(after(wholeOf(before), ran, partOf(now, 2, 4)))).toEqual([[2, 3]])
})

test('a file that went away and came back, as with a branch, is likely what it was', () => {
  const gone: FileStep = { step: 'gone', path }
  const file = after(wholeOf(lines), gone, ran, partOf(lines, 10, 20))
  expect([shown(file), file && proofOf(file)]).toEqual([lines, 'likely'])
})

test('after one change to the number of lines, each line that is still known is the line of the file', () => {
  const block = fc.array(fc.string({ minLength: 1, maxLength: 3 }), { maxLength: 6 })
  fc.assert(
    fc.property(block, fc.nat(39), fc.nat(6), fc.nat(45), fc.integer({ min: 1, max: 20 }), (added, at, removed, start, count) => {
      const now = [...lines.slice(0, at), ...added, ...lines.slice(at + removed)]
      fc.pre(now.length !== lines.length)
      const from = Math.min(start + 1, now.length)
      for (const stretch of after(wholeOf(lines), ran, partOf(now, from, from + count - 1))?.stretches ?? [])
        expect(now.slice(stretch.from - 1, stretch.from - 1 + stretch.lines.length)).toEqual(stretch.lines)
    }),
  )
})
