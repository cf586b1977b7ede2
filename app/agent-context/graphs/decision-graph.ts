/** Decisions, and how they hang together. It answers which constraints apply. */
import { objectsIn, textIn } from '../../model/json-object.ts'
import { fitsOf, wordsOf } from '../relevance.ts'
import type { EventNode, RecordPlace } from '../thinking-record.ts'
import type { GraphKind } from './event-set.ts'
import { maxFound } from './graph.ts'

const edgeKinds = ['depends_on', 'conflicts_with', 'supersedes'] as const
type EdgeKind = (typeof edgeKinds)[number]

interface Edge {
  readonly from: string
  readonly to: string
  readonly kind: EdgeKind
}

interface DecisionGraph {
  readonly decisions: readonly string[]
  readonly edges: readonly Edge[]
}

const kinds: ReadonlySet<string> = new Set(edgeKinds)
const isDecided = ({ type }: EventNode): boolean => type === 'decision' || type === 'rejection' || type === 'tradeoff'

const placeKey = ({ source, line }: RecordPlace): string => `${source}\n${String(line)}`

/** Earlier decisions about one file that a rejection is compared with. */
const maxEarlier = 20
const minShared = 3

const sharesWords = (one: EventNode, other: EventNode): boolean => {
  const words = new Set(wordsOf(one.summary))
  return wordsOf(other.summary).filter((word) => words.has(word)).length >= minShared
}

class EdgeFinder {
  readonly #edges = new Map<string, Edge>()
  readonly #ofFile = new Map<string, EventNode[]>()

  add(from: string, to: string, kind: EdgeKind): void {
    if (from !== to) this.#edges.set(`${from} ${kind} ${to}`, { from, to, kind })
  }

  /** A decision builds on the newest one about each of its files; a rejection in the words of one conflicts with it. */
  follow(event: EventNode): void {
    for (const file of new Set(event.files_affected)) {
      const earlier = this.#ofFile.get(file) ?? []
      if (event.type === 'rejection') {
        for (const one of earlier) if (one.type === 'decision' && sharesWords(event, one)) this.add(event.id, one.id, 'conflicts_with')
      } else {
        const last = earlier.at(-1)
        if (last !== undefined && last.record.line !== event.record.line) this.add(event.id, last.id, 'depends_on')
      }
      this.#ofFile.set(file, [...earlier, event].slice(-maxEarlier))
    }
  }

  all(): readonly Edge[] {
    return [...this.#edges.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, edge]) => edge)
  }
}

const build = (events: readonly EventNode[]): DecisionGraph => {
  const decided = events.filter(isDecided)
  const byPlace = new Map<string, EventNode[]>()
  for (const event of decided) byPlace.set(placeKey(event.record), [...(byPlace.get(placeKey(event.record)) ?? []), event])
  const finder = new EdgeFinder()
  for (const event of decided) {
    finder.follow(event)
    if (event.evidence === null || (event.status !== 'superseded' && event.status !== 'contradicted')) continue
    for (const later of byPlace.get(placeKey(event.evidence)) ?? [])
      finder.add(later.id, event.id, event.status === 'superseded' ? 'supersedes' : 'conflicts_with')
  }
  return { decisions: decided.map(({ id }) => id), edges: finder.all() }
}

const depth = 2

/** Distance of what is reached from the seeds, along edges of either direction. */
const expand = ({ edges }: DecisionGraph, seeds: readonly string[]): ReadonlyMap<string, number> => {
  const beside = new Map<string, string[]>()
  const link = (one: string, other: string): void => {
    beside.set(one, [...(beside.get(one) ?? []), other])
  }
  for (const { from, to } of edges) {
    link(from, to)
    link(to, from)
  }
  const distance = new Map(seeds.map((id) => [id, 0]))
  let edge: readonly string[] = seeds
  for (let step = 1; step <= depth; step += 1) {
    edge = [...new Set(edge.flatMap((id) => beside.get(id) ?? []))].filter((id) => !distance.has(id))
    for (const id of edge) distance.set(id, step)
  }
  return distance
}

const edgeIn = (value: Readonly<Record<string, unknown>>): readonly Edge[] => {
  const [from, to, kind] = [textIn(value, 'from'), textIn(value, 'to'), textIn(value, 'kind') ?? '']
  return from === undefined || to === undefined || !kinds.has(kind) ? [] : [{ from, to, kind: kind as EdgeKind }]
}

/** Seeds of a walk: the best ones. */
const maxSeeds = 20

export const decisionGraph: GraphKind<DecisionGraph> = {
  name: 'decision',
  build,
  write: ({ decisions, edges }) => ({ decisions: decisions.map((id) => ({ id })), edges }),
  read: (data) => ({
    decisions: objectsIn(data['decisions']).flatMap((each) => textIn(each, 'id') ?? []),
    edges: objectsIn(data['edges']).flatMap(edgeIn),
  }),
  query: (graph, events, prompt, filesHinted) => {
    const decided = events.filter(isDecided)
    const order = new Map(decided.map(({ id }, at) => [id, at]))
    const fits = [...fitsOf(decided, prompt, filesHinted)].sort(
      (one, other) =>
        Number(other.isNamed) - Number(one.isNamed) ||
        other.words - one.words ||
        (order.get(other.event.id) ?? 0) - (order.get(one.event.id) ?? 0),
    )
    const rank = new Map(fits.map(({ event }, at) => [event.id, at]))
    const distance = expand(
      graph,
      fits.slice(0, maxSeeds).map(({ event }) => event.id),
    )
    return decided
      .filter(({ id }) => rank.has(id) || distance.has(id))
      .sort(
        (one, other) =>
          (distance.get(one.id) ?? depth) - (distance.get(other.id) ?? depth) ||
          (rank.get(one.id) ?? fits.length) - (rank.get(other.id) ?? fits.length) ||
          (order.get(other.id) ?? 0) - (order.get(one.id) ?? 0),
      )
      .slice(0, maxFound)
  },
}
