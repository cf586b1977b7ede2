/** What the three graphs of events have in common. */
import type { EventNode } from '../thinking-record.ts'

export const graphNames = ['file', 'session', 'decision'] as const
export type GraphName = (typeof graphNames)[number]

/** A structure over all events, and the answers that it gives. */
export interface GraphBackend {
  /** Takes events in any order; the same event twice is one. */
  ingest(events: readonly EventNode[]): void
  /** Events for a prompt, the most useful first; nothing when none fits. @param filesHinted paths, or ends of paths */
  query(prompt: string, filesHinted: readonly string[]): readonly EventNode[]
  /** All that the graph holds, as JSON: the same for the same events. */
  serialize(): object
  /** @throws StrataError invalid-input for what no graph of this kind has serialized */
  deserialize(data: object): void
}

/** Lists of objects, each of which is a line of the text: by these a version control system compares. */
export type GraphJson = Readonly<Record<string, string | number | readonly object[]>>

const listText = (items: readonly object[]): string =>
  items.length === 0 ? '[]' : `[\n${items.map((item) => JSON.stringify(item)).join(',\n')}\n]`

/** The text of `.agent-context/graph.json`. */
export const graphText = (graph: object): string => {
  const fields = Object.entries(graph as GraphJson)
  const lines = fields.map(([name, value]) => `${JSON.stringify(name)}: ${Array.isArray(value) ? listText(value) : JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}

/** Most events of an answer. */
export const maxFound = 200
