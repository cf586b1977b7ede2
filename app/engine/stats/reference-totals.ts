/** Totals by the design's reference rules: raw counts a file, copies included, so that they reconcile with counting the lines. */
import type { ExactCount } from '../../model/exact-count.ts'
import type { Answer, Tables } from '../../analytics/queries/run-query.ts'
import { runQuery } from '../../analytics/queries/run-query.ts'
import type { GroupedBy } from '../../analytics/queries/query-spec.ts'
import { groupsByKey } from './groups-by-key.ts'

/** Name → count. Names come from transcripts: the map has no prototype, so that a tool may be called `__proto__`. */
type Tally = Readonly<Record<string, number>>

/** Tokens; null: no record states them as a count, or the sum is larger than a table can contain. */
interface TokenTotals {
  readonly input: ExactCount | null
  readonly output: ExactCount | null
  readonly cacheCreation: ExactCount | null
  readonly cacheRead: ExactCount | null
  readonly messages: number
}

/** Everything that was asked about one group; undefined: the group has nothing of the kind. */
interface GroupFacts {
  readonly group: Answer<'groupList'> | undefined
  readonly counts: Answer<'referenceCounts'> | undefined
  readonly spans: Answer<'referenceSpans'> | undefined
  readonly sidechains: Answer<'referenceSidechains'> | undefined
  readonly unanswered: number
  readonly tallies: readonly Answer<'referenceTallies'>[]
  readonly tokens: readonly Answer<'referenceTokens'>[]
}

const tally = (facts: GroupFacts, name: string): Tally => {
  const map = Object.create(null) as Record<string, number>
  for (const row of facts.tallies) if (row.tally === name) map[row.name] = row.times
  return map
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const tokensOf = (facts: GroupFacts, way: string): Readonly<Record<string, TokenTotals>> => {
  const map = Object.create(null) as Record<string, TokenTotals>
  for (const row of facts.tokens) {
    if (row.way !== way) continue
    map[row.model] = {
      input: row.inputTokens,
      output: row.outputTokens,
      cacheCreation: row.cacheWriteTokens,
      cacheRead: row.cacheReadTokens,
      messages: row.messages,
    }
  }
  return map
}

const isoTime = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())
const ratio = (above: number, below: number): number | null => (below === 0 ? null : above / below)

const noCounts: Omit<Answer<'referenceCounts'>, 'groupKey'> = {
  records: 0,
  userRecords: 0,
  humanPrompts: 0,
  humanPromptsWithImage: 0,
  trapPrompts: 0,
  toolResultRecords: 0,
  toolResultBlocks: 0,
  toolErrors: 0,
  metaRecords: 0,
  responses: 0,
  textBlocks: 0,
  thinkingBlocks: 0,
  toolCalls: 0,
  apiErrors: 0,
  compactions: 0,
  autoCompactions: 0,
  manualCompactions: 0,
  newFormCompactions: 0,
  oldFormCompactions: 0,
  preTokensMax: 0,
  microcompactions: 0,
  contextTruncated: 0,
  summaryRecords: 0,
  titleSummaries: 0,
  compactSummaries: 0,
  sidechainRecords: 0,
  mainResponses: 0,
  mainToolCalls: 0,
  humanChars: 0,
  agentTextChars: 0,
  thinkingChars: 0,
  queueOperations: 0,
  fileHistorySnapshots: 0,
  progress: 0,
}

const noSpans: Omit<Answer<'referenceSpans'>, 'groupKey'> = {
  firstAt: null,
  lastAt: null,
  sessionsWithCompaction: 0,
  maxCompactions: 0,
  maxConcurrent: 0,
  maxConcurrentAt: null,
}

const fileTotals = ({ group }: GroupFacts) => ({
  sessions: group?.sessions ?? 0,
  sessionFiles: group?.sessionFiles ?? 0,
  subagentFiles: group?.subagentFiles ?? 0,
})

const sidechainTotals = ({ sidechains }: GroupFacts) => ({
  total: sidechains?.total ?? 0,
  inline: sidechains?.inline ?? 0,
  subagentsDir: sidechains?.inSubagentsFolder ?? 0,
  projectRoot: sidechains?.inProjectFolder ?? 0,
})

const spanTotals = (spans: Omit<Answer<'referenceSpans'>, 'groupKey'>) => ({
  sessionsWithCompaction: spans.sessionsWithCompaction,
  maxCompactionsInASession: spans.maxCompactions,
  first: isoTime(spans.firstAt),
  last: isoTime(spans.lastAt),
  maxConcurrentSessions: spans.maxConcurrent,
  maxConcurrentAt: isoTime(spans.maxConcurrentAt),
})

