/** The events of a graph, and what each graph does with them. */
import { StrataError } from '../../model/failure.ts'
import { isObject, objectsIn, type JsonObject } from '../../model/json-object.ts'
import { failuresIn } from '../failures.ts'
import { compareEvents, fullerOf, nodeIn, orderedNode, type EventNode } from '../thinking-record.ts'
import type { GraphBackend, GraphJson, GraphName } from './graph.ts'

export const graphVersion = 1

/** The structure of one kind of graph; it follows from the events alone. */
export interface GraphKind<S> {
  readonly name: GraphName
  readonly build: (events: readonly EventNode[]) => S
  readonly write: (structure: S) => GraphJson
  /** Reads what `write` gave. */
  readonly read: (data: JsonObject) => S
  readonly query: (structure: S, events: readonly EventNode[], prompt: string, filesHinted: readonly string[]) => readonly EventNode[]
}

const eventsOf = (data: JsonObject): readonly EventNode[] => objectsIn(data['events']).flatMap((each) => nodeIn(each) ?? [])

class EventSet<S> implements GraphBackend {
  readonly #kind: GraphKind<S>
  #byId = new Map<string, EventNode>()
  #built: { readonly events: readonly EventNode[]; readonly structure: S } | undefined

  constructor(kind: GraphKind<S>) {
    this.#kind = kind
  }

  ingest(events: readonly EventNode[]): void {
    for (const event of events) {
      const known = this.#byId.get(event.id)
      this.#byId.set(event.id, known === undefined ? event : fullerOf(known, event))
    }
    this.#built = undefined
  }

  query(prompt: string, filesHinted: readonly string[]): readonly EventNode[] {
    const { events, structure } = this.#graph()
    return this.#kind.query(structure, events, prompt, filesHinted)
  }

  serialize(): object {
    const { events, structure } = this.#graph()
    return {
      version: graphVersion,
      backend: this.#kind.name,
      failures: failuresIn(events),
      ...this.#kind.write(structure),
      events: events.map(orderedNode),
    }
  }

  deserialize(data: object): void {
    if (!isObject(data) || data['backend'] !== this.#kind.name || data['version'] !== graphVersion)
      throw new StrataError('invalid-input', `This is no graph of kind ${this.#kind.name}: strata reasoning rebuild makes it again`)
    const events = eventsOf(data)
    this.#byId = new Map(events.map((event) => [event.id, event]))
    this.#built = { events, structure: this.#kind.read(data) }
  }

  #graph(): { readonly events: readonly EventNode[]; readonly structure: S } {
    if (this.#built === undefined) {
      const events = [...this.#byId.values()].sort(compareEvents)
      this.#built = { events, structure: this.#kind.build(events) }
    }
    return this.#built
  }
}

export const graphOf = <S>(kind: GraphKind<S>): GraphBackend => new EventSet(kind)
