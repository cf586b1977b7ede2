/** Bars: names against one measure, side by side for ranges, below each other for names. */
import { useId, type ReactNode } from 'react'
import {
  Bar,
  BarChart,
  CartesianGrid,
  LabelList,
  Rectangle,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
  type BarShapeProps,
} from 'recharts'
import type { AnalyticsColumn } from '../../../app/contract/analytics.ts'
import { atLeastColumn } from '../../../app/model/metric.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { countOf, formatCount } from '../../../app/model/format/count.ts'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import { axisName, isUnderstated, leastN } from './card-words.ts'
import { axisWords, cellWords } from '../../ui/format/cell-words.ts'
import type { Drawn, Mark, MarkActs } from './chart-marks.ts'
import { tipLabel } from './tip-label.tsx'
import { axisLabel, axisLine, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { endOfPath, projectLabel, shortenPath } from '../../ui/format/format-path.ts'
import { marksOf } from './axis-ticks.ts'

export interface BarPictureProps {
  /** Empty: the only one. */
  readonly title: string
  readonly column: AnalyticsColumn
  /** What the names, or the ranges, are of. */
  readonly named: string
  readonly isRange: boolean
  /** The names are paths of projects: each is drawn with as much of it as distinguishes it. */
  readonly isProject: boolean
  readonly drawn: Drawn
  readonly acts: MarkActs
  /** The colour of a bar; undefined: all have the same. */
  readonly colourOf: ((mark: Mark) => string) | undefined
}

const barHeight = 22
const rangeHeight = 210
const axesHeight = 50
/** Maximum number of characters of a name beside its bar. */
const nameLength = 26
/** Room for a value and its n at the end of the longest bar, in pixels. */
const endRoom = 112

export const BarPicture = (props: BarPictureProps): ReactNode => {
  const { title, isRange, drawn } = props
  const heading = [sentenceCase(title), drawn.left === 0 ? '' : `${countOf(drawn.left, 'row')} not drawn`].filter((part) => part !== '')
  return (
    <div className="analytics-picture">
      {heading.length === 0 ? null : <h3 className="faint">{heading.join('; ')}</h3>}
      <div style={{ height: isRange ? rangeHeight : drawn.marks.length * barHeight + axesHeight }} aria-hidden="true">
        {isRange ? <RangeBars {...props} /> : <NameBars {...props} />}
      </div>
    </div>
  )
}

const noBreak = '\u00a0'

/** The value of a bar, and of how many things it is: “7.5 % · n 3,820”. */
const endWords = ({ value, n, row }: Mark, { name, unit }: AnalyticsColumn): string => {
  if (value === null) return ''
  const words = `${row[atLeastColumn(name)] === true ? '≥ ' : ''}${cellWords(value, unit)}`
  // In one line, however short the room.
  return (n === undefined ? words : `${words} · n ${formatCount(n)}`).replaceAll(' ', noBreak)
}

const isFew = ({ n }: Mark): boolean => n !== undefined && n < leastN

const tipOf = ({ column, acts }: BarPictureProps): ReactNode => (
  <Tooltip
    contentStyle={tipStyle}
    itemStyle={tipItemStyle}
    cursor={{ fill: 'var(--hover)' }}
    formatter={(value) => cellWords(Number(value), column.unit)}
    labelFormatter={tipLabel<Mark>(acts)}
    separator=": "
    isAnimationActive={false}
  />
)

const usualColour = 'var(--lane-0)'
const fewColour = 'var(--line-strong)'

interface Hatched {
  /** Name of the pattern in the document. */
  readonly pattern: string
}

/** Stripes in the usual colour: the real value is higher. */
const stripes = ({ pattern }: Hatched): ReactNode => (
  <defs>
    <pattern id={pattern} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={usualColour} fillOpacity="0.35" />
      <rect width="3" height="6" fill={usualColour} />
    </pattern>
  </defs>
)

const fillOf = (mark: Mark, { column, colourOf }: BarPictureProps, { pattern }: Hatched): string => {
  if (isFew(mark)) return fewColour
  if (isUnderstated(column.name, mark.row)) return `url(#${pattern})`
  return colourOf?.(mark) ?? usualColour
}

/** Not a component: a chart draws only its direct children. */
const barsOf = (props: BarPictureProps, hatched: Hatched): ReactNode => {
  const { column, drawn, acts, isRange } = props
  return (
    <Bar
      dataKey="value"
      name={column.label}
      fill={usualColour}
      cursor="pointer"
      // A bar of no length would have no label.
      minPointSize={0.01}
      shape={(shape: BarShapeProps) => {
        const mark = drawn.marks[shape.index]
        return <Rectangle {...shape} fill={mark === undefined ? usualColour : fillOf(mark, props, hatched)} />
      }}
      isAnimationActive={false}
      onClick={(_, index, { shiftKey }) => {
        const mark = drawn.marks[index]
        if (mark !== undefined) acts.onMark(mark.row, shiftKey)
      }}
    >
      <LabelList
        dataKey={(mark: Mark) => (isRange ? rangeEnd(mark, column) : endWords(mark, column))}
        position={isRange ? 'top' : 'right'}
        fill="var(--text-2)"
        fontSize={11}
      />
    </Bar>
  )
}

/** There is room for a short number above a bar. */
const rangeEnd = ({ value }: Mark, { unit }: AnalyticsColumn): string => (value === null || value === 0 ? '' : axisWords(value, unit))

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

const usePattern = (): Hatched => ({ pattern: `stripes-${useId().replaceAll(/[^\w-]/g, '')}` })

const NameBars = (props: BarPictureProps): ReactNode => {
  const { column, drawn, named, isProject } = props
  const theme = useTheme()
  const hatched = usePattern()
  const labels = drawn.marks.map(({ label }) => label)
  const nameOf = (label: string): string =>
    isProject ? shortenPath(projectLabel(label, labels), nameLength) : endOfPath(label, nameLength)
  return (
    <ResponsiveContainer key={theme}>
      <BarChart
        accessibilityLayer={false}
        data={data(drawn)}
        layout="vertical"
        margin={{ left: 4, right: endRoom, top: 14, bottom: 16 }}
        barSize={14}
      >
        {stripes(hatched)}
        <CartesianGrid stroke="var(--line-faint)" horizontal={false} />
        <XAxis
          type="number"
          {...marks(props)}
          tickFormatter={(value: number) => axisWords(value, column.unit)}
          tick={tick}
          stroke={axisLine}
          label={{ ...axisLabel, value: axisName(column), position: 'insideBottom', offset: -10 }}
        />
        <YAxis
          type="category"
          dataKey="label"
          width={170}
          interval={0}
          tickFormatter={nameOf}
          tick={tick}
          stroke={axisLine}
          label={{ ...axisLabel, value: named, position: 'top', offset: 4, dx: 40 }}
        />
        {tipOf(props)}
        {barsOf(props, hatched)}
      </BarChart>
    </ResponsiveContainer>
  )
}

const RangeBars = (props: BarPictureProps): ReactNode => {
  const { column, drawn, named } = props
  const theme = useTheme()
  const hatched = usePattern()
  return (
    <ResponsiveContainer key={theme}>
      <BarChart accessibilityLayer={false} data={data(drawn)} margin={{ left: 12, right: 8, top: 16, bottom: 16 }} barCategoryGap={2}>
        {stripes(hatched)}
        <CartesianGrid stroke="var(--line-faint)" vertical={false} />
        <XAxis
          dataKey="label"
          tickFormatter={drawn.marks.length > roomy ? whereItBegins : String}
          tick={tick}
          stroke={axisLine}
          interval="preserveStart"
          minTickGap={4}
          label={{ ...axisLabel, value: named, position: 'insideBottom', offset: -10 }}
        />
        <YAxis
          {...marks(props)}
          tickFormatter={(value: number) => axisWords(value, column.unit)}
          tick={tick}
          stroke={axisLine}
          width={56}
          label={{ ...axisLabel, value: axisName(column), angle: -90, position: 'insideLeft', style: { textAnchor: 'middle' } }}
        />
        {tipOf(props)}
        {barsOf(props, hatched)}
      </BarChart>
    </ResponsiveContainer>
  )
}