/** Totals of a group. Times are ISO 8601; a ratio without a denominator is null. */
const totalsOf = (facts: GroupFacts) => {
  const counts = facts.counts ?? noCounts
  const injected = tally(facts, 'injected')
  const tokens = tokensOf(facts, 'tokens')
  const spans = facts.spans ?? noSpans
  return {
    records: counts.records,
    bytes: facts.group?.bytes ?? 0,
    malformedLines: facts.group?.malformedLines ?? 0,
    byType: tally(facts, 'byType'),
    systemSubtypes: tally(facts, 'systemSubtypes'),
    userRecords: counts.userRecords,
    humanPrompts: counts.humanPrompts,
    humanPromptsWithImage: counts.humanPromptsWithImage,
    trapPrompts: counts.trapPrompts,
    toolResultRecords: counts.toolResultRecords,
    toolResultBlocks: counts.toolResultBlocks,
    toolErrors: counts.toolErrors,
    injected,
    isMetaRecords: counts.metaRecords,
    responses: counts.responses,
    textBlocks: counts.textBlocks,
    thinkingBlocks: counts.thinkingBlocks,
    toolCalls: counts.toolCalls,
    toolCallsByName: tally(facts, 'toolCallsByName'),
    unansweredToolCalls: facts.unanswered,
    apiMessages: sum(Object.values(tokens).map(({ messages }) => messages)),
    apiErrors: counts.apiErrors,
    compactions: {
      total: counts.compactions,
      auto: counts.autoCompactions,
      manual: counts.manualCompactions,
      newForm: counts.newFormCompactions,
      oldForm: counts.oldFormCompactions,
    },
    microcompactions: counts.microcompactions,
    contextTruncated: counts.contextTruncated,
    preTokensMax: counts.preTokensMax,
    summaryRecords: counts.summaryRecords,
    titleSummaries: counts.titleSummaries,
    compactSummaries: counts.compactSummaries,
    sidechains: sidechainTotals(facts),
    sidechainRecords: counts.sidechainRecords,
    mainResponses: counts.mainResponses,
    mainToolCalls: counts.mainToolCalls,
    tokens,
    tokensFirstRecord: tokensOf(facts, 'tokensFirstRecord'),
    tokensNaiveSum: tokensOf(facts, 'tokensNaiveSum'),
    chars: { human: counts.humanChars, agentText: counts.agentTextChars, thinking: counts.thinkingChars },
    results: tally(facts, 'results'),
    queueOperations: counts.queueOperations,
    fileHistorySnapshots: counts.fileHistorySnapshots,
    progress: counts.progress,
    ...fileTotals(facts),
    injectedTotal: sum(Object.values(injected)),
    ...spanTotals(spans),
    responsesPerPrompt: ratio(counts.responses, counts.humanPrompts),
    toolCallsPerPrompt: ratio(counts.toolCalls, counts.humanPrompts),
    agentToHumanChars: ratio(counts.agentTextChars, counts.humanChars),
    compactedShare: ratio(spans.sessionsWithCompaction, facts.group?.sessions ?? 0),
  }
}

export type ReferenceTotals = ReturnType<typeof totalsOf>

const askAll = async (tables: Tables, by: GroupedBy, session: string | null) => {
  const parameters = { by, session }
  const groups = await runQuery(tables, 'groupList', parameters)
  const counts = groupsByKey(await runQuery(tables, 'referenceCounts', parameters))
  const spans = groupsByKey(await runQuery(tables, 'referenceSpans', parameters))
  const sidechains = groupsByKey(await runQuery(tables, 'referenceSidechains', parameters))
  const unanswered = groupsByKey(await runQuery(tables, 'referenceUnanswered', parameters))
  const tallies = groupsByKey(await runQuery(tables, 'referenceTallies', parameters))
  const tokens = groupsByKey(await runQuery(tables, 'referenceTokens', parameters))
  const factsOf = (key: string, group: Answer<'groupList'> | undefined): GroupFacts => ({
    group,
    counts: counts.get(key)?.[0],
    spans: spans.get(key)?.[0],
    sidechains: sidechains.get(key)?.[0],
    unanswered: unanswered.get(key)?.[0]?.unanswered ?? 0,
    tallies: tallies.get(key) ?? [],
    tokens: tokens.get(key) ?? [],
  })
  return { groups, factsOf }
}

/** Totals over all transcripts, or over those of one session. @param sessionId full id of a session; null: all transcripts */
export const referenceTotals = async (tables: Tables, sessionId: string | null): Promise<{ readonly totals: ReferenceTotals }> => {
  const { groups, factsOf } = await askAll(tables, 'all', sessionId)
  return { totals: totalsOf(factsOf('', groups[0])) }
}

/** The same totals for every source file, session or project. */
export const referenceTotalsBy = async (
  tables: Tables,
  by: 'source' | 'session' | 'project',
): Promise<readonly { readonly group: string; readonly totals: ReferenceTotals }[]> => {
  const { groups, factsOf } = await askAll(tables, by, null)
  return groups.map((group) => ({ group: group.label, totals: totalsOf(factsOf(group.groupKey, group)) }))
}
