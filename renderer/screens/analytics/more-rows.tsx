/** How many rows of an answer are not shown, and a button for more of them. */
import type { ReactNode } from 'react'
import { Button } from '../../ui/layout/button.tsx'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { useQuery, type QueryState } from '../../ui/calls/use-query.ts'
import type { Asked } from './query-from-address.ts'

export interface MoreRowsProps {
  readonly asked: Asked
  readonly shown: number
  readonly onMore: (rows: number) => void
}

const words = (call: QueryState<number | null>, shown: number): string => {
  if (call.kind === 'pending') return 'Counting the rows that are not shown…'
  if (call.kind === 'failed' || call.value === null) return 'More rows exist, but counting them failed.'
  return `${countOf(Math.max(0, call.value - shown), 'row')} more. Headings sort all rows.`
}

export const MoreRows = ({ asked, shown, onMore }: MoreRowsProps): ReactNode => {
  const call = useQuery('analytics.count', asked)
  const next = nextRows(shown)
  return (
    <div className="bar" role="status">
      <span>{words(call, shown)}</span>
      {next === undefined ? null : <Button label={`Show ${formatCount(next)}`} isSmall onPress={() => onMore(next)} />}
    </div>
  )
}

const steps = [1000, 10_000, 100_000] as const

/** Number of rows that a page asks for: few at first, more on request. A file contains all. */
export const firstRows = steps[0]

/** The next step; undefined: a file has the rest. */
const nextRows = (shown: number): number | undefined => steps.find((step) => step > shown)
