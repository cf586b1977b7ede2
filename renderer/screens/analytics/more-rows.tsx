/** How many rows of an answer are not shown, and a button for more of them. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCount } from '../../ui/format/format-count.ts'
import { useCall, type CallState } from '../../ui/calls/use-call.ts'
import type { Asked } from './asked.ts'
import { nextRows } from './row-steps.ts'

export interface MoreRowsProps {
  readonly asked: Asked
  readonly shown: number
  readonly onMore: (rows: number) => void
}

const words = (call: CallState<number | null>, shown: number): string => {
  if (call.kind === 'pending') return 'Counting the rows that are not shown…'
  if (call.kind === 'failed' || call.value === null) return 'There are more rows; they could not be counted.'
  return `${countOf(Math.max(0, call.value - shown), 'row')} more; a heading sorts them all.`
}

export const MoreRows = ({ asked, shown, onMore }: MoreRowsProps): ReactNode => {
  const call = useCall('analytics.count', asked)
  const next = nextRows(shown)
  return (
    <div className="bar" role="status">
      <span>{words(call, shown)}</span>
      {next === undefined ? null : <Button label={`Show ${formatCount(next)}`} isSmall onPress={() => onMore(next)} />}
    </div>
  )
}
