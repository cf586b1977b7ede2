/** The graph of decisions on the screen: its lines, and the same as lists. */
import { expect, test } from 'vitest'
import type { GraphReason, ReasonGraph } from '../../../../app/contract/reasoning.ts'
import { arcsOf, linkGroups, railWidth, rowHeight } from '../../../../renderer/screens/reasoning/graph-rows.ts'

const node = (eventId: string): GraphReason => ({
  eventId,
  type: 'decision',
  status: 'unknown',
  summary: eventId,
  sessionId: 's',
  title: 's',
  occurredAt: null,
})

const graph: ReasonGraph = {
  nodes: ['oldest', 'old', 'own', 'new', 'newest'].map(node),
  edges: [
    { from: 'old', to: 'oldest', kind: 'depends_on' },
    { from: 'own', to: 'old', kind: 'depends_on' },
    { from: 'new', to: 'own', kind: 'supersedes' },
    { from: 'newest', to: 'own', kind: 'conflicts_with' },
    { from: 'newest', to: 'own', kind: 'depends_on' },
  ],
  others: 0,
  isCut: false,
}

test('links are grouped by how they are related to the selected text, and what is further away comes last', () => {
  const groups = linkGroups(graph, 'own').map(({ name, nodes }) => [name, nodes.map(({ eventId }) => eventId)])
  expect(groups).toEqual([
    ['Builds on', ['old']],
    ['Built on it', ['newest']],
    ['Conflicts with it', ['newest']],
    ['Replaced by', ['new']],
    ['One step further', ['oldest']],
  ])
})

test('every line ends at the rows that it connects, and those of the selected text are drawn last', () => {
  const arcs = arcsOf(graph, 'own')
  expect(arcs.map(({ isOwn }) => isOwn)).toEqual([false, true, true, true, true])
  const rows = arcs.map(({ path }) =>
    [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, , y]) => (Number(y) - rowHeight / 2) / rowHeight),
  )
  expect(rows.map(([from, , , to]) => [from, to])).toContainEqual([4, 2])
})

test('a line between distant rows stays in its column', () => {
  const far = {
    nodes: Array.from({ length: 60 }, (_, at) => node(`n${at}`)),
    edges: [{ from: 'n59', to: 'n0', kind: 'depends_on' as const }],
    others: 0,
    isCut: false,
  }
  const [arc] = arcsOf(far, 'n0')
  const [start = 0, control = 0] = [...(arc?.path ?? '').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, x]) => Number(x))
  // The middle of the curve.
  expect((start + 3 * control) / 4).toBeGreaterThanOrEqual(0)
  expect(start).toBeLessThan(railWidth)
})
