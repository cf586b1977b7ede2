/** The mark, event or state under the pointer, in words. */
import type { LaneSpan } from '../../../app/contract/timeline.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import type { Target } from './chart-target.ts'
import { eventWords, markWords, type Words } from './event-words.ts'
import type { LaneIndex } from './lane-index.ts'
import { laneStateLook } from './lane-states.ts'

const spanWords = ({ state, startAt, endAt, label, isGuess }: LaneSpan, lane: LaneIndex): Words => ({
  title: laneStateLook(state).name,
  text: `${formatDuration(endAt - startAt)} ${label}${isGuess ? ' (guess: no record states that it waited)' : ''}`.trim(),
  detail: `${formatInstant(startAt)} · ${lane.label}`,
  isError: false,
})

/** One entry for the event or mark, and one for the state around it. */
export const targetWords = (target: Target): readonly Words[] => {
  switch (target.kind) {
    case 'mark':
      return [markWords(target.mark)]
    case 'break': {
      const { startAt, endAt } = target.gap
      const detail = `${formatInstant(startAt)} to ${formatInstant(endAt)}`
      return [{ title: 'Break', text: `${formatDuration(endAt - startAt)} of idle time, cut out of the axis`, detail, isError: false }]
    }
    case 'context': {
      const text = target.tokens === undefined ? 'not known until the next reply' : countOf(target.tokens, 'token')
      return [{ title: 'Context', text, detail: formatInstant(target.at), isError: false }]
    }
    case 'lane':
      return [
        ...(target.event === undefined ? [] : [eventWords(target.event)]),
        ...(target.span === undefined ? [] : [spanWords(target.span, target.lane)]),
      ]
  }
}

/** Whether a click leads to the reader. */
export const leadsToReader = (target: Target): boolean => {
  if (target.kind === 'lane') return (target.event?.commitId ?? target.span?.commitId ?? null) !== null
  return target.kind !== 'break'
}
