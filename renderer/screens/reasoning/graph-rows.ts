/** Places and links of a small graph that is drawn as lines beside a list, and the same as lists of links. */
import type { GraphReason, ReasonGraph } from '../../../app/contract/reasoning.ts'
import type { ReasonEdgeKind } from '../../../app/model/reasoning.ts'

export const rowHeight = 44
export const railWidth = 92

export interface Arc {
  readonly kind: ReasonEdgeKind
  readonly path: string
  /** Whether it begins or ends at what was asked for. */
  readonly isOwn: boolean
}

const middle = (row: number): number => row * rowHeight + rowHeight / 2

const edgeGap = 6
const nearest = 14
const perRow = 9

/** A bow to the left, wider the more rows it spans. */
const bow = (from: number, to: number): string => {
  const width = Math.min(railWidth - edgeGap, nearest + perRow * Math.abs(from - to))
  const x = railWidth - edgeGap
  // The middle of a cubic curve reaches three quarters of the way to its control points.
  const control = x - (width * 4) / 3
  return `M ${x} ${middle(from)} C ${Math.max(-x / 3, control)} ${middle(from)}, ${Math.max(-x / 3, control)} ${middle(to)}, ${x} ${middle(to)}`
}

export const arcsOf = ({ nodes, edges }: ReasonGraph, eventId: string): readonly Arc[] => {
  const rows = new Map(nodes.map((node, row) => [node.eventId, row]))
  return edges
    .flatMap(({ from, to, kind }): Arc[] => {
      const [start, end] = [rows.get(from), rows.get(to)]
      return start === undefined || end === undefined ? [] : [{ kind, path: bow(start, end), isOwn: from === eventId || to === eventId }]
    })
    .sort((one, other) => Number(one.isOwn) - Number(other.isOwn))
}

export const edgeWords: Readonly<Record<ReasonEdgeKind, readonly [string, string]>> = {
  depends_on: ['Builds on', 'Built on it'],
  conflicts_with: ['Conflicts with', 'Conflicts with it'],
  supersedes: ['Replaces', 'Replaced by'],
}

export interface LinkGroup {
  readonly name: string
  readonly nodes: readonly GraphReason[]
}

/** What it is linked to, by how; then what is one step further. */
export const linkGroups = ({ nodes, edges }: ReasonGraph, eventId: string): readonly LinkGroup[] => {
  const byId = new Map(nodes.map((node) => [node.eventId, node]))
  const groups = new Map<string, Set<string>>()
  const put = (name: string, id: string): void => {
    groups.set(name, (groups.get(name) ?? new Set()).add(id))
  }
  for (const [kind, [forward, backward]] of Object.entries(edgeWords))
    for (const edge of edges) {
      if (edge.kind !== kind) continue
      if (edge.from === eventId) put(forward, edge.to)
      else if (edge.to === eventId) put(backward, edge.from)
    }
  const near = new Set([eventId, ...[...groups.values()].flatMap((ids) => [...ids])])
  for (const { eventId: id } of nodes) if (!near.has(id)) put('One step further', id)
  return [...groups].map(([name, ids]) => ({ name, nodes: [...ids].flatMap((id) => byId.get(id) ?? []) }))
}
