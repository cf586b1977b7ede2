/** The numbers of two groups beside each other, with their difference. */
import type { ReactNode } from 'react'
import type { ComparedDifference, ComparedSide } from '../../../app/contract/analytics.ts'
import type { MetricUnit } from '../../../app/model/metric.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { comparedWords, type ComparedNumber, type ComparedRow } from './comparison.ts'
import { axisName, leastN } from './card-words.ts'

/** A difference that is 0 as it is shown has no sign. */
const signed = (value: number, unit: MetricUnit): string => {
  const words = comparedWords(Math.abs(value), unit)
  return words === comparedWords(0, unit) ? words : `${value > 0 ? '+' : '−'}${words}`
}

const SideCells = ({ side, unit }: { readonly side: ComparedSide; readonly unit: MetricUnit }): ReactNode => (
  <>
    <td className={side.n < leastN ? 'faint' : undefined}>{formatCount(side.n)}</td>
    <td>{comparedWords(side.median, unit)}</td>
    <td>{comparedWords(side.mean, unit)}</td>
  </>
)

const differenceWords = (difference: ComparedDifference | null, unit: MetricUnit): string =>
  difference === null ? 'n/a' : `${signed(difference.value, unit)} (${signed(difference.low, unit)} to ${signed(difference.high, unit)})`

const Row = ({ row: { label, measure }, name, unit }: { readonly row: ComparedRow; readonly name: string; readonly unit: MetricUnit }) => (
  <tr>
    <th scope="row" className="is-text">
      {label === '' ? name : `${label}: ${name}`}
    </th>
    <SideCells side={measure.groups[0]} unit={unit} />
    <SideCells side={measure.groups[1]} unit={unit} />
    <td title={measure.absent ?? undefined}>{differenceWords(measure.medians, unit)}</td>
    <td title={measure.absent ?? undefined}>{differenceWords(measure.means, unit)}</td>
  </tr>
)

export const ComparedTable = ({ numbers, title }: { readonly numbers: readonly ComparedNumber[]; readonly title: string }): ReactNode => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
  <div className="analytics-rows" role="region" tabIndex={0} aria-label={`Numbers of both groups: ${title}`}>
    <table className="figures-table">
      <thead>
        <tr>
          {[
            'Number',
            'A: n',
            'A: median',
            'A: mean',
            'B: n',
            'B: median',
            'B: mean',
            'B − A of medians (95 %)',
            'B − A of means (95 %)',
          ].map((heading, at) => (
            <th key={`${heading} ${String(at)}`} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {numbers.flatMap(({ column, rows }) =>
          rows.map((row) => <Row key={`${column.name} ${row.label}`} row={row} name={axisName(column)} unit={column.unit} />),
        )}
      </tbody>
    </table>
  </div>
)
