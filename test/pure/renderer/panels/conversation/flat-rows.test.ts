import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainOutline } from '../../../../../app/contract/reader.ts'
import { flattenRows, foldsAround, lastUpTo } from '../../../../../renderer/panels/conversation/flat-rows.ts'
import { firstFrom, inReadingOrder, matchAt } from '../../../../../renderer/panels/conversation/find-matches.ts'
import { inView } from '../../../../../renderer/panels/conversation/in-view.ts'
import { marksAround, marksOf, nextMark } from '../../../../../renderer/panels/conversation/marks.ts'
import { byCost, costliestPrompts, entryAt, outlineEntries } from '../../../../../renderer/panels/conversation/outline-entries.ts'

const outline = (chain: string, rows: number, agents: readonly (readonly [row: number, chain: string])[] = []): ChainOutline => ({
  chain,
  tip: `ctx-${chain}`,
  rows,
  commits: [{ row: 0, commitId: `ctx-${chain}-0` }],
  prompts: [],
  edits: [],
  errors: [],
  compactions: [],
  branches: [],
  agents: agents.map(([row, agent]) => ({ row, call: `toolu_${agent}`, chain: agent })),
})

const byChain = (...outlines: readonly ChainOutline[]): ReadonlyMap<string, ChainOutline> =>
  new Map(outlines.map((one) => [one.chain, one]))

const listed = (flat: ReturnType<typeof flattenRows>): readonly string[] =>
  Array.from({ length: flat.total }, (_, index) => {
    const row = flat.at(index)
    if (row === undefined) return 'missing'
    return row.kind === 'end' ? `end of ${row.chain}` : `${'>'.repeat(row.depth)}${row.chain} ${row.row}`
  })

const nested = byChain(outline('main', 3, [[1, 'a']]), outline('a', 2, [[0, 'b']]), outline('b', 1))

test('a folded sub-agent has no rows in the list', () => {
  expect(listed(flattenRows('main', nested, new Set()))).toEqual(['main 0', 'main 1', 'main 2'])
})

test('the rows of an unfolded sub-agent are below its call, and its end is below them, to any depth', () => {
  expect(listed(flattenRows('main', nested, new Set(['a', 'b'])))).toEqual([
    'main 0',
    'main 1',
    '>a 0',
    '>>b 0',
    'end of b',
    '>a 1',
    'end of a',
    'main 2',
  ])
})

test('a sub-agent within a folded one is not in the list', () => {
  expect(listed(flattenRows('main', nested, new Set(['b'])))).toEqual(['main 0', 'main 1', 'main 2'])
})

test('two sub-agents that one record started follow each other', () => {
  const both = byChain(outline('main', 1, [[0, 'a'], [0, 'c']]), outline('a', 1), outline('c', 1)) // prettier-ignore
  expect(listed(flattenRows('main', both, new Set(['a', 'c'])))).toEqual(['main 0', '>a 0', 'end of a', '>c 0', 'end of c'])
})

test('sub-agents that contain each other are listed once', () => {
  const circle = byChain(outline('main', 1, [[0, 'a']]), outline('a', 1, [[0, 'b']]), outline('b', 1, [[0, 'a']]))
  expect(flattenRows('main', circle, new Set(['a', 'b'])).total).toBe(5)
})

test('every row of the list is found again by its chain and row', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 6 }), fc.boolean()), { maxLength: 6 }),
      fc.integer({ min: 1, max: 9 }),
      (agents, rows) => {
        const placed = agents.map(([row, length, isOpen], at) => ({ row: Math.min(row, rows - 1), length, isOpen, chain: `agent-${at}` }))
        const sorted = [...placed].sort((one, other) => one.row - other.row)
        const outlines = byChain(
          outline(
            'main',
            rows,
            sorted.map(({ row, chain }) => [row, chain]),
          ),
          ...placed.map(({ chain, length }) => outline(chain, length)),
        )
        const open = placed.filter(({ isOpen }) => isOpen)
        const flat = flattenRows('main', outlines, new Set(open.map(({ chain }) => chain)))
        expect(flat.total).toBe(rows + open.reduce((sum, { length }) => sum + length + 1, 0))
        for (let index = 0; index < flat.total; index += 1) {
          const row = flat.at(index)
          if (row?.kind === 'row') expect(flat.indexOf(row.chain, row.row)).toBe(index)
        }
        expect(flat.at(flat.total)).toBeUndefined()
      },
    ),
  )
})

test('the folds around a chain are those of all sub-agents that contain it, the outermost first', () => {
  expect(foldsAround('b', nested)).toEqual(['a', 'b'])
  expect(foldsAround('main', nested)).toEqual([])
})

test('the last number up to a place is found in any ascending list', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.nat(50), (numbers, place) => {
      const sorted = [...numbers].sort((one, other) => one - other)
      expect(lastUpTo(sorted, place, (one) => one)).toBe(sorted.filter((one) => one <= place).length - 1)
    }),
  )
})

test('matches are in reading order: those of a sub-agent between those of the rows around its call', () => {
  const found = [
    { chain: 'main', row: 0, count: 2 },
    { chain: 'main', row: 2, count: 1 },
    { chain: 'b', row: 0, count: 3 },
    { chain: 'gone', row: 0, count: 9 },
  ]
  const ordered = inReadingOrder(found, 'main', nested)
  expect(ordered.map(({ chain, row }) => `${chain} ${row}`)).toEqual(['main 0', 'b 0', 'main 2'])
  expect(matchAt(ordered, 0)).toEqual({ row: 0, within: 0 })
  expect(matchAt(ordered, 4)).toEqual({ row: 1, within: 2 })
  expect(matchAt(ordered, 6)).toBeUndefined()
  expect(firstFrom(ordered, ({ chain }) => chain === 'b')).toBe(2)
  expect(firstFrom(ordered, () => false)).toBe(0)
})

