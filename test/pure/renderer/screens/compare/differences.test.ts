import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SessionContents } from '../../../../../app/contract/reader.ts'
import { columnRows } from '../../../../../renderer/screens/compare/column-rows.ts'
import {
  differencesOf,
  differenceText,
  ownPrompts,
  partingRow,
  stepped,
  type ComparedReading,
  type Difference,
} from '../../../../../renderer/screens/compare/differences.ts'

interface Told {
  readonly rows: number
  readonly parting: number
  readonly prompts: readonly (readonly [row: number, words: string])[]
  readonly changes?: readonly (readonly [row: number, ...files: string[]])[]
}

const reading = ({ rows, parting, prompts, changes = [] }: Told): ComparedReading => {
  const contents: SessionContents = {
    prompts: prompts.map(([row, digest]) => ({ row, digest })),
    changes: changes.map(([row, ...files]) => ({ row, files })),
  }
  return { outline: { rows, prompts: prompts.map(([row, text]) => ({ row, text, at: null })) }, contents, parting }
}

const described = (differences: readonly Difference[]): readonly string[] =>
  differences.map((one) => `${one.side} ${one.row}: ${differenceText(one)}`)

test('two conversations part at the first row of the commits that only one has', () => {
  const commits = [
    { row: 0, commitId: 'a' },
    { row: 4, commitId: 'b' },
    { row: 9, commitId: 'c' },
  ]
  expect(partingRow({ commits, rows: 12 }, new Set(['b', 'c']))).toBe(4)
  expect(partingRow({ commits, rows: 12 }, new Set(['a', 'b', 'c']))).toBe(0)
  // A commit without rows is not in the outline.
  expect(partingRow({ commits, rows: 12 }, new Set(['d']))).toBe(12)
})

test('a prompt whose words the other side does not contain is a difference, one that it contains anywhere is none', () => {
  const left = reading({
    rows: 9,
    parting: 3,
    prompts: [
      [0, 'begin'],
      [3, 'go on'],
      [6, 'thanks'],
    ],
  })
  const right = reading({
    rows: 9,
    parting: 3,
    prompts: [
      [0, 'begin'],
      [3, 'try again'],
      [5, 'go on'],
      [7, 'begin'],
    ],
  })
  expect(described(differencesOf(left, right))).toEqual(['right 3: Prompt only here', 'left 6: Prompt only here'])
})

test('files that both sides changed since they parted are no difference, what they changed before is not looked at', () => {
  const left = reading({
    rows: 9,
    parting: 2,
    prompts: [],
    changes: [
      [1, '/p/a.ts'],
      [3, '/p/a.ts', '/p/b.ts'],
      [5, '/p/b.ts'],
    ],
  })
  const right = reading({
    rows: 9,
    parting: 2,
    prompts: [],
    changes: [
      [1, '/p/a.ts'],
      [4, '/p/b.ts', '/p/c.ts', '/p/d.ts'],
    ],
  })
  expect(described(differencesOf(left, right))).toEqual(['left 3: Changed only here: a.ts', 'right 4: Changed only here: c.ts, d.ts'])
})

test('differences are in the order of the turns, in each turn those of the left side first', () => {
  const left = reading({
    rows: 30,
    parting: 0,
    prompts: [
      [0, 'a'],
      [20, 'b'],
    ],
    changes: [
      [10, 'x'],
      [25, 'x'],
    ],
  })
  const right = reading({
    rows: 30,
    parting: 0,
    prompts: [
      [1, 'c'],
      [2, 'd'],
    ],
    changes: [[3, 'y']],
  })
  expect(differencesOf(left, right).map(({ side, row }) => `${side} ${row}`)).toEqual([
    'left 0',
    'left 10',
    'right 1',
    'left 20',
    'left 25',
    'right 2',
    'right 3',
  ])
})

test('a conversation does not differ from itself, and the sides exchanged have the same differences', () => {
  const side = fc
    .record({
      rows: fc.constant(40),
      parting: fc.nat(40),
      prompts: fc.uniqueArray(fc.tuple(fc.nat(39), fc.constantFrom('a', 'b', 'c', 'd')), { selector: ([row]) => row }),
      changes: fc.uniqueArray(fc.tuple(fc.nat(39), fc.constantFrom('x', 'y', 'z')), { selector: ([row]) => row }),
    })
    .map(({ prompts, changes, ...more }) =>
      reading({ ...more, prompts: prompts.sort((a, b) => a[0] - b[0]), changes: changes.sort((a, b) => a[0] - b[0]) }),
    )
  fc.assert(
    fc.property(side, side, (one, other) => {
      expect(differencesOf(one, one)).toEqual([])
      const named = (differences: readonly Difference[], left: string, right: string): readonly string[] =>
        differences.map(({ side: at, ...more }) => JSON.stringify([at === 'left' ? left : right, more])).sort()
      expect(named(differencesOf(one, other), 'one', 'other')).toEqual(named(differencesOf(other, one), 'other', 'one'))
      for (const { side: at, row } of differencesOf(one, other)) expect(row).toBeGreaterThanOrEqual((at === 'left' ? one : other).parting)
    }),
  )
})

test('the prompts that stand beside each other are those after the parting', () => {
  expect(
    ownPrompts(
      reading({
        rows: 9,
        parting: 3,
        prompts: [
          [0, 'a'],
          [3, 'b'],
          [6, 'c'],
        ],
      }),
    ),
  ).toEqual([3, 6])
})

test('a step from no difference goes to the first or the last one, and none leads beyond the ends', () => {
  expect(stepped(3, undefined, 1)).toBe(0)
  expect(stepped(3, undefined, -1)).toBe(2)
  expect(stepped(3, 1, 1)).toBe(2)
  expect(stepped(3, 2, 1)).toBeUndefined()
  expect(stepped(3, 0, -1)).toBeUndefined()
  expect(stepped(0, undefined, 1)).toBeUndefined()
  expect(stepped(0, undefined, -1)).toBeUndefined()
})

test('the rows in common are one row of a column until they are unfolded', () => {
  const folded = columnRows({ total: 10, common: 4, hasFold: true, isUnfolded: false })
  expect([folded.count, folded.parting, folded.flatAt(0), folded.flatAt(1), folded.indexOf(3), folded.indexOf(4)]).toEqual([
    7,
    1,
    undefined,
    4,
    undefined,
    1,
  ])
  const unfolded = columnRows({ total: 10, common: 4, hasFold: true, isUnfolded: true })
  expect([unfolded.count, unfolded.parting, unfolded.flatAt(1), unfolded.indexOf(4)]).toEqual([11, 5, 0, 5])
  const nothing = columnRows({ total: 10, common: 0, hasFold: false, isUnfolded: false })
  expect([nothing.count, nothing.parting, nothing.flatAt(0), nothing.indexOf(9)]).toEqual([10, 0, 0, 9])
})
