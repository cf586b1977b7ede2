/** Which change wrote each line, carried from version to version. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { carryWriters, linesIn, type WrittenLines } from '../../../app/files/line-writers.ts'

const unwritten = (lines: readonly string[]): WrittenLines => ({ lines, writers: lines.map(() => -1) })

test('a line feed ends a line, and nothing follows the last one', () => {
  expect([linesIn(''), linesIn('a'), linesIn('a\n'), linesIn('a\n\n')]).toEqual([[], ['a'], ['a'], ['a', '']])
})

test('lines keep their writer, new ones get that of the change, and what a change had written is counted when it goes', () => {
  const first = carryWriters(unwritten(['a', 'b', 'c']), ['a', 'B', 'B2', 'c'], 1)
  expect(first).toEqual({
    now: { lines: ['a', 'B', 'B2', 'c'], writers: [-1, 1, 1, -1] },
    added: 2,
    removed: 1,
    lost: new Map(),
    undone: 0,
  })
  const second = carryWriters(first.now, ['a', 'B', 'c', 'd'], 2)
  expect(second).toEqual({
    now: { lines: ['a', 'B', 'c', 'd'], writers: [-1, 1, -1, 2] },
    added: 1,
    removed: 1,
    lost: new Map([[1, 1]]),
    undone: 1,
  })
})

test('the numbers of lines add up, and every line that is not new is one from before', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 30 })
  fc.assert(
    fc.property(text, text, (before, after) => {
      const marked = { lines: before, writers: before.map((_, at) => at) }
      const { now, added, removed, undone } = carryWriters(marked, after, 1000)
      expect(added - removed).toBe(after.length - before.length)
      expect(undone).toBe(removed)
      const kept = now.writers.flatMap((writer, at) => (writer === 1000 ? [] : [[before[writer], after[at]]]))
      expect(kept).toHaveLength(after.length - added)
      expect(kept.every(([was, is]) => was === is)).toBe(true)
    }),
  )
})