const marked: ChainOutline = {
  ...outline('main', 10, [[4, 'a']]),
  commits: [
    { row: 0, commitId: 'ctx-1' },
    { row: 5, commitId: 'ctx-2' },
  ],
  prompts: [
    { row: 1, text: 'one', at: 10 },
    { row: 6, text: 'two', at: 20 },
  ],
  edits: [2, 3, 7],
  errors: [3],
  compactions: [{ row: 5, commitId: 'ctx-2', isMicro: false, trigger: 'auto', preTokens: 9, postTokens: 3, nextTokens: 4 }],
}

test('the outline counts what followed each prompt', () => {
  const entries = outlineEntries({ main: marked, agents: [] })
  expect(entries).toMatchObject([
    { kind: 'prompt', row: 1, edits: 2, errors: 1, agents: 1 },
    { kind: 'compaction', row: 5 },
    { kind: 'prompt', row: 6, edits: 1, errors: 0, agents: 0 },
  ])
  expect([0, 1, 4, 5, 9].map((row) => entryAt(entries, row))).toEqual([undefined, 0, 0, 1, 2])
})

test('the cost of a prompt is that of the commits up to the next one, its sub-agents included', () => {
  const agent = { type: null, summary: '', responses: 0, toolCalls: 0, errors: 0, outputTokens: null, startedAt: null, endedAt: null, models: [], outline: outline('a', 2) } // prettier-ignore
  const main = { ...marked, commits: [{ row: 1, commitId: 'ctx-1' }, { row: 6, commitId: 'ctx-2' }] } // prettier-ignore
  const tokens = { isLow: false, input: 2, cacheWrite: 30, cacheRead: 400, output: 5 }
  const costs = new Map([
    ['ctx-1', { usd: 0.25, ...tokens }],
    ['ctx-2', { usd: 0.5, ...tokens }],
    ['ctx-a-0', { usd: 1, ...tokens, isLow: true }],
  ])
  const entries = outlineEntries({ main, agents: [agent] }, costs)
  expect(entries.flatMap((entry) => (entry.kind === 'prompt' ? [entry.cost] : []))).toEqual([
    { usd: 1.25, agentsUsd: 1, isLow: true, input: 4, cacheWrite: 60, cacheRead: 800, output: 10 },
    { usd: 0.5, agentsUsd: 0, ...tokens },
  ])
  expect(costliestPrompts(entries)).toEqual([{ row: 1, usd: 1.25 }])
  expect(costliestPrompts(outlineEntries({ main, agents: [agent] }))).toEqual([])
})

test('the costliest prompts are a third of those with a cost, five at most, the costliest first', () => {
  const costOf = (usd: number) => ({ usd, agentsUsd: 0, isLow: false, input: 0, cacheWrite: 0, cacheRead: 0, output: 0 })
  const entries = (costs: readonly (number | undefined)[]) =>
    costs.map(
      (usd, row) =>
        ({
          kind: 'prompt',
          row,
          text: '',
          at: null,
          edits: 0,
          errors: 0,
          agents: 0,
          cost: usd === undefined ? undefined : costOf(usd),
        }) as const,
    )
  expect(byCost(entries([1, undefined, 3, 2, 3])).map(({ row }) => row)).toEqual([2, 4, 3, 0, 1])
  expect(costliestPrompts(entries([1, undefined, 3, 2, 4])).map(({ row }) => row)).toEqual([4, 2])
  expect(costliestPrompts(entries(Array.from({ length: 100 }, (_, row) => row))).map(({ row }) => row)).toEqual([99, 98, 97, 96, 95])
})

test('the prompts that cost most are marked, and the marks around a place are the nearest of each kind', () => {
  const outlines = byChain(marked)
  const flat = flattenRows('main', outlines, new Set())
  const marks = marksOf(flat, outlines, [], [{ chain: 'main', row: 4 }, { chain: 'main', row: 1 }]) // prettier-ignore
  expect(marks.cost).toEqual([1, 4])
  expect(marksAround({ ...marks, edit: [], error: [3, 9] }, 3.6, 1)).toEqual([
    { kind: 'error', index: 3 },
    { kind: 'cost', index: 4 },
  ])
})

test('marks of folded sub-agents are excluded, and the next one is found in both directions', () => {
  const outlines = byChain(marked, { ...outline('a', 2), errors: [1] })
  const marks = (unfolded: readonly string[]) => marksOf(flattenRows('main', outlines, new Set(unfolded)), outlines, [])
  expect(marks([]).error).toEqual([3])
  expect(marks(['a']).error).toEqual([3, 6])
  expect(nextMark([3, 6], 3, 1)).toBe(6)
  expect(nextMark([3, 6], 3, -1)).toBeUndefined()
})

test('a row of a sub-agent in view belongs to the row of its call, and to a commit of its own chain', () => {
  const outlines = byChain(marked, outline('a', 2))
  const flat = flattenRows('main', outlines, new Set(['a']))
  const times = [null, 10, 11, 12, 13, null, 20, 21, 22, 23]
  const read = { flat, outlines, outline: { sessionId: 's', main: marked, times, agents: [] } }
  const index = flat.indexOf('a', 1) ?? -1
  expect(inView(read, { first: index, last: index + 4 })).toEqual({ row: 4, commitId: 'ctx-a-0', from: 13, to: 21 })
  expect(inView(read, { first: 0, last: 3 })).toMatchObject({ row: 0, commitId: 'ctx-1', from: 10, to: 12 })
  expect(inView(read, { first: 0, last: 3 }, 2).row).toBe(2)
  expect(inView(read, { first: 0, last: 3 }, 9).row).toBe(0)
})
