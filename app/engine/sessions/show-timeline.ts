/** Shapes a session's stretches of time into lanes: adjacent ones in the same state become one span; adds up the main lane's states. */
import { runQuery, type Answer, type Tables } from '../../analytics/queries/run-query.ts'
import type { Lane, LaneSpan, LaneState, TimelineEvent, TimelineView } from '../../contract/timeline.ts'
import type { EventKind } from '../../model/transcript-line.ts'
import { activeStretches, activeTime } from '../../model/work-states.ts'
import { idleMs } from '../../analytics/idle-threshold.ts'
import { resolveSession } from '../commits/resolve-name.ts'

export interface TimelineFacts {
  readonly sessionId: string
  readonly lanes: readonly Answer<'timelineLanes'>[]
  readonly gaps: readonly Answer<'timelineGaps'>[]
  readonly events: readonly Answer<'timelineEvents'>[]
  readonly context: readonly Answer<'timelineContext'>[]
  readonly compactions: readonly Answer<'timelineCompactions'>[]
  readonly rewinds: readonly Answer<'timelineRewinds'>[]
  readonly usage: readonly Answer<'timelineUsage'>[]
}

const labelLimit = 120
const mainChain = 'main'

const spanOf = ({ state, startAt, endAt, commitId, label, isGuess }: Answer<'timelineGaps'>): LaneSpan => ({
  state: state as LaneState,
  startAt,
  endAt,
  commitId,
  label,
  isGuess,
})

const continues = (span: LaneSpan, next: LaneSpan): boolean =>
  span.endAt === next.startAt &&
  span.state === next.state &&
  span.label === next.label &&
  span.isGuess === next.isGuess &&
  span.commitId === next.commitId

/** Merges adjacent spans that differ only in time. */
const mergeSpans = (spans: readonly LaneSpan[]): readonly LaneSpan[] => {
  const merged: LaneSpan[] = []
  for (const span of spans) {
    const last = merged.at(-1)
    if (last !== undefined && continues(last, span)) merged[merged.length - 1] = { ...last, endAt: span.endAt }
    else merged.push(span)
  }
  return merged
}

/** Milliseconds in each state. */
const totalsOf = (spans: readonly LaneSpan[]): Readonly<Record<LaneState, number>> => {
  const totals = { human: 0, agent: 0, thinking: 0, tool: 0, waiting: 0, compaction: 0, idle: 0 }
  for (const { state, startAt, endAt } of spans) totals[state] += endAt - startAt
  return totals
}

const laneLabel = (lane: Answer<'timelineLanes'>): string =>
  lane.chain === mainChain ? mainChain : oneLine(lane.firstPrompt, labelLimit) || lane.chain

const spansByChain = (gaps: readonly Answer<'timelineGaps'>[]): ReadonlyMap<string, readonly LaneSpan[]> => {
  const chains = new Map<string, LaneSpan[]>()
  for (const gap of gaps) {
    const chain = chains.get(gap.chain)
    if (chain === undefined) chains.set(gap.chain, [spanOf(gap)])
    else chain.push(spanOf(gap))
  }
  return chains
}

/** Events with the files of their records: each file id is listed once. */
const eventsOf = (rows: readonly Answer<'timelineEvents'>[]): Pick<TimelineView, 'events' | 'sources'> => {
  const places = new Map<string, number>()
  const events = rows.map(({ sourceId, ...event }): TimelineEvent => {
    const source = places.get(sourceId) ?? places.size
    places.set(sourceId, source)
    return { ...event, source, kind: event.kind as EventKind, label: oneLine(event.label, labelLimit) }
  })
  return { events, sources: [...places.keys()] }
}

const extreme = (values: readonly number[], pick: (a: number, b: number) => number): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => pick(a, b))

/** Lanes in the order given; the session begins with its first lane and ends with its last. */
const shapeTimeline = (facts: TimelineFacts): TimelineView => {
  const chains = spansByChain(facts.gaps)
  const lanes: readonly Lane[] = facts.lanes.map((lane) => ({
    chain: lane.chain,
    label: laneLabel(lane),
    spans: mergeSpans(chains.get(lane.chain) ?? []),
    calledBy: lane.parentChain === null || lane.calledAt === null ? null : { chain: lane.parentChain, at: lane.calledAt },
  }))
  return {
    sessionId: facts.sessionId,
    startAt: extreme(
      facts.lanes.map(({ firstAt }) => firstAt),
      Math.min,
    ),
    endAt: extreme(
      facts.lanes.map(({ lastAt }) => lastAt),
      Math.max,
    ),
    lanes,
    ...eventsOf(facts.events),
    context: facts.context,
    compactions: facts.compactions,
    usage: facts.usage,
    rewinds: facts.rewinds.map((rewind) => ({ ...rewind, label: oneLine(rewind.label, labelLimit) })),
    totals: totalsOf(lanes.find(({ chain }) => chain === mainChain)?.spans ?? []),
  }
}

/** How long at least one agent of a session works, from its lanes: what the facts say, without them. */
export const activeTimeOf = async (tables: Tables, session: string): Promise<number> => {
  const chains = spansByChain(await runQuery(tables, 'timelineGaps', { session, idle_ms: idleMs }))
  return activeTime(activeStretches(Array.from(chains, ([chain, spans]) => ({ chain, spans }))))
}

/** A text on one line, at most `limit` UTF-16 code units, no surrogate pair split; `…` marks omitted text. */
const oneLine = (text: string, limit: number): string => {
  const line = text.replaceAll(/\s+/gu, ' ').trim()
  if (line.length <= limit) return line
  const last = line.charCodeAt(limit - 2)
  return `${line.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1)}…`
}

/**
 * @param text a session id or its unique beginning.
 * @throws StrataError not-found, ambiguous-id
 */
export const showTimeline = async (tables: Tables, text: string): Promise<TimelineView> => {
  const session = await resolveSession(tables, text)
  return shapeTimeline({
    sessionId: session,
    lanes: await runQuery(tables, 'timelineLanes', { session }),
    gaps: await runQuery(tables, 'timelineGaps', { session, idle_ms: idleMs }),
    events: await runQuery(tables, 'timelineEvents', { session, idle_ms: idleMs }),
    context: await runQuery(tables, 'timelineContext', { session }),
    compactions: await runQuery(tables, 'timelineCompactions', { session }),
    rewinds: await runQuery(tables, 'timelineRewinds', { session }),
    usage: await runQuery(tables, 'timelineUsage', { session }),
  })
}
