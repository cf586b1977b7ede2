/** The history that leads to a commit: messages by topic, and the state of the work. Nothing after the commit is read. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { isTranscript } from '../../../importer/agents.ts'
import type { CommitView } from '../../contract/commits.ts'
import type { RecordKey } from '../../contract/objects.ts'
import type { LineName } from '../../model/line-name.ts'
import { artifactHash } from '../../model/ids.ts'
import { optional, pickColumns, text } from '../../model/columns.ts'
import { agentCallId, isRandomCallId, writtenCallId } from '../../model/call-pairing.ts'
import type { JsonObject } from '../../model/json-object.ts'
import { readRecord, type TranscriptRecord } from '../../model/record.ts'
import { groupBy } from '../../model/group-by.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import { readHistory, type AgentSteps, type History } from '../../packs/read-ledger.ts'
import { openSteps, type RecordedRecord, type Step } from '../../packs/recorded-steps.ts'
import { Redactor } from '../../secrets/redactor.ts'
import agentCommits from './agent-commits.sql?raw'
import type { Store } from '../../store/store.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { currentChain, knownChain } from '../commits/current-chain.ts'
import { chainRecords, seenByAgent, type ReadLink } from '../file-steps/chain-records.ts'
import { fileLines } from '../kernel/file-lines.ts'
import { privateWords } from '../kernel/settings.ts'
import { recordsOfEvents } from './event-records.ts'
import { publishedIn } from './published-topics.ts'

/** @param isWanted whether the answer must not contain secrets and private words */
export const redactorOf = ({ dir }: Store, isWanted: boolean): Redactor | undefined =>
  isWanted ? new Redactor(privateWords(dir)) : undefined

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

/** Without secrets, before any text is cut: a part of a secret is not recognised. */
const clean = (record: TranscriptRecord, commitId: string, redactor: Redactor | undefined): TranscriptRecord => {
  if (redactor === undefined) return record
  redactor.reads(commitId)
  return readRecord(redactor.value(record) as JsonObject)
}

export interface StepsOptions {
  readonly redactor?: Redactor | undefined
  /** Whether the steps are those of a sub-agent. */
  readonly isOfAgent?: boolean
  /** Hears each record, with the number of steps before it. */
  readonly onRecord?: (record: RecordedRecord, steps: number) => void
}

/** @param links the first commit first @throws StrataError not-found, artifact-corrupt */
export const stepsOf = async (
  store: Store,
  links: readonly ReadLink[],
  sessionId: string,
  { redactor, onRecord, isOfAgent = false }: StepsOptions,
): Promise<readonly Step[]> => {
  const reader = openSteps(isOfAgent)
  const add = (one: RecordedRecord): void => {
    onRecord?.(one, reader.steps.length)
    reader.add({ ...one, record: clean(one.record, one.commitId, redactor) })
  }
  const lineOf = linesOf(store)
  for (const stretch of stretches(links)) {
    const [first] = stretch
    if (first === undefined) continue
    if (isTranscript(first.format)) {
      for await (const record of chainRecords(store, stretch)) add({ ...record, ...(await lineOf(record)) })
      continue
    }
    const events = eventsIn(first.format, await store.read(artifactHash(first.artifactHash))) ?? []
    for (const record of recordsOfEvents(events, { sessionId, commitId: first.commitId })) add(record)
  }
  return reader.steps
}

const agentColumns = {
  ...pickColumns(commitTable, 'commitId', 'sessionId', 'chain', 'format', 'artifactHash', 'parentId'),
  spawnCall: text('spawn_call'),
  agentType: optional(text('agent_type')),
} as const

/** Sub-agents of sub-agents, and so on. */
const maxDepth = 4

/** The agent whose steps started others. */
interface Caller {
  readonly steps: readonly Step[]
  /** Ids of the commits that contain them. */
  readonly commits: ReadonlySet<string>
  /** Its own session first. */
  readonly sessions: readonly string[]
  /** Name of the chain of a sub-agent; undefined: the steps are not of one. */
  readonly agent: string | undefined
}

/** Ids of calls as commits name them, with those of the steps. An id that is counted is unique within its agent only. */
const startedBy = ({ steps, agent }: Caller): ReadonlyMap<string, string> =>
  new Map(
    steps.flatMap((step): readonly (readonly [string, string])[] => {
      if (step.kind !== 'call' || step.does !== 'agent') return []
      const written = writtenCallId(step.id)
      return [[agent === undefined ? step.id : agentCallId(written, agent) + step.id.slice(written.length), step.id]]
    }),
  )

