/** Measures day by day; a click on a day filters everything by it. */
import type { ReactNode } from 'react'
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { axisWords, cellWords, isWhole } from './cell-words.ts'
import type { MarkActs, Point } from './chart-marks.ts'
import { axisLine, colourOf, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { tipLabel } from './tip-label.tsx'

export interface LinePictureProps {
  readonly points: readonly Point[]
  readonly measures: readonly AnalyticsColumn[]
  readonly acts: MarkActs
}

const height = 220

/** Maximum number of days that have room for a dot each. */
const maxDots = 70

/** The first and the last day stand inside of what can be pointed at, not on its edge. */
const edge = { left: 8, right: 8 } as const

export const LinePicture = ({ points, measures, acts }: LinePictureProps): ReactNode => {
  const theme = useTheme()
  const unit = measures[0]?.unit ?? 'number'
  return (
    <div className="analytics-picture" style={{ height }} aria-hidden="true">
      <ResponsiveContainer key={theme}>
        <LineChart
          accessibilityLayer={false}
          data={[...points]}
          margin={{ left: 4, right: 12, top: 4, bottom: 0 }}
          onClick={({ activeTooltipIndex }, { shiftKey }) => {
            const point = points[Number(activeTooltipIndex ?? Number.NaN)]
            if (point !== undefined) acts.onMark(point.row, shiftKey)
          }}
        >
          <CartesianGrid stroke="var(--line-faint)" vertical={false} />
          <XAxis dataKey="label" padding={edge} tick={tick} stroke={axisLine} minTickGap={24} />
          <YAxis
            allowDecimals={!measures.every((measure) => isWhole(measure.unit))}
            tickFormatter={(value: number) => axisWords(value, unit)}
            tick={tick}
            stroke={axisLine}
            width={56}
          />
          <Tooltip
            contentStyle={tipStyle}
            itemStyle={tipItemStyle}
            formatter={(value) => cellWords(Number(value), unit)}
            labelFormatter={tipLabel<Point>(acts)}
            isAnimationActive={false}
          />
          {measures.length > 1 ? <Legend iconType="plainline" wrapperStyle={{ fontSize: 12 }} /> : null}
          {measures.map(({ name, label }, at) => (
            <Line
              key={name}
              name={label}
              dataKey={(point: Point) => point.values[at] ?? null}
              stroke={colourOf(at)}
              dot={points.length < maxDots && { r: 2 }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
