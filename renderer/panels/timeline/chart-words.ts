/** The timeline in a sentence, for those who do not see it. */
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { countOf } from '../../ui/format/format-count.ts'
import { formatDuration } from '../../ui/format/format-duration.ts'
import { laneStates } from './lane-states.ts'

export const chartWords = (timeline: TimelineView): string => {
  const length =
    timeline.startAt === null || timeline.endAt === null ? 'of unknown length' : `of ${formatDuration(timeline.endAt - timeline.startAt)}`
  const states = laneStates
    .filter(({ state }) => timeline.totals[state] > 0)
    .map(({ state, name }) => `${name.toLowerCase()} ${formatDuration(timeline.totals[state])}`)
  const agents = countOf(Math.max(0, timeline.lanes.length - 1), 'sub-agent')
  return `Timeline ${length}, ${agents}, ${countOf(timeline.compactions.length, 'compaction')}. Main lane: ${states.join(', ')}.`
}
