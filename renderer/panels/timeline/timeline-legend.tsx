/** What the colours mean, how much time each took, and the timeline's buttons. */
import { FoldHorizontal, Maximize2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LaneState } from '../../../app/contract/timeline.ts'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { laneStates } from './lane-states.ts'
import type { Gap } from './time-axis.ts'

export interface TimelineLegendProps {
  readonly totals: Readonly<Record<LaneState, number>>
  readonly gaps: readonly Gap[]
  readonly isSqueezed: boolean
  readonly showsAll: boolean
  readonly onToggleIdle: () => void
  readonly onFit: () => void
}

export const TimelineLegend = (props: TimelineLegendProps): ReactNode => (
  <div className="legend">
    <ul className="legend-states" aria-label="Time in each state of the main lane">
      {laneStates.map(({ state, name, meaning, texture }) => (
        <li key={state} title={meaning}>
          <span className={`legend-swatch is-${state} is-${texture}`} aria-hidden="true" />
          {name} <span className="legend-time">{formatDuration(props.totals[state])}</span>
        </li>
      ))}
    </ul>
    <span className="spring" />
    {props.gaps.length === 0 ? null : (
      <Button
        label={countOf(props.gaps.length, 'idle gap')}
        hint={
          props.isSqueezed
            ? 'Idle gaps are drawn narrow; press to draw them in full'
            : 'Idle gaps are drawn in full; press to draw them narrow'
        }
        chord="i"
        isSmall
        isPressed={props.isSqueezed}
        icon={<FoldHorizontal size={14} aria-hidden="true" />}
        onPress={props.onToggleIdle}
      />
    )}
    <Button
      label="Fit"
      chord="0"
      isSmall
      isDisabled={props.showsAll}
      icon={<Maximize2 size={14} aria-hidden="true" />}
      onPress={props.onFit}
    />
  </div>
)
