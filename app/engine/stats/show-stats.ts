/** Figures of what people and agents did, without copies: in total, or for each file, session or project. */
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery, runQueryFor } from '../../analytics/queries/run-query.ts'
import type { GroupedBy } from '../../analytics/queries/query-spec.ts'
import type { StatsGroup, StatsView } from '../../contract/stats.ts'
import { activeTimes } from '../sessions/active-times.ts'
import { groupsByKey } from './groups-by-key.ts'

interface GroupFacts {
  readonly sessions: number
  readonly counts: Answer<'statsCounts'> | undefined
  readonly ledgers: readonly Answer<'statsLedgers'>[]
  readonly tokens: readonly Answer<'statsTokens'>[]
  readonly tools: readonly Answer<'statsTools'>[]
  readonly times: Times
}

interface Times {
  readonly activeMs: number | null
  readonly durationMs: number | null
}

const ratio = (above: number, below: number): number | null => (below === 0 ? null : above / below)

const noCounts: Omit<Answer<'statsCounts'>, 'groupKey' | 'sessions'> = {
  firstAt: null,
  lastAt: null,
  userRecords: 0,
  humanPrompts: 0,
  responses: 0,
  toolCalls: 0,
  outputChars: 0,
  inputChars: 0,
  compactions: 0,
  sessionsWithCompaction: 0,
  maxCompactions: 0,
}

const ledgerOf = (facts: GroupFacts, name: string) =>
  facts.ledgers.filter(({ ledger }) => ledger === name).map(({ class: recordClass, records }) => ({ class: recordClass, records }))

const statsOf = (facts: GroupFacts): StatsView => {
  const counts = facts.counts ?? noCounts
  return {
    sessions: facts.sessions,
    firstAt: counts.firstAt,
    lastAt: counts.lastAt,
    naiveUserRecords: counts.userRecords,
    reference: ledgerOf(facts, 'reference'),
    finer: ledgerOf(facts, 'finer'),
    humanPrompts: counts.humanPrompts,
    responses: counts.responses,
    toolCalls: counts.toolCalls,
    responsesPerPrompt: ratio(counts.responses, counts.humanPrompts),
    toolCallsPerPrompt: ratio(counts.toolCalls, counts.humanPrompts),
    outputCharsPerInputChar: ratio(counts.outputChars, counts.inputChars),
    ...facts.times,
    compactions: counts.compactions,
    sessionsWithCompaction: counts.sessionsWithCompaction,
    maxCompactionsInASession: counts.maxCompactions,
    tokens: facts.tokens.map(({ model, replies, inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, understatedReplies }) => ({
      model,
      replies,
      inputTokens,
      outputTokens,
      cacheReadTokens,
      cacheWriteTokens,
      understatedReplies,
    })),
    tools: facts.tools.map(({ tool, calls, errors, refusals, interruptions, cancelled }) => ({
      tool,
      calls,
      errors,
      refusals,
      interruptions,
      cancelled,
    })),
  }
}

/** From the facts where they are made and know of the groups, else from all records and events: the numbers are the same. */
const sourceOf = (by: GroupedBy, hasFacts: boolean) =>
  hasFacts && by !== 'source'
    ? ({ counts: 'factCounts', ledgers: 'factLedgers', tokens: 'factTokens', tools: 'factTools' } as const)
    : ({ counts: 'statsCounts', ledgers: 'statsLedgers', tokens: 'statsTokens', tools: 'statsTools' } as const)

/** Active times and lengths by group; the time of a file is not known apart from its session. */
const timesOf = async (tables: Tables, by: GroupedBy, session: string | null): Promise<ReadonlyMap<string, Times>> => {
  if (by === 'source') return new Map()
  const rows = await runQueryFor(tables, 'sessionList', ['sessionId', 'project', 'durationMs'], {
    sessions: session === null ? null : [session],
  })
  const ids = new Set(rows.map(({ sessionId }) => sessionId))
  // A made session counts only while the transcript of the same session was not imported.
  const counted = rows.filter(
    ({ sessionId }) => session !== null || !sessionId.startsWith('live/') || !ids.has(sessionId.slice('live/'.length)),
  )
  const active = await activeTimes(tables, session === null ? null : counted)
  const times = new Map<string, Times>()
  for (const { sessionId, project, durationMs } of counted) {
    if (durationMs === null) continue
    const key = by === 'session' ? sessionId : by === 'project' ? project : ''
    const sum = times.get(key) ?? { activeMs: 0, durationMs: 0 }
    const activeMs = active.get(sessionId) ?? null
    times.set(key, {
      activeMs: sum.activeMs === null || activeMs === null ? null : sum.activeMs + activeMs,
      durationMs: (sum.durationMs ?? 0) + durationMs,
    })
  }
  return times
}

const askAll = async ({ tables, hasFacts }: StatsSource, by: GroupedBy, session: string | null) => {
  const parameters = { by, session }
  const from = sourceOf(by, hasFacts)
  const groups = await runQuery(tables, 'statsGroups', parameters)
  const counts = groupsByKey(await runQuery(tables, from.counts, parameters))
  const ledgers = groupsByKey(await runQuery(tables, from.ledgers, parameters))
  const tokens = groupsByKey(await runQuery(tables, from.tokens, parameters))
  const tools = groupsByKey(await runQuery(tables, from.tools, parameters))
  const times = await timesOf(tables, by, session)
  const statsAt = (key: string, sessions: number): StatsView =>
    statsOf({
      sessions,
      counts: counts.get(key)?.[0],
      ledgers: ledgers.get(key) ?? [],
      tokens: tokens.get(key) ?? [],
      tools: tools.get(key) ?? [],
      times: times.get(key) ?? { activeMs: null, durationMs: null },
    })
  return { groups, statsAt }
}

export interface StatsSource {
  readonly tables: Tables
  /** Whether the facts of all sessions are made. */
  readonly hasFacts: boolean
}

/** @param sessionId full id of a session; null: figures of all */
export const showStats = async (source: StatsSource, sessionId: string | null): Promise<StatsView> => {
  const { groups, statsAt } = await askAll(source, 'all', sessionId)
  return statsAt('', groups[0]?.sessions ?? 0)
}

/** Figures of every source file, session or project, in the order of their names. */
export const statsBy = async (source: StatsSource, by: 'source' | 'session' | 'project'): Promise<readonly StatsGroup[]> => {
  const { groups, statsAt } = await askAll(source, by, null)
  return groups.map(({ groupKey, label, sessions }) => ({ group: label, stats: statsAt(groupKey, sessions) }))
}
