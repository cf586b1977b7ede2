/** Measures day by day; a click on a day filters everything by it. */
import type { ReactNode } from 'react'
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { axisName, isUnderstated } from './card-words.ts'
import { axisWords, cellWords, unitWord } from '../../ui/format/cell-words.ts'
import type { MarkActs, Point } from './chart-marks.ts'
import { axisLabel, axisLine, colourOf, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { dayTicks, marksOf } from './axis-ticks.ts'
import { tipLabel } from './tip-label.tsx'

export interface LinePictureProps {
  readonly points: readonly Point[]
  readonly measures: readonly AnalyticsColumn[]
  /** One of several pictures of a card. */
  readonly isLow: boolean
  readonly acts: MarkActs
}

const heights = { usual: 230, low: 130 } as const

/** Dashed: the real values are higher. */
const understatedDashes = '5 3'

/** Maximum number of days that have room for a dot each. */
const maxDots = 70

/** The first and the last day stand inside of what can be pointed at, not on its edge. */
const edge = { left: 8, right: 8 } as const

export const LinePicture = ({ points, measures, isLow, acts }: LinePictureProps): ReactNode => {
  const theme = useTheme()
  const [first] = measures
  const unit = first?.unit ?? 'number'
  // With several measures the legend names them, and the axis has their unit.
  const axis = first === undefined ? '' : measures.length === 1 ? axisName(first) : (unitWord(unit) ?? '')
  return (
    <div className="analytics-picture" style={{ height: isLow ? heights.low : heights.usual }} aria-hidden="true">
      <ResponsiveContainer key={theme}>
        <LineChart
          accessibilityLayer={false}
          data={[...points]}
          margin={{ left: 14, right: 12, top: 6, bottom: 14 }}
          onClick={({ activeTooltipIndex }, { shiftKey }) => {
            const point = points[Number(activeTooltipIndex ?? Number.NaN)]
            if (point !== undefined) acts.onMark(point.row, shiftKey)
          }}
        >
          <CartesianGrid stroke="var(--line-faint)" vertical={false} />
          <XAxis
            dataKey="label"
            ticks={dayTicks(points)}
            interval="preserveStart"
            padding={edge}
            tick={tick}
            stroke={axisLine}
            minTickGap={24}
            label={{ ...axisLabel, value: 'Day', position: 'insideBottom', offset: -9 }}
          />
          <YAxis
            {...marksOf(
              unit,
              points.flatMap(({ values }) => values),
            )}
            tickFormatter={(value: number) => axisWords(value, unit)}
            tick={tick}
            stroke={axisLine}
            width={60}
            label={{ ...axisLabel, value: axis, angle: -90, position: 'insideLeft', style: { textAnchor: 'middle' } }}
          />
          <Tooltip
            contentStyle={tipStyle}
            itemStyle={tipItemStyle}
            formatter={(value) => cellWords(Number(value), unit)}
            labelFormatter={tipLabel<Point>(acts)}
            separator=": "
            isAnimationActive={false}
          />
          {measures.length > 1 ? <Legend iconType="plainline" position="top" wrapperStyle={{ fontSize: 12 }} /> : null}
          {measures.map(({ name, label }, at) => (
            <Line
              key={name}
              name={label}
              dataKey={(point: Point) => point.values[at] ?? null}
              stroke={colourOf(at)}
              {...(points.some(({ row }) => isUnderstated(name, row)) ? { strokeDasharray: understatedDashes } : {})}
              dot={points.length < maxDots && { r: 2, strokeDasharray: 'none' }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
