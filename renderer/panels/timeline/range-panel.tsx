/** The figures of the selected range. */
import { X, ZoomIn } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import type { LaneIndex } from './lane-index.ts'
import { laneStates } from './lane-states.ts'
import { rangeFigures } from './range-figures.ts'

export interface RangePanelProps {
  readonly lanes: readonly LaneIndex[]
  readonly range: readonly [number, number]
  readonly onZoom: () => void
  readonly onClear: () => void
}

export const RangePanel = ({ lanes, range, onZoom, onClear }: RangePanelProps): ReactNode => {
  const figures = useMemo(() => rangeFigures(lanes, range[0], range[1]), [lanes, range])
  return (
    <div className="range-panel" role="status" aria-label="Selected range">
      <strong>{formatDuration(figures.durationMs)}</strong>
      <span className="faint">from {formatInstant(range[0])}</span>
      {laneStates
        .filter(({ state }) => figures.states[state] > 0)
        .map(({ state, name }) => (
          <span key={state}>
            {name} {formatDuration(figures.states[state])}
          </span>
        ))}
      <span>{countOf(figures.prompts, 'prompt')}</span>
      {figures.commands === 0 ? null : <span>{countOf(figures.commands, 'command')}</span>}
      <span>{countOf(figures.replies, 'response')}</span>
      <span>{countOf(figures.toolCalls, 'tool call')}</span>
      <span>{countOf(figures.errors, 'error')}</span>
      {figures.refused === 0 ? null : <span>{countOf(figures.refused, 'refused call')}</span>}
      <span className="spring" />
      <Button label="Zoom to range" isSmall icon={<ZoomIn size={14} aria-hidden="true" />} onPress={onZoom} />
      <Button label="Clear" isSmall isIconOnly look="quiet" chord="Esc" icon={<X size={14} aria-hidden="true" />} onPress={onClear} />
    </div>
  )
}
