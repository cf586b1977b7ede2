/** What happened in a stretch of a session: time by state, and how many of what. */
import type { LaneState } from '../../../app/contract/timeline.ts'
import { visibleEvents, visibleSpans } from './lane-index.ts'
import type { LaneIndex } from './lane-index.ts'
import { isHumanPrompt, isTypedCommand } from './lane-marks.ts'

/** From and to, milliseconds since 1970. */
export type Range = readonly [number, number]

export interface RangeFigures {
  readonly durationMs: number
  /** Milliseconds in each state of the main lane. */
  readonly states: Readonly<Record<LaneState, number>>
  readonly prompts: number
  readonly commands: number
  readonly replies: number
  readonly toolCalls: number
  /** Failed requests and failed tool results. */
  readonly errors: number
  /** Calls that were refused, or that a person stopped. */
  readonly refused: number
}

/** `lanes`: the main lane first. Events are counted in all of them. */
export const rangeFigures = (lanes: readonly LaneIndex[], fromAt: number, toAt: number): RangeFigures => {
  const states = { human: 0, agent: 0, thinking: 0, tool: 0, waiting: 0, compaction: 0, idle: 0 }
  const main = lanes[0]
  if (main !== undefined) {
    const [first, end] = visibleSpans(main, fromAt, toAt)
    for (const span of main.spans.slice(first, end))
      states[span.state] += Math.max(0, Math.min(span.endAt, toAt) - Math.max(span.startAt, fromAt))
  }
  const events = lanes.flatMap((lane) => lane.events.slice(...visibleEvents(lane.events, fromAt, toAt)))
  const count = (kind: string): number => events.filter((event) => event.kind === kind).length
  return {
    durationMs: toAt - fromAt,
    states,
    prompts: events.filter(isHumanPrompt).length,
    commands: events.filter(isTypedCommand).length,
    replies: count('response'),
    toolCalls: count('tool_call'),
    errors: events.filter((event) => event.isError).length,
    refused: events.filter((event) => event.isRefused).length,
  }
}
