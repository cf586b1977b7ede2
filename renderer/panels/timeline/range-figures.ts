/** Figures of a stretch of a session: time by state, counts of marks and events, and tokens. */
import type { LaneState, TimelineEvent, TimelineView } from '../../../app/contract/timeline.ts'
import { activeStretches, activeTime, type Stretch } from '../../../app/model/work-states.ts'
import { visibleEvents, visibleSpans } from './lane-index.ts'
import type { LaneIndex } from './lane-index.ts'
import type { MarkKind } from './lane-marks.ts'

/** From and to, milliseconds since 1970. */
export type Range = readonly [number, number]

export interface RangeFigures {
  readonly durationMs: number
  /** Milliseconds in which at least one lane works. */
  readonly activeMs: number
  /** Milliseconds in each state of the main lane. */
  readonly states: Readonly<Record<LaneState, number>>
  /** Marks in all lanes. Errors are failed requests and failed tool results; refused calls did not fail. */
  readonly marks: Readonly<Record<MarkKind, number>>
  /** Events of any kind in all lanes. */
  readonly events: number
  readonly replies: number
  readonly toolCalls: number
  /** Tokens that the models read, the cache included, and wrote. */
  readonly readTokens: number
  readonly writtenTokens: number
}

type Usage = TimelineView['usage']

const statesOf = (main: LaneIndex | undefined, fromAt: number, toAt: number): RangeFigures['states'] => {
  const states = { human: 0, agent: 0, thinking: 0, tool: 0, waiting: 0, compaction: 0, idle: 0 }
  if (main === undefined) return states
  const [first, end] = visibleSpans(main, fromAt, toAt)
  for (let place = first; place < end; place += 1) {
    const span = main.spans[place]
    if (span !== undefined) states[span.state] += Math.max(0, Math.min(span.endAt, toAt) - Math.max(span.startAt, fromAt))
  }
  return states
}

const countKinds = (
  events: readonly TimelineEvent[],
  first: number,
  end: number,
): { readonly replies: number; readonly toolCalls: number } => {
  let replies = 0
  let toolCalls = 0
  for (let place = first; place < end; place += 1) {
    const kind = events[place]?.kind
    if (kind === 'response') replies += 1
    else if (kind === 'tool_call') toolCalls += 1
  }
  return { replies, toolCalls }
}

const tokensIn = (usage: Usage, fromAt: number, toAt: number): { readonly readTokens: number; readonly writtenTokens: number } => {
  let readTokens = 0
  let writtenTokens = 0
  for (const reply of usage)
    if ((reply.at ?? -Infinity) >= fromAt && (reply.at ?? -Infinity) <= toAt) {
      readTokens += reply.readTokens
      writtenTokens += reply.writtenTokens
    }
  return { readTokens, writtenTokens }
}

const stretchesOfLanes = new WeakMap<readonly LaneIndex[], readonly Stretch[]>()

/** Computed once for the lanes of a view, which moves. */
const activeOf = (lanes: readonly LaneIndex[]): readonly Stretch[] => {
  const known = stretchesOfLanes.get(lanes)
  if (known !== undefined) return known
  const stretches = activeStretches(lanes)
  stretchesOfLanes.set(lanes, stretches)
  return stretches
}

/** From -Infinity on, replies without a time count too. One pass, because it runs while a view moves. */
export const rangeFigures = (lanes: readonly LaneIndex[], fromAt: number, toAt: number, usage: Usage = []): RangeFigures => {
  const marks = { prompt: 0, command: 0, error: 0, refused: 0, compaction: 0, rewind: 0 }
  let [events, replies, toolCalls] = [0, 0, 0]
  for (const lane of lanes) {
    const [first, end] = visibleEvents(lane.events, fromAt, toAt)
    const kinds = countKinds(lane.events, first, end)
    events += end - first
    replies += kinds.replies
    toolCalls += kinds.toolCalls
    const [firstMark, endMark] = visibleEvents(lane.marks, fromAt, toAt)
    for (let place = firstMark; place < endMark; place += 1) {
      const mark = lane.marks[place]
      if (mark !== undefined) marks[mark.kind] += 1
    }
  }
  const states = statesOf(
    lanes.find(({ chain }) => chain === 'main'),
    fromAt,
    toAt,
  )
  const activeMs = activeTime(activeOf(lanes), fromAt, toAt)
  return { durationMs: toAt - fromAt, activeMs, states, marks, events, replies, toolCalls, ...tokensIn(usage, fromAt, toAt) }
}
