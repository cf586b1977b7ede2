/** What is under the pointer, in words beside it. */
import type { ReactNode } from 'react'
import type { LaneSpan } from '../../../app/contract/timeline.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { EventText } from './event-tip.tsx'
import { eventWords } from './event-words.ts'
import type { Hover } from './hit.ts'
import { laneStateLook } from './lane-states.ts'
import type { ElementSize } from '../../ui/layout/use-element-size.ts'
import { tipPlace } from './tip-place.ts'

export interface TimelineTipProps {
  readonly hover: Hover
  readonly box: ElementSize
}

export const TimelineTip = ({ hover, box }: TimelineTipProps): ReactNode => {
  const { span, event, lane } = hover.hit
  const commit = event?.commitId ?? span?.commitId ?? undefined
  return (
    <div className="chart-tip" style={tipPlace(hover, box)}>
      {event === undefined ? null : <EventText words={eventWords(event)} />}
      {span === undefined ? null : <SpanWords span={span} laneName={lane.label} />}
      {commit === undefined ? null : <div className="faint">Click to read {commit}</div>}
    </div>
  )
}

const SpanWords = ({ span, laneName }: { readonly span: LaneSpan; readonly laneName: string }): ReactNode => {
  const look = laneStateLook(span.state)
  return (
    <div>
      <span className={`legend-swatch is-${span.state} is-${look.texture}`} aria-hidden="true" /> <strong>{look.name}</strong>{' '}
      {formatDuration(span.endAt - span.startAt)} {span.label}
      {span.isGuess ? ' (guess: no record states that it waited)' : ''}
      <div className="faint">
        {formatInstant(span.startAt)} · {laneName}
      </div>
    </div>
  )
}
