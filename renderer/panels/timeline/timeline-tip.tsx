/** Text beside the pointer or the cursor about the event, mark or state there. */
import type { ReactNode } from 'react'
import type { ElementSize } from '../../ui/layout/use-element-size.ts'
import type { ChartPoint, Target } from './chart-target.ts'
import { EventText } from './event-tip.tsx'
import { leadsToReader, targetWords } from './target-words.ts'
import { tipPlace } from './tip-place.ts'

export interface TimelineTipProps {
  readonly target: Target
  readonly point: ChartPoint
  readonly box: ElementSize
  readonly hint: string
}

export const TimelineTip = ({ target, point, box, hint }: TimelineTipProps): ReactNode => (
  <div className="chart-tip" style={tipPlace(point, box)}>
    {targetWords(target).map((words, place) => (
      <EventText key={place} words={words} />
    ))}
    {leadsToReader(target) ? <div className="faint">{hint}</div> : null}
  </div>
)
