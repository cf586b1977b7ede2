/** A number of two groups as two bars each: the median, with a line from the first to the third quartile. */
import type { ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  ErrorBar,
  LabelList,
  Rectangle,
  ResponsiveContainer,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts'
import type { ComparedSide } from '../../../app/contract/analytics.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { formatCount } from '../../../app/model/format/count.ts'
import { endOfPath } from '../../ui/format/format-path.ts'
import { axisLine, colourOf, tick } from '../../ui/charts/picture-style.ts'
import { axisName, leastN } from './card-words.ts'
import { axisWords } from '../../ui/format/cell-words.ts'
import { marksOf } from './axis-ticks.ts'
import { comparedWords, type ComparedNumber } from './comparison.ts'

interface Pair {
  readonly label: string
  readonly sides: readonly [ComparedSide, ComparedSide]
}

const pairHeight = 44
const axesHeight = 34
const nameLength = 26
const fewColour = 'var(--text-3)'

/** How far the quartiles are from the median. */
const aroundMedian = ({ median, p25, p75 }: ComparedSide): [number, number] =>
  median === null || p25 === null || p75 === null ? [0, 0] : [median - p25, p75 - median]

const endWords = ({ median, n }: ComparedSide, unit: ComparedNumber['column']['unit']): string =>
  `${comparedWords(median, unit)} (n ${formatCount(n)})`

/** Not a component: a chart draws only its direct children. */
const barsOf = (at: 0 | 1, { unit }: ComparedNumber['column'], pairs: readonly Pair[]): ReactNode => (
  <Bar
    key={at}
    name={at === 0 ? 'A' : 'B'}
    dataKey={({ sides }: Pair) => sides[at].median}
    fill={colourOf(at)}
    shape={(shape: BarShapeProps) => (
      <Rectangle {...shape} fill={(pairs[shape.index]?.sides[at].n ?? 0) < leastN ? fewColour : colourOf(at)} />
    )}
    minPointSize={1}
    isAnimationActive={false}
  >
    <ErrorBar
      dataKey={({ sides }: Pair) => aroundMedian(sides[at])}
      width={5}
      stroke="var(--text)"
      direction="x"
      isAnimationActive={false}
    />
    <LabelList
      dataKey={({ sides }: Pair) => `${at === 0 ? 'A' : 'B'} ${endWords(sides[at], unit)}`}
      content={({ y, height, value }) => (
        <text x={width - labelRoom + 6} y={Number(y) + Number(height) / 2 + 4} textAnchor="start" fill="var(--text-2)" fontSize={11}>
          {String(value)}
        </text>
      )}
    />
  </Bar>
)

/** Width of the labels at the right. */
const labelRoom = 130
const width = 460

export const ComparedPicture = ({ number: { column, rows } }: { readonly number: ComparedNumber }): ReactNode => {
  const theme = useTheme()
  const pairs = rows.map(({ label, measure }): Pair => ({ label, sides: measure.groups }))
  const ends = pairs.flatMap(({ sides }) => sides.flatMap(({ p75, median }) => [p75, median]))
  const isNamed = pairs.some(({ label }) => label !== '')
  return (
    <div className="analytics-picture" aria-hidden="true" style={{ width }}>
      <h3>{axisName(column)}</h3>
      <ResponsiveContainer key={theme} height={pairs.length * pairHeight + axesHeight}>
        <BarChart
          accessibilityLayer={false}
          data={pairs}
          layout="vertical"
          margin={{ left: 4, right: labelRoom, top: 4, bottom: 4 }}
          barSize={13}
          barGap={3}
        >
          <CartesianGrid stroke="var(--line-faint)" horizontal={false} />
          <XAxis
            type="number"
            {...marksOf(column.unit, ends)}
            tickFormatter={(value: number) => axisWords(value, column.unit)}
            tick={tick}
            stroke={axisLine}
          />
          <YAxis
            type="category"
            dataKey="label"
            width={isNamed ? 150 : 8}
            interval={0}
            tickFormatter={(label: string) => endOfPath(label, nameLength)}
            tick={tick}
            stroke={axisLine}
          />
          {barsOf(0, column, pairs)}
          {barsOf(1, column, pairs)}
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}
