/** The row of a session: its title, kind, outcome and counts, from its lines. */
import type { PlacedLine } from '../chains/session-lines.ts'
import { sessionStanding } from './session-standing.ts'
import { mainChain } from '../model/agent-chain.ts'
import { humanPrompts, typedCommands } from '../model/record-class.ts'
import { promptsOnlyTemplate, reportedOutcomes } from '../model/session-status.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import type { TableRow } from '../store/tables/tables.ts'
import { isRecord } from './derive-rows.ts'
import { sessionLength, spanOf } from './session-length.ts'
import { sessionTitle } from './session-title.ts'
import { tokensOf } from './session-tokens.ts'

export interface SessionFacts {
  readonly sessionId: string
  readonly folder: string
  readonly template: string
  readonly tipCommitId: string | undefined
  readonly commits: number
  readonly bytes: number
  /** Places of all lines, by source. */
  readonly places: readonly (readonly PlacedLine[])[]
  readonly sourceIds: readonly string[]
  /** Title in the file that the client keeps beside the transcript; undefined: there is none. */
  readonly noteTitle: string | undefined
}

const warmUpPrompt = 'Warmup'

/** Agents that the client starts to write the summary of a compaction, without a request by a person or an agent. */
const isCompactor = (agent: string): boolean => agent.startsWith('acompact')

/** Agents that the client starts on its own to warm its cache: their first prompt is “Warmup”. */
const warmUpChains = (places: readonly PlacedLine[]): ReadonlySet<string> => {
  const seen = new Set<string>()
  const warm = new Set<string>()
  for (const { chain, line } of places) {
    if (chain === mainChain || seen.has(chain) || line.class !== 'sidechain_prompt') continue
    seen.add(chain)
    if (line.headline.trim() === warmUpPrompt) warm.add(chain)
  }
  return warm
}

type Pick = (line: TranscriptLine) => string | undefined

const lastOf = (lines: readonly TranscriptLine[], pick: Pick): string | null => {
  for (let at = lines.length - 1; at >= 0; at -= 1) {
    const line = lines[at]
    const value = line === undefined ? undefined : pick(line)
    if (value !== undefined && value !== '') return value
  }
  return null
}

const firstOf = (lines: readonly TranscriptLine[], pick: Pick): string | null => {
  for (const line of lines) {
    const value = pick(line)
    if (value !== undefined && value !== '') return value
  }
  return null
}

// What is asked of every line of every session is asked by functions that stay: one made for each session would be compiled for each.
const folderIn: Pick = (line) => line.cwd
const branchIn: Pick = (line) => line.gitBranch
const versionIn: Pick = (line) => line.version
const classOfTurn: Pick = (line) => (line.type === 'user' || line.class === 'reply' ? line.class : undefined)
const outcomes = new Set<string>(reportedOutcomes)

const continuing: ReadonlySet<string> = new Set(['human_prompt', 'queued_prompt', 'interrupt'])

const accountIn: Pick = (line) => {
  if (line.class === 'metric') return outcomes.has(line.subtype ?? '') ? line.subtype : undefined
  return continuing.has(line.class) ? line.class : undefined
}

/** The last outcome that the client reported, unless a human continued after it; else whether the last record is an interrupt. */
const outcomeOf = (lines: readonly TranscriptLine[]): string => {
  const reported = lastOf(lines, accountIn)
  if (reported !== null && outcomes.has(reported)) return reported
  const last = lastOf(lines, classOfTurn)
  return last === 'interrupt' ? 'interrupted' : 'unknown'
}

interface Counts {
  readonly humanPrompts: number
  readonly commands: number
  readonly responses: number
  readonly thinkingBlocks: number
  readonly toolCalls: number
  readonly toolErrors: number
  readonly compactions: number
  readonly errors: number
}

const add = (counts: Map<string, number>, name: string): unknown => counts.set(name, (counts.get(name) ?? 0) + 1)

const sumOf = (counts: ReadonlyMap<string, number>, names: ReadonlySet<string>): number =>
  [...names].reduce((sum, name) => sum + (counts.get(name) ?? 0), 0)

/** A summary without a boundary counts as a compaction, unless a correction says that it is no summary. */
const isCompaction = ({ compaction, class: name }: TranscriptLine): boolean =>
  compaction !== undefined && (name === 'compaction' || name === 'compaction_summary')

