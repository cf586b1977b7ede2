/** The states and marks that the chart can draw, their amounts in view, and the timeline's buttons. */
import { FoldHorizontal, Maximize2 } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { countOf } from '../../../app/model/format/count.ts'
import type { LegendEntry, LegendSign } from './legend-entries.ts'
import { markLooks } from './mark-looks.ts'

export interface TimelineLegendProps {
  /** The part of the session that the amounts cover. */
  readonly scope: string
  readonly entries: readonly LegendEntry[]
  readonly gaps: number
  readonly isSqueezed: boolean
  readonly showsAll: boolean
  readonly onToggleIdle: () => void
  readonly onFit: () => void
}

export const TimelineLegend = (props: TimelineLegendProps): ReactNode => (
  <div className="legend">
    <LegendList scope={props.scope} entries={props.entries} />
    {props.gaps === 0 ? null : (
      <Button
        label={countOf(props.gaps, 'idle gap')}
        hint={
          props.isSqueezed
            ? 'Idle gaps are cut out of the axis; press to draw them in full'
            : 'Idle gaps are drawn in full; press to cut them out'
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

/** Memoised: the rest of the timeline renders in every frame while the view moves, the list does not change in most. */
const LegendList = memo(function LegendList({ scope, entries }: Pick<TimelineLegendProps, 'scope' | 'entries'>): ReactNode {
  return (
    <div className="legend-list">
      <strong className="legend-scope">{scope}</strong>
      <ul className="legend-entries" aria-label={`Legend, with amounts of: ${scope}`}>
        {entries.map(({ signs, name, meaning, amount, occurs }) => (
          <li key={name} className={occurs ? '' : 'is-absent'} title={occurs ? meaning : `${meaning} None in this session.`}>
            <span className="legend-signs" aria-hidden="true">
              {signs.map((sign) => (
                <Sign key={sign.kind} sign={sign} />
              ))}
            </span>
            {name} <span className="legend-amount">{occurs ? amount : ''}</span>
          </li>
        ))}
      </ul>
    </div>
  )
})

/** Drawn as in the chart. */
const Sign = ({ sign }: { readonly sign: LegendSign }): ReactNode => {
  if (sign.kind === 'state') return <span className={`legend-swatch is-${sign.state} is-${sign.texture}`} aria-hidden="true" />
  if (sign.kind === 'mark') {
    const look = markLooks.find(({ kind }) => kind === sign.mark)
    if (look === undefined) return null
    const colour = `var(${look.colour})`
    return (
      <svg className="legend-mark" viewBox="-6 -6 12 12" aria-hidden="true">
        <path
          d={look.path}
          fill={look.isFilled ? colour : 'none'}
          stroke={look.isFilled ? 'none' : colour}
          strokeWidth={1.5}
          strokeLinecap="round"
        />
      </svg>
    )
  }
  return <span className={`legend-swatch is-${sign.kind}`} aria-hidden="true" />
}
