/** How many rows of an answer are not shown, and a button for more of them. */
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { countOf, formatCount } from '../ui/format-count.ts'
import { useCall } from '../ui/use-call.ts'
import type { Asked } from './asked.ts'
import { nextRows } from './row-steps.ts'

export interface MoreRowsProps {
  readonly asked: Asked
  readonly shown: number
  readonly onMore: (rows: number) => void
}

export const MoreRows = ({ asked, shown, onMore }: MoreRowsProps): ReactNode => {
  const call = useCall('analytics.count', asked)
  const all = call.kind === 'done' ? call.value : null
  const next = nextRows(shown)
  return (
    <div className="bar" role="status">
      <span>
        {all === null
          ? 'Counting the rows that are not shown…'
          : `${countOf(Math.max(0, all - shown), 'row')} more; a heading sorts those that are shown.`}
      </span>
      {next === undefined ? null : <Button label={`Show ${formatCount(next)}`} isSmall onPress={() => onMore(next)} />}
    </div>
  )
}
