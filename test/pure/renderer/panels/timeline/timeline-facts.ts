/** Spans, events and lanes of a timeline for tests. */
import type { LaneSpan, LaneState, TimelineEvent, TimelineView } from '../../../../../app/contract/timeline.ts'
import { laneIndexes, type LaneIndex } from '../../../../../renderer/panels/timeline/lane-index.ts'

export const span = (state: LaneState, startAt: number, endAt: number, commitId: string | null = null): LaneSpan => ({
  state,
  startAt,
  endAt,
  isGuess: false,
  commitId,
  label: '',
})

export const event = (at: number, kind: TimelineEvent['kind'], more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  at,
  kind,
  chain: 'main',
  class: 'reply',
  label: '',
  commitId: null,
  source: 0,
  line: 1,
  isError: false,
  isRefused: false,
  durationMs: null,
  ...more,
})

export const lane = (
  spans: readonly LaneSpan[],
  events: readonly TimelineEvent[] = [],
  more: Partial<Pick<TimelineView, 'compactions' | 'rewinds'>> = {},
): LaneIndex => {
  const [index] = laneIndexes({
    lanes: [{ chain: 'main', label: 'main', spans, calledBy: null }],
    events,
    compactions: [],
    rewinds: [],
    ...more,
  })
  if (index === undefined) throw new Error('no lane')
  return index
}
