/** An answer to a question from the graph of a project. */
import { openGraph } from '../../agent-context/graphs/open-graph.ts'
import type { GraphName } from '../../agent-context/graphs/graph.ts'
import { scanEvents } from '../../agent-context/scan-graph.ts'
import type { EventNode } from '../../agent-context/thinking-record.ts'
import type { RecallAnswer, RecallCandidate } from '../../recall/candidate.ts'
import { recall } from '../../recall/recall.ts'

export interface ProjectQuestion {
  readonly prompt: string
  readonly files: readonly string[]
  /** Its own events are hidden. */
  readonly sessionId: string | null
  readonly cwd: string | null
  /** Default: 2000. */
  readonly tokens?: number
  /** Takes secrets out of the answer. */
  readonly redact?: (text: string) => string
}

const millis = (timestamp: string): number | null => {
  const at = Date.parse(timestamp)
  return Number.isNaN(at) ? null : at
}

/** @param graph nearness in the graph */
const candidateOf = (event: EventNode, graph: number): RecallCandidate => ({
  id: event.id,
  type: event.type,
  status: event.status,
  summary: event.summary,
  text: event.prompt_context,
  files: event.files_affected,
  sessionId: event.session_id,
  commitId: event.commit_id,
  occurredAt: millis(event.timestamp),
  graph,
})

/** Deterministic but for the ages of the items. */
export const answerFrom = (graph: Buffer, backend: GraphName, question: ProjectQuestion): RecallAnswer => {
  const { prompt, files, sessionId, cwd, tokens, redact } = question
  const { events, others } = scanEvents(graph.toString('utf8'), prompt, files)
  const open = openGraph(backend)
  open.ingest(events)
  const found = open.query(prompt, files)
  const near = new Map(found.map(({ id }, at) => [id, 1 - at / found.length]))
  const candidates = events.map((event) => candidateOf(event, near.get(event.id) ?? 0))
  const asked = { prompt, files, asOf: null, sessionId, branch: null, cwd }
  return recall(asked, candidates, {
    now: Date.now(),
    others,
    ...(tokens === undefined ? {} : { tokens }),
    ...(redact === undefined ? {} : { redact }),
  })
}
