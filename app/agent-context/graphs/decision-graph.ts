/** Decisions, and the links between them. It answers which constraints apply. */
import { objectsIn, textIn } from '../../model/json-object.ts'
import { reasonEdgeKinds, type ReasonEdge, type ReasonEdgeKind } from '../../model/reasoning.ts'
import { fitsOf, wordsOf } from '../relevance.ts'
import type { EventNode, RecordPlace } from '../thinking-record.ts'
import type { GraphKind } from './event-set.ts'
import { maxFound } from './graph.ts'

/** What the graph follows from. */
export type DecidedEvent = Pick<EventNode, 'id' | 'timestamp' | 'type' | 'summary' | 'files_affected' | 'record' | 'status' | 'evidence'>

interface DecisionGraph {
  readonly decisions: readonly string[]
  readonly edges: readonly ReasonEdge[]
}

const kinds: ReadonlySet<string> = new Set(reasonEdgeKinds)
const isDecided = ({ type }: DecidedEvent): boolean => type === 'decision' || type === 'rejection' || type === 'tradeoff'

const placeKey = ({ source, line }: RecordPlace): string => `${source}\n${String(line)}`

/** Earlier decisions about one file that a rejection is compared with. */
const maxEarlier = 20
const minShared = 3

const sharesWords = (one: DecidedEvent, other: DecidedEvent): boolean => {
  const words = new Set(wordsOf(one.summary))
  return wordsOf(other.summary).filter((word) => words.has(word)).length >= minShared
}

const sharesFile = (one: DecidedEvent, other: DecidedEvent): boolean =>
  one.files_affected.some((file) => other.files_affected.includes(file))

class EdgeFinder {
  readonly #edges = new Map<string, ReasonEdge>()
  readonly #ofFile = new Map<string, DecidedEvent[]>()

  add(from: string, to: string, kind: ReasonEdgeKind): void {
    if (from !== to) this.#edges.set(`${from} ${kind} ${to}`, { from, to, kind })
  }

  /**
   * A decision builds on the newest one about each of its files; a rejection in the words of one conflicts with it. Without a time it is not
   * known which of them was earlier.
   */
  follow(event: DecidedEvent): void {
    if (event.timestamp === '') return
    for (const file of new Set(event.files_affected)) {
      const earlier = this.#ofFile.get(file) ?? []
      if (event.type === 'rejection') {
        for (const one of earlier) if (one.type === 'decision' && sharesWords(event, one)) this.add(event.id, one.id, 'conflicts_with')
      } else {
        const last = earlier.at(-1)
        if (last !== undefined && placeKey(last.record) !== placeKey(event.record)) this.add(event.id, last.id, 'depends_on')
      }
      this.#ofFile.set(file, [...earlier, event].slice(-maxEarlier))
    }
  }

  all(): readonly ReasonEdge[] {
    return [...this.#edges.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, edge]) => edge)
  }
}

/** The edges between decisions. @param events in the order of time */
export const edgesBetween = (events: readonly DecidedEvent[]): readonly ReasonEdge[] => {
  const decided = events.filter(isDecided)
  const byPlace = new Map<string, DecidedEvent[]>()
  for (const event of decided) byPlace.set(placeKey(event.record), [...(byPlace.get(placeKey(event.record)) ?? []), event])
  const finder = new EdgeFinder()
  for (const event of decided) {
    finder.follow(event)
    if (event.evidence === null || (event.status !== 'superseded' && event.status !== 'contradicted')) continue
    const later = byPlace.get(placeKey(event.evidence)) ?? []
    if (event.status === 'contradicted') for (const one of later) finder.add(one.id, event.id, 'conflicts_with')
    // A record can decide several things: what replaces it is about the same file.
    else for (const one of later) if (sharesFile(one, event)) finder.add(one.id, event.id, 'supersedes')
  }
  return finder.all()
}

const build = (events: readonly EventNode[]): DecisionGraph => ({
  decisions: events.filter(isDecided).map(({ id }) => id),
  edges: edgesBetween(events),
})

const depth = 2

/** Distance of what is reached from the seeds, along edges of either direction. */
export const distancesFrom = (seeds: readonly string[], edges: readonly ReasonEdge[]): ReadonlyMap<string, number> => {
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

const edgeIn = (value: Readonly<Record<string, unknown>>): readonly ReasonEdge[] => {
  const [from, to, kind] = [textIn(value, 'from'), textIn(value, 'to'), textIn(value, 'kind') ?? '']
  return from === undefined || to === undefined || !kinds.has(kind) ? [] : [{ from, to, kind: kind as ReasonEdgeKind }]
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
    const distance = distancesFrom(
      fits.slice(0, maxSeeds).map(({ event }) => event.id),
      graph.edges,
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