/** One pass: it sees every event of a session. */
const countsOf = (places: readonly PlacedLine[]): Counts => {
  const classes = new Map<string, number>()
  const kinds = new Map<string, number>()
  let compactions = 0
  for (const { line, isCopy, carriesCopy } of places) {
    if (!isCopy) add(classes, line.class)
    if (!isCopy && isCompaction(line)) compactions += 1
    if (!carriesCopy)
      for (const event of line.events)
        add(kinds, event.kind === 'tool_result' && event.isError && event.isRefused !== true ? 'tool_error' : event.kind)
  }
  const of = (counts: ReadonlyMap<string, number>, name: string): number => counts.get(name) ?? 0
  return {
    humanPrompts: sumOf(classes, humanPrompts),
    commands: sumOf(classes, typedCommands),
    responses: of(kinds, 'response'),
    thinkingBlocks: of(kinds, 'thinking'),
    toolCalls: of(kinds, 'tool_call'),
    toolErrors: of(kinds, 'tool_error'),
    compactions,
    errors: of(kinds, 'error') + of(kinds, 'tool_error'),
  }
}

const repliesIn = (lines: readonly TranscriptLine[]): number => {
  const names = new Set<string>()
  for (const line of lines) if (line.class === 'reply') names.add(line.messageId ?? line.uuid ?? String(line.line))
  return names.size
}

const kindOf = (lines: readonly TranscriptLine[], counts: Counts, subAgents: number, hasMain: boolean, warm: boolean): string => {
  const replies = repliesIn(lines)
  const typed = counts.humanPrompts + counts.commands
  if (!hasMain && warm) return 'warm_up'
  if (typed === 0 && replies === 0) return 'empty'
  return typed <= 1 && replies <= 1 && subAgents === 0 && counts.compactions === 0 ? 'one_shot' : 'conversation'
}

const models = (places: readonly PlacedLine[]): readonly string[] => {
  const names = new Set<string>()
  for (const { line, carriesCopy } of places) {
    const { model } = line
    if (!carriesCopy && model !== undefined && model !== '<synthetic>') names.add(model)
  }
  return [...names].sort()
}

/** Times of the events of the main chain, by file, in the order of the chain. */
const timesOf = (sources: SessionFacts['places']): readonly (readonly number[])[] =>
  sources.map((places) =>
    places.flatMap(({ chain, line, isCopy }) =>
      chain !== mainChain || isCopy || line.occurredAt === undefined || line.events.length === 0 ? [] : [line.occurredAt],
    ),
  )

const lineOf = ({ line }: PlacedLine): TranscriptLine => line
const chainOf = ({ chain }: PlacedLine): string => chain
const isMain = ({ chain }: PlacedLine): boolean => chain === mainChain
const isOwn = ({ isCopy }: PlacedLine): boolean => !isCopy
const isOfAgent = ({ chain, line }: PlacedLine): boolean => chain !== mainChain && isRecord(line)
/** A line from which records were recovered is one too. */
const isMalformed = ({ class: name, problems }: TranscriptLine): boolean =>
  name === 'malformed' || problems.some(({ code }) => code === 'recovered-records')

/** The row of a session; its parent, titles that other sessions' files give, and what its client notes of it are added when all are imported. */
export const summariseSession = (facts: SessionFacts): TableRow<'sessions'> => {
  const places = facts.places.flat()
  const lines = places.map(lineOf)
  const mainPlaces = places.filter(isMain)
  const main = mainPlaces.map(lineOf)
  const warm = warmUpChains(places)
  const own = places.filter(isOwn)
  const agents = new Set(own.filter(isOfAgent).map(chainOf))
  const subAgents = [...agents].filter((agent) => !warm.has(agent) && !isCompactor(agent)).length
  const counts = countsOf(places)
  const { firstAt, lastAt } = spanOf(facts.places)
  const isPromptsOnly = facts.template === promptsOnlyTemplate
  // Where a session was resumed or forked elsewhere, what it copies says where the other one ran.
  const cwd = firstOf(own.map(lineOf), folderIn) ?? firstOf(lines, folderIn)
  return {
    sessionId: facts.sessionId,
    project: cwd ?? facts.folder,
    folder: facts.folder,
    cwd,
    gitBranch: lastOf(lines, branchIn),
    clientVersion: lastOf(lines, versionIn),
    template: facts.template,
    ...sessionTitle(facts.sessionId, mainPlaces, facts.noteTitle),
    kind: isPromptsOnly ? 'prompts_only' : kindOf(lines, counts, subAgents, main.some(isRecord), warm.size > 0),
    outcome: outcomeOf(main),
    standing: isPromptsOnly ? 'none' : sessionStanding(main, !/^[^/]*\/sdk/.test(facts.template)),
    tipCommitId: facts.tipCommitId ?? null,
    parentSessionId: null,
    continuedIn: null,
    continuedFrom: null,
    sessionKind: null,
    firstAt,
    lastAt,
    durationMs: isPromptsOnly || firstAt === null || lastAt === null ? null : (sessionLength(timesOf(facts.places)) ?? lastAt - firstAt),
    records: lines.filter(isRecord).length,
    malformedLines: lines.filter(isMalformed).length,
    bytes: facts.bytes,
    ...counts,
    subAgents,
    commits: facts.commits,
    models: models(places),
    ...tokensOf(facts),
  }
}
