import { expect, test } from 'vitest'
import { growingRail, emptyRail, layRail } from '../../../../../renderer/panels/log/rail-layout.ts'
import type { RailCommit, RailRow } from '../../../../../renderer/panels/log/rail-layout.ts'
import { laneX, railShapes, railWidth } from '../../../../../renderer/panels/log/rail-shapes.ts'

const commit = (commitId: string, parentId: string | null, more: Partial<RailCommit> = {}): RailCommit => ({
  commitId,
  parentId,
  sessionId: 'one',
  chain: 'main',
  commitType: 'delta',
  branchOf: null,
  ...more,
})

/** One line per row: `*` the commit, `#` a compaction, `|` `:` `.` lines that pass, `/` lines that end here; then the colours in use. */
const draw = (commits: readonly RailCommit[], isListed: (each: RailCommit) => boolean = () => true): string =>
  layRail(emptyRail(), commits, isListed)
    .rows.map((row, place) => `${drawRow(row)} ${commits[place]?.commitId ?? ''}`)
    .join('\n')

const signs = { straight: '|', spawn: ':', resume: '.' } as const

const drawRow = (row: RailRow): string => {
  const cells: string[] = []
  for (const line of row.through) cells[line.lane] = signs[line.style]
  for (const line of row.into) if (line.lane !== row.lane) cells[line.lane] = '/'
  cells[row.lane] = row.mark === 'compaction' ? '#' : row.out === 'elsewhere' ? 'o' : '*'
  return Array.from(cells, (cell) => cell || ' ').join('')
}

test('a straight chain stays in the first lane', () => {
  expect(draw([commit('c', 'b'), commit('b', 'a', { commitType: 'compaction' }), commit('a', null)])).toBe(['* c', '# b', '* a'].join('\n'))
})

test('a rewind is a second lane that ends in the commit both continue', () => {
  const commits = [commit('d', 'b', { branchOf: 'rewind' }), commit('c', 'b'), commit('b', 'a'), commit('a', null)]
  expect(draw(commits)).toBe(['* d', '|* c', '*/ b', '* a'].join('\n'))
})

test('sub-agents leave the first lane to the conversation, even when they end last', () => {
  const commits = [
    commit('x2', 'x1', { chain: 'x' }),
    commit('c', 'b'),
    commit('y1', 'b', { chain: 'y', branchOf: 'spawn' }),
    commit('x1', 'b', { chain: 'x', branchOf: 'spawn' }),
    commit('b', 'a'),
    commit('a', null),
  ]
  expect(draw(commits)).toBe([' * x2', '*| c', '||* y1', '|*: x1', '*// b', '* a'].join('\n'))
})

test('a free lane is reused', () => {
  const commits = [
    commit('c', 'b'),
    commit('y1', 'b', { chain: 'y', branchOf: 'spawn' }),
    commit('b', 'a'),
    commit('x1', 'a', { chain: 'x', branchOf: 'spawn' }),
    commit('a', null),
  ]
  expect(draw(commits)).toBe(['* c', '|* y1', '*/ b', '|* x1', '*/ a'].join('\n'))
})

test('the continuing chain keeps its lane where others end in the same commit', () => {
  const commits = [commit('r', 'a', { sessionId: 'two', branchOf: 'resume' }), commit('b', 'a'), commit('a', null)]
  expect(draw(commits)).toBe(['* r', '.* b', '/* a'].join('\n'))
})

test('a parent that is not listed leaves no lane behind', () => {
  const commits = [
    commit('r', 'elsewhere', { branchOf: 'resume' }),
    commit('b', 'a', { sessionId: 'two' }),
    commit('a', null, { sessionId: 'two' }),
  ]
  expect(draw(commits, (each) => each.branchOf !== 'resume')).toBe(['o r', '* b', '* a'].join('\n'))
})

test('a log that arrives in pages has the layout of one that arrives together', () => {
  const commits = Array.from({ length: 60 }, (_, place): RailCommit => {
    const number = 59 - place
    return number % 7 === 3
      ? commit(`a${number}`, `c${number - 1}`, { chain: `agent${number}`, branchOf: 'spawn' })
      : commit(`c${number}`, number === 0 ? null : `c${number % 7 === 4 ? number - 2 : number - 1}`)
  })
  const whole = layRail(emptyRail(), commits, () => true).rows
  const growing = growingRail(() => true)
  for (const length of [1, 13, 14, 40, 60]) growing.extend(commits.slice(0, length))
  expect(commits.map((_, place) => growing.row(place))).toEqual(whole)
  expect(growing.width(0, 59)).toBe(2)
})

test('the first conversation has the first colour and its sub-agents have others', () => {
  const rows = layRail(
    emptyRail(),
    [commit('x', 'b', { chain: 'x' }), commit('b', null), commit('c', null, { sessionId: 'two' })],
    () => true,
  ).rows
  expect(rows.map((row) => row.colour)).toEqual([1, 0, 1])
})

test('lines run from edge to edge, bend into the dot, and many lanes share the last one', () => {
  const row: RailRow = {
    lane: 0,
    colour: 0,
    mark: 'dot',
    through: [{ lane: 1, colour: 1, style: 'straight' }],
    into: [
      { lane: 0, colour: 0, style: 'straight' },
      { lane: 2, colour: 2, style: 'spawn' },
    ],
    out: 'straight',
  }
  expect(railShapes(row, 28).map((shape) => shape.path)).toEqual([
    `M${laneX(1)} 0V28`,
    `M${laneX(0)} 0V14`,
    `M${laneX(2)} 0C${laneX(2)} 14 ${laneX(2)} 14 ${laneX(0)} 14`,
    `M${laneX(0)} 14V28`,
  ])
  expect(laneX(500)).toBeLessThan(railWidth(500))
})
