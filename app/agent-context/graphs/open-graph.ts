/** The graphs by their names. */
import { graphOf } from './event-set.ts'
import type { GraphBackend, GraphName } from './graph.ts'
import { decisionGraph } from './decision-graph.ts'
import { fileGraph } from './file-graph.ts'
import { sessionGraph } from './session-graph.ts'

/** A graph without events. */
export const openGraph = (name: GraphName): GraphBackend => {
  switch (name) {
    case 'file':
      return graphOf(fileGraph)
    case 'session':
      return graphOf(sessionGraph)
    case 'decision':
      return graphOf(decisionGraph)
  }
}
