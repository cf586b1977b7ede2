/** Where things are in a session's conversation: prompts, edits, failures, sub-agents, compactions, branches. */
import { toolKind } from '../../../importer/agents.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import type { AgentReading, ChainOutline, SessionOutline } from '../../contract/reader.ts'
import { mainChain } from '../../model/agent-chain.ts'
import { count, text } from '../../model/columns.ts'
import { isObject } from '../../model/json-object.ts'
import { typedByHuman } from '../../model/record-class.ts'
import type { Store } from '../../store/store.ts'
import { firstLine, tellingLine } from '../../transcripts/title-lines.ts'
import { nextReplies, type NextReplies } from '../../analytics/queries/next-replies.ts'
import { commitOf, pathTo, readingIndex, type IndexedCommit, type IndexedRecord, type ReadingIndex } from './reading-index.ts'
import { agentsByCall, readingTo, type Reading, type RowPlace } from './reading-rows.ts'
import sessionUsage from './session-usage.sql?raw'

const numberIn = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null)

/** The fields of a compaction from the detail of its boundary. */
const compactionIn = (detail: string | null): { trigger: string | null; preTokens: number | null; postTokens: number | null } => {
  try {
    const json: unknown = JSON.parse(detail ?? 'null')
    const fields = isObject(json) ? json : {}
    const trigger = fields['trigger']
    return {
      trigger: typeof trigger === 'string' ? trigger : null,
      preTokens: numberIn(fields['pre_tokens']),
      postTokens: numberIn(fields['post_tokens']),
    }
  } catch {
    return { trigger: null, preTokens: null, postTokens: null }
  }
}

/** The commit that begins with the summary: the boundary may end the commit before. */
const compactionCommit = (commit: IndexedCommit, { children }: ReadingIndex): string => {
  const isSummary = ({ commitType, chain }: IndexedCommit): boolean => commitType === 'compaction' && chain === commit.chain
  const found = isSummary(commit) ? commit : children.get(commit.commitId)?.find(isSummary)
  return (found ?? commit).commitId
}

/** Failed itself, or the result of one of its calls did. */
const hasFailed = ({ failed, calls }: IndexedRecord, { resultOf }: Reading): boolean =>
  failed || calls.some((id) => resultOf(id)?.failed === true)

/** The text of a prompt without a first line that only introduces a plan or a task. */
const fromTellingLine = (prompt: string): string => {
  const line = tellingLine(prompt)
  return line === undefined || line === firstLine(prompt) ? prompt : line
}

type Writable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

interface Around {
  /** Sub-agents by the call that started them. */
  readonly agents: ReadonlyMap<string, string>
  readonly nextOf: NextReplies
}

const recordMarks = (
  outline: Writable<ChainOutline>,
  { commit, record }: Extract<RowPlace, { readonly kind: 'record' }>,
  row: number,
  reading: Reading,
  { agents, nextOf }: Around,
): void => {
  if (typedByHuman.has(record.class) || (record.class === 'sidechain_prompt' && outline.prompts.length === 0))
    outline.prompts.push({ row, text: fromTellingLine(record.prompt ?? ''), at: record.occurredAt })
  if (record.tools.some((tool) => changerKinds.has(toolKind(tool)))) outline.edits.push(row)
  if (hasFailed(record, reading)) outline.errors.push(row)
  if (record.class === 'compaction')
    outline.compactions.push({
      row,
      commitId: compactionCommit(commit, reading.index),
      isMicro: record.subtype === 'microcompact_boundary',
      ...compactionIn(record.detail),
      nextTokens: nextOf(record) ?? null,
    })
  for (const call of record.calls) {
    const chain = agents.get(call)
    if (chain !== undefined) outline.agents.push({ row, call, chain })
  }
}

const outlineOf = (reading: Reading, tip: IndexedCommit, nextOf: NextReplies): ChainOutline => {
  const { index, rows } = reading
  const agents = agentsByCall(index)
  const outline: Writable<ChainOutline> = {
    chain: tip.chain,
    tip: tip.commitId,
    rows: rows.length,
    commits: [],
    prompts: [],
    edits: [],
    errors: [],
    compactions: [],
    branches: [],
    agents: [],
  }
  rows.forEach((place, row) => {
    if (outline.commits.at(-1)?.commitId !== place.commit.commitId) outline.commits.push({ row, commitId: place.commit.commitId })
    if (place.kind === 'record') recordMarks(outline, place, row, reading, { agents, nextOf })
    if (place.kind === 'agent') outline.agents.push({ row, call: null, chain: place.chain })
    if (place.kind === 'branch') {
      const { tip: end, commits } = place.branch
      outline.branches.push({ row, tip: end.commitId, commits, summary: end.summary })
    }
  })
  return outline
}

const timesIn = (commits: readonly IndexedCommit[], field: 'startedAt' | 'endedAt'): readonly number[] =>
  commits.flatMap((commit) => commit[field] ?? [])

const agentReading = (index: ReadingIndex, tip: IndexedCommit, outputTokens: number | null, nextOf: NextReplies): AgentReading => {
  const path = pathTo(index, tip.commitId)
  const sum = (field: 'responses' | 'toolCalls' | 'errors'): number => path.reduce((total, commit) => total + commit[field], 0)
  const started = timesIn(path, 'startedAt')
  const ended = timesIn(path, 'endedAt')
  return {
    type: tip.agentType,
    summary: path[0]?.summary ?? '',
    responses: sum('responses'),
    toolCalls: sum('toolCalls'),
    errors: sum('errors'),
    outputTokens,
    startedAt: started.length === 0 ? null : started.reduce((least, at) => Math.min(least, at)),
    endedAt: ended.length === 0 ? null : ended.reduce((most, at) => Math.max(most, at)),
    models: [...new Set(path.flatMap(({ models }) => models))].sort(),
    outline: outlineOf(readingTo(index, tip.commitId), tip, nextOf),
  }
}

/** The last commit of each sub-agent's chain. */
export const agentTips = ({ commits }: ReadingIndex): readonly IndexedCommit[] => {
  const tips = new Map<string, IndexedCommit>()
  for (const commit of commits.values()) if (commit.chain !== mainChain) tips.set(commit.chain, commit)
  return [...tips.values()]
}

/** @param tip a commit of the main chain. @throws StrataError not-found */
export const showOutline = async (store: Store, sessionId: string, tip?: string): Promise<SessionOutline> => {
  const index = await readingIndex(store, sessionId)
  const usage = await store.database.query(
    sessionUsage,
    { chain: text('chain'), outputTokens: count('output_tokens') },
    { session: sessionId },
  )
  const tokens = new Map(usage.map(({ chain, outputTokens }) => [chain, outputTokens]))
  const nextOf = await nextReplies(store.database, sessionId)
  const end = commitOf(index, tip ?? index.tip)
  const reading = readingTo(index, end.commitId)
  return {
    sessionId,
    main: outlineOf(reading, end, nextOf),
    times: reading.rows.map((place) => (place.kind === 'record' ? place.record.occurredAt : place.commit.endedAt)),
    agents: agentTips(index).map((agent) => agentReading(index, agent, tokens.get(agent.chain) ?? null, nextOf)),
  }
}
