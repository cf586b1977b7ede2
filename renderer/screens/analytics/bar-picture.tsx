/** Bars: names against one measure, side by side for ranges, below each other for names. */
import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { shortenPath } from '../../ui/format/format-path.ts'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import { axisWords, cellWords, isWhole } from './cell-words.ts'
import type { Drawn, Mark, MarkActs } from './chart-marks.ts'
import { tipLabel } from './tip-label.tsx'
import { axisLine, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { marksOf } from './time-ticks.ts'

export interface BarPictureProps {
  /** Empty: the only one. */
  readonly title: string
  readonly column: AnalyticsColumn
  readonly isRange: boolean
  readonly drawn: Drawn
  readonly acts: MarkActs
}

const barHeight = 22
const rangeHeight = 200

export const BarPicture = (props: BarPictureProps): ReactNode => {
  const { title, column, isRange, drawn } = props
  return (
    <div className="analytics-picture">
      <h3 className="faint">
        {pictureTitle(title, column.label)}
        {drawn.left === 0 ? '' : `; ${countOf(drawn.left, 'row')} not drawn`}
      </h3>
      <div style={{ height: isRange ? rangeHeight : drawn.marks.length * barHeight + 30 }} aria-hidden="true">
        {isRange ? <RangeBars {...props} /> : <NameBars {...props} />}
      </div>
    </div>
  )
}

/** The facet and the measure as a label: “Hours: Per chain”. */
const pictureTitle = (facet: string, measure: string): string => (facet === '' ? measure : `${sentenceCase(facet)}: ${measure}`)

const tipOf = ({ column, acts }: BarPictureProps): ReactNode => (
  <Tooltip
    contentStyle={tipStyle}
    itemStyle={tipItemStyle}
    cursor={{ fill: 'var(--hover)' }}
    formatter={(value) => cellWords(Number(value), column.unit)}
    labelFormatter={tipLabel<Mark>(acts)}
    isAnimationActive={false}
  />
)

/** Not a component: a chart draws only its direct children. */
const barsOf = ({ column, drawn, acts }: BarPictureProps): ReactNode => (
  <Bar
    dataKey="value"
    name={column.label}
    fill="var(--lane-0)"
    cursor="pointer"
    isAnimationActive={false}
    onClick={(_, index, { shiftKey }) => {
      const mark = drawn.marks[index]
      if (mark !== undefined) acts.onMark(mark.row, shiftKey)
    }}
  />
)

/** Maximum number of ranges that have room for their full names. */
const roomy = 8

/** The beginning of a range; the tip shows all of it. */
const whereItBegins = (label: string): string => label.replace(/–.*/, '')

const data = (drawn: Drawn): Mark[] => [...drawn.marks]

const marks = ({ column, drawn }: BarPictureProps): ReturnType<typeof marksOf> =>
  marksOf(
    column.unit,
    drawn.marks.map(({ value }) => value),
  )

const NameBars = (props: BarPictureProps): ReactNode => {
  const { column, drawn } = props
  const theme = useTheme()
  return (
    <ResponsiveContainer key={theme}>
      <BarChart
        accessibilityLayer={false}
        data={data(drawn)}
        layout="vertical"
        margin={{ left: 4, right: 24, top: 0, bottom: 0 }}
        barSize={14}
      >
        <CartesianGrid stroke="var(--line-faint)" horizontal={false} />
        <XAxis
          type="number"
          {...marks(props)}
          allowDecimals={!isWhole(column.unit)}
          tickFormatter={(value: number) => axisWords(value, column.unit)}
          tick={tick}
          stroke={axisLine}
        />
        <YAxis
          type="category"
          dataKey="label"
          width={170}
          interval={0}
          tickFormatter={(label: string) => shortenPath(label, 26)}
          tick={tick}
          stroke={axisLine}
        />
        {tipOf(props)}
        {barsOf(props)}
      </BarChart>
    </ResponsiveContainer>
  )
}

const RangeBars = (props: BarPictureProps): ReactNode => {
  const { column, drawn } = props
  const theme = useTheme()
  return (
    <ResponsiveContainer key={theme}>
      <BarChart accessibilityLayer={false} data={data(drawn)} margin={{ left: 4, right: 8, top: 4, bottom: 0 }} barCategoryGap={2}>
        <CartesianGrid stroke="var(--line-faint)" vertical={false} />
        <XAxis
          dataKey="label"
          tickFormatter={drawn.marks.length > roomy ? whereItBegins : String}
          tick={tick}
          stroke={axisLine}
          interval="preserveStart"
          minTickGap={4}
        />
        <YAxis
          {...marks(props)}
          allowDecimals={!isWhole(column.unit)}
          tickFormatter={(value: number) => axisWords(value, column.unit)}
          tick={tick}
          stroke={axisLine}
          width={48}
        />
        {tipOf(props)}
        {barsOf(props)}
      </BarChart>
    </ResponsiveContainer>
  )
}
