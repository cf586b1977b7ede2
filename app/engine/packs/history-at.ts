/** The history that leads to a commit: messages by topic, and the state of the work. Nothing after the commit is read. */
import { isTranscript } from '../../../importer/agents.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { RecordKey } from '../../contract/objects.ts'
import type { LineName } from '../../model/line-name.ts'
import { artifactHash } from '../../model/ids.ts'
import { optional, pickColumns, text } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import { readHistory, type AgentSteps, type History } from '../../packs/read-ledger.ts'
import { openSteps, type Step } from '../../packs/recorded-steps.ts'
import agentCommits from './agent-commits.sql?raw'
import type { Store } from '../../store/store.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { chainOf } from '../commits/chain-links.ts'
import { chainRecords, seenByAgent, type ReadLink } from '../file-steps/chain-records.ts'
import { fileLines } from '../kernel/file-lines.ts'
import { recordsOfEvents } from './event-records.ts'
import { publishedIn } from './published-topics.ts'

/** Histories that are remembered, those that were read last: a commit never changes. */
const maxKept = 4

interface Kept {
  readonly key: string
  readonly history: Promise<History>
}

const keptOf = new WeakMap<Store, Kept[]>()

/** Commits from transcripts that follow each other are read together: their places come from one query. */
const stretches = (links: readonly ReadLink[]): readonly (readonly ReadLink[])[] => {
  const all: ReadLink[][] = []
  for (const link of links) {
    const last = all.at(-1)
    const isSame = last?.[0] !== undefined && isTranscript(last[0].format) && isTranscript(link.format)
    if (isSame) last.push(link)
    else all.push([link])
  }
  return all
}

/** The lines of records in their files, each file read once. */
const linesOf = ({ database }: Store): ((record: RecordKey) => Promise<LineName>) => {
  const known = new Map<string, Promise<(record: RecordKey) => LineName>>()
  return async (record) => {
    const lines = known.get(record.sourceId) ?? fileLines(database, [record.sourceId])
    known.set(record.sourceId, lines)
    return (await lines)(record)
  }
}

const stepsOf = async (store: Store, links: readonly ReadLink[], sessionId: string): Promise<readonly Step[]> => {
  const reader = openSteps()
  const lineOf = linesOf(store)
  for (const stretch of stretches(links)) {
    const [first] = stretch
    if (first === undefined) continue
    if (isTranscript(first.format)) {
      for await (const record of chainRecords(store, stretch)) reader.add({ ...record, ...(await lineOf(record)) })
      continue
    }
    const events = eventsIn(first.format, await store.read(artifactHash(first.artifactHash))) ?? []
    for (const record of recordsOfEvents(events, { sessionId, commitId: first.commitId })) reader.add(record)
  }
  return reader.steps
}

const agentColumns = {
  ...pickColumns(commitTable, 'commitId', 'sessionId', 'chain', 'format', 'artifactHash'),
  spawnCall: text('spawn_call'),
  agentType: optional(text('agent_type')),
} as const

/** Sub-agents of sub-agents, and so on. */
const maxDepth = 4

/** What the sub-agents did that these steps started. */
const agentsOf = async (store: Store, steps: readonly Step[], depth = 0): Promise<readonly AgentSteps[]> => {
  const calls = steps.flatMap((step) => (step.kind === 'call' && step.does === 'agent' ? [step.id] : []))
  if (calls.length === 0 || depth === maxDepth) return []
  const rows = await store.database.query(agentCommits, agentColumns, { calls })
  const agents: AgentSteps[] = []
  for (const own of groupBy(rows, ({ sessionId, chain }) => `${sessionId} ${chain}`).values()) {
    const [first] = own
    if (first === undefined) continue
    const ownSteps = await stepsOf(store, own, first.sessionId)
    const agent = { callId: first.spawnCall, name: first.agentType ?? 'a sub-agent', steps: ownSteps }
    // What its own sub-agents did counts as its own.
    const nested = (await agentsOf(store, ownSteps, depth + 1)).map((each) => ({ ...each, callId: agent.callId }))
    agents.push(agent, ...nested)
  }
  return agents
}

const read = async (store: Store, commit: CommitView, published: ReturnType<typeof publishedIn>): Promise<History> => {
  const links = seenByAgent(await chainOf(store, commit))
  const steps = await stepsOf(store, links, commit.sessionId)
  const endOf = new Map(steps.map(({ place, step }) => [place.commitId, step]))
  const order = new Map(links.map(({ commitId }, at) => [commitId, at]))
  const own = published.flatMap(({ commitId, message }) => {
    const at = order.get(commitId)
    return at === undefined ? [] : [{ ...message, step: endOf.get(commitId) ?? steps.length }]
  })
  return readHistory(steps, own, await agentsOf(store, steps))
}

/** @throws StrataError not-found, artifact-corrupt */
export const historyAt = (store: Store, commit: CommitView): Promise<History> => {
  const published = publishedIn(store)
  const key = JSON.stringify([commit.commitId, published])
  const kept = keptOf.get(store) ?? []
  const known = kept.find((one) => one.key === key)
  const history = known?.history ?? read(store, commit, published)
  const others = kept.filter((one) => one.key !== key)
  keptOf.set(store, [{ key, history }, ...others].slice(0, maxKept))
  history.catch(() =>
    keptOf.set(
      store,
      (keptOf.get(store) ?? []).filter((one) => one.key !== key),
    ),
  )
  return history
}
