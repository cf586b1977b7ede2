import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drawGraph, type GraphCommit } from '../../../../app/cli/text/draw-graph.ts'

/** Commits written as `id` (a root) or `id<parent`, children before parents. */
const told = (...commits: readonly string[]): readonly GraphCommit[] =>
  commits.map((text) => {
    const [commitId = '', parentId = null] = text.split('<')
    return { commitId, parentId }
  })

const drawn = (commits: readonly GraphCommit[]): string =>
  drawGraph(commits)
    .flatMap(({ before, row }, at) => [...before, `${row} ${commits[at]?.commitId ?? ''}`])
    .join('\n')

const picture = (text: string): string =>
  text
    .replace(/^\n/, '')
    .replace(/\n\s*$/, '')
    .replaceAll(/^ {4}/gm, '')

test('a chain is one line', () => {
  expect(drawn(told('c<b', 'b<a', 'a'))).toBe('* c\n* b\n* a')
})

test('a rewind is a separate line that meets the other in their parent', () => {
  expect(drawn(told('c<a', 'b<a', 'a'))).toBe(
    picture(`
    * c
    | * b
    |/
    * a
    `),
  )
})

test('two sub-agents leave the commit that started them', () => {
  expect(drawn(told('d<a', 'c<a', 'b<a', 'a<r', 'r'))).toBe(
    picture(`
    * d
    | * c
    | | * b
    |/ /
    |/
    * a
    * r
    `),
  )
})

test('a line that meets another crosses the lines between, and lines to its right move up', () => {
  expect(drawn(told('d<a', 'c<x', 'b<a', 'e<y', 'a<r', 'x', 'y', 'r'))).toBe(
    picture(`
    * d
    | * c
    | | * b
    | | | * e
    | |/ /
    |/| |
    * | | a
    | * | x
    |  /
    | * y
    * r
    `),
  )
})

test('where a chain begins, its line ends and the next one uses its column', () => {
  expect(drawn(told('b', 'c<d', 'a', 'd'))).toBe(
    picture(`
    * b
    * c
    | * a
    * d
    `),
  )
})

test('the line to a parent that is not shown continues to the end', () => {
  expect(drawn(told('b<a', 'd'))).toBe('* b\n| * d')
})

const forest = fc.array(fc.tuple(fc.nat(), fc.boolean()), { maxLength: 40 }).map((rows) =>
  rows
    .map(([parent, isRoot], index): GraphCommit => ({
      commitId: `c${index}`,
      parentId: isRoot || index === 0 ? null : `c${parent % index}`,
    }))
    .reverse(),
)

test('every commit has exactly one star, and rows contain only rails', () => {
  fc.assert(
    fc.property(forest, (commits) => {
      for (const { before, row } of drawGraph(commits)) {
        expect(row.match(/\*/g)).toHaveLength(1)
        expect(row).toMatch(/^[|* ]+$/)
        for (const line of before) expect(line).toMatch(/^[|/ ]+$/)
      }
    }),
  )
})

interface Pen {
  readonly column: number
  /** Came along a slash, and so goes on along the next one even where it crosses a rail. */
  readonly isMoving: boolean
}

/** One row further down: straight along |, one column to the left along /. */
const down = ({ column, isMoving }: Pen, row: string): Pen => {
  if (row.includes('*')) return { column, isMoving: false }
  const goesLeft = row[column * 2 - 1] === '/' && (isMoving || row[column * 2] !== '|')
  return goesLeft ? { column: column - 1, isMoving: true } : { column, isMoving: false }
}

test('following the rail down from a commit leads to its parent', () => {
  fc.assert(
    fc.property(forest, (commits) => {
      const rows = drawGraph(commits)
      const lines = rows.flatMap(({ before, row }) => [...before, row])
      const stars = lines.flatMap((line, at) => (line.includes('*') ? [at] : []))
      commits.forEach(({ parentId }, at) => {
        const parent = commits.findIndex(({ commitId }) => commitId === parentId)
        if (parent === -1) return
        const start = { column: (rows[at]?.row.indexOf('*') ?? 0) / 2, isMoving: false }
        const end = lines.slice((stars[at] ?? 0) + 1, stars[parent]).reduce(down, start)
        expect(end.column * 2).toBe(rows[parent]?.row.indexOf('*'))
      })
    }),
  )
})
