/** Text beside the pointer or the cursor about the event, mark or state there. */
import type { ReactNode } from 'react'
import type { ElementSize } from '../../ui/layout/use-element-size.ts'
import type { ChartPoint, Target } from './chart-target.ts'
import { ContextTip } from './context-tip.tsx'
import { EventText } from './event-tip.tsx'
import { leadsToReader, targetWords } from './target-words.ts'
import { tipPlace } from './tip-place.ts'

export interface TimelineTipProps {
  readonly sessionId: string
  readonly target: Target
  readonly point: ChartPoint
  readonly box: ElementSize
  readonly hint: string
}

/** The bar makes it high: it begins at the top of the chart, beside the pointer. */
const besideCurve = (point: ChartPoint, box: ElementSize): Readonly<Record<string, number>> => {
  const { top: _top, bottom: _bottom, ...sides } = tipPlace(point, box)
  return { ...sides, top: 4 }
}

export const TimelineTip = ({ sessionId, target, point, box, hint }: TimelineTipProps): ReactNode => (
  <div className="chart-tip" style={target.kind === 'context' ? besideCurve(point, box) : tipPlace(point, box)}>
    {targetWords(target).map((words, place) => (
      <EventText key={place} words={words} />
    ))}
    {target.kind === 'context' && target.reply !== undefined ? <ContextTip sessionId={sessionId} reply={target.reply.reply} /> : null}
    {leadsToReader(target) ? <div className="faint">{hint}</div> : null}
  </div>
)