/** What the sub-agents did that these steps started, each once: a fork may have copies of those of its origin. */
const agentsOf = async (store: Store, caller: Caller, redactor: Redactor | undefined, depth = 0): Promise<readonly AgentSteps[]> => {
  const { commits, sessions } = caller
  const calls = startedBy(caller)
  if (calls.size === 0 || depth === maxDepth) return []
  const rows = await store.database.query(agentCommits, agentColumns, { calls: [...calls.keys()], sessions: [...sessions] })
  const ofCaller = rows.filter(({ spawnCall, parentId }) => isRandomCallId(writtenCallId(spawnCall)) || commits.has(parentId ?? ''))
  const copies = groupBy(ofCaller, ({ sessionId, chain }) => `${sessionId} ${chain}`).values()
  const inOrder = [...copies].sort(([a], [b]) => sessions.indexOf(a?.sessionId ?? '') - sessions.indexOf(b?.sessionId ?? ''))
  const agents: AgentSteps[] = []
  for (const [own = []] of groupBy(inOrder, ([first]) => `${first?.spawnCall ?? ''} ${first?.chain ?? ''}`).values()) {
    const [first] = own
    if (first === undefined) continue
    const steps = await stepsOf(store, own, first.sessionId, { redactor, isOfAgent: true })
    const agent = { callId: calls.get(first.spawnCall) ?? first.spawnCall, name: first.agentType ?? 'a sub-agent', steps }
    // What its own sub-agents did counts as its own.
    const ownCommits = new Set(own.map(({ commitId }) => commitId))
    const itself = { steps, commits: ownCommits, sessions: [first.sessionId], agent: first.chain }
    const nested = (await agentsOf(store, itself, redactor, depth + 1)).map((each) => ({ ...each, callId: agent.callId }))
    agents.push(agent, ...nested)
  }
  return agents
}

const read = async (
  store: Store,
  commit: CommitView,
  chain: readonly ChainLink[],
  published: ReturnType<typeof publishedIn>,
  redactor?: Redactor,
): Promise<History> => {
  const links = seenByAgent(chain)
  const steps = await stepsOf(store, links, commit.sessionId, { redactor, isOfAgent: commit.chain !== 'main' })
  const endOf = new Map(steps.map(({ place, step }) => [place.commitId, step]))
  const order = new Map(links.map(({ commitId }, at) => [commitId, at]))
  const own = published.flatMap(({ commitId, message }) => {
    const at = order.get(commitId)
    if (at === undefined) return []
    const said = redactor === undefined ? message : { ...message, sender: redactor.text(message.sender), text: redactor.text(message.text) }
    return [{ ...said, step: endOf.get(commitId) ?? steps.length }]
  })
  const caller: Caller = {
    steps,
    commits: new Set(chain.map(({ commitId }) => commitId)),
    sessions: [...new Set([commit.sessionId, ...steps.map(({ place }) => place.sessionId)])],
    agent: commit.chain === 'main' ? undefined : commit.chain,
  }
  return readHistory(steps, own, await agentsOf(store, caller, redactor))
}

/**
 * @param redactor takes secrets out of the records before they are read; such a history is not remembered
 * @throws StrataError not-found, artifact-corrupt, invalid-input: the commit was replaced, and none ends with its records
 */
export const historyAt = async (store: Store, commit: CommitView, redactor?: Redactor): Promise<History> =>
  historyOf(store, commit, await knownChain(store, commit), redactor)

/** The same without the records of replaced commits that the tables do not have: what an export showed when it was made. */
export const exportedHistory = async (store: Store, commit: CommitView, redactor?: Redactor): Promise<History> =>
  historyOf(store, commit, await currentChain(store, commit), redactor)

const historyOf = (store: Store, commit: CommitView, chain: readonly ChainLink[], redactor: Redactor | undefined): Promise<History> => {
  const published = publishedIn(store)
  if (redactor !== undefined) return read(store, commit, chain, published, redactor)
  const key = JSON.stringify([commit.commitId, chain[0]?.commitId, published])
  const kept = keptOf.get(store) ?? []
  const known = kept.find((one) => one.key === key)
  const history = known?.history ?? read(store, commit, chain, published)
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
