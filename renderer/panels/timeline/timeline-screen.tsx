/** The timeline of a session: loads it and keeps the stretch in view in the address. */
import { useCallback, useMemo, type ReactNode } from 'react'
import type { TimelineView } from '../../../app/contract/timeline.ts'
import { Loaded, Empty } from '../../ui/layout/async-states.tsx'
import { useQuery } from '../../ui/calls/use-query.ts'
import type { ReadPlace } from './event-place.ts'
import { TimelinePanel } from './timeline-panel.tsx'
import './timeline.css'

export interface TimelineScreenProps {
  readonly sessionId: string
  readonly commit: string | undefined
  /** Stretch shown, milliseconds since 1970; undefined: everything. */
  readonly from: number | undefined
  readonly to: number | undefined
  readonly onRead: (place: ReadPlace) => void
  readonly onShown: (from: number | undefined, to: number | undefined) => void
  /** Closes what is read; undefined: nothing is. */
  readonly onClose: (() => void) | undefined
}

export const TimelineScreen = (props: TimelineScreenProps): ReactNode => {
  const call = useQuery('session.timeline', { sessionId: props.sessionId }, props.sessionId)
  const { from, to, onShown } = props
  const stretch = useMemo(
    (): readonly [number, number] | undefined => (from === undefined || to === undefined ? undefined : [from, to]),
    [from, to],
  )
  const show = useCallback((shown: readonly [number, number] | undefined) => onShown(shown?.[0], shown?.[1]), [onShown])
  return (
    <Loaded call={call} what="Reading the timeline">
      {(timeline) => <TimelineOrEmpty {...props} timeline={timeline} stretch={stretch} onStretch={show} />}
    </Loaded>
  )
}

interface TimelineOrEmptyProps {
  readonly timeline: TimelineView
  readonly commit: string | undefined
  readonly stretch: readonly [number, number] | undefined
  readonly onStretch: (shown: readonly [number, number] | undefined) => void
  readonly onRead: (place: ReadPlace) => void
  readonly onClose: (() => void) | undefined
}

const TimelineOrEmpty = (props: TimelineOrEmptyProps): ReactNode => {
  const { startAt, endAt } = props.timeline
  if (startAt === null || endAt === null)
    return <Empty title="No times">No record of the session itself has a readable timestamp. The chain shows its records in order.</Empty>
  return <TimelinePanel {...props} startAt={startAt} endAt={endAt} />
}
