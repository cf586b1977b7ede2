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
import type { Bins } from './range-bins.ts'
import type { Drawn, Mark, MarkActs } from './chart-marks.ts'
import { tipLabel } from './tip-label.tsx'
import { axisLabel, axisLine, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { endOfPath, projectLabel, shortenPath } from '../../ui/format/format-path.ts'
import { logMarksOf, marksOf } from './axis-ticks.ts'

export interface BarPictureProps {
  /** Empty: the only one. */
  readonly title: string
  readonly column: AnalyticsColumn
  /** What the names, or the ranges, are of. */
  readonly named: string
  /** The names are paths of projects: each is drawn with as much of it as distinguishes it. */
  readonly isProject: boolean
  readonly drawn: Drawn | Bins
  /** Values are on a log scale. */
  readonly isLog: boolean
  readonly acts: MarkActs
  /** The colour of a bar; undefined: all have the same. */
  readonly colourOf: ((mark: Mark) => string) | undefined
}

const barHeight = 22
const rangeHeight = 240
const axesHeight = 50
/** Maximum number of characters of a name beside its bar. */
const nameLength = 26
/** Room for a value and its n at the end of the longest bar, in pixels. */
const endRoom = 112

export const BarPicture = (props: BarPictureProps): ReactNode => {
  const { title, drawn, isLog } = props
  const heading = [sentenceCase(title), isLog ? 'log scale' : '', drawn.left === 0 ? '' : `${countOf(drawn.left, 'row')} not drawn`].filter(
    (part) => part !== '',
  )
  return (
    <div className="analytics-picture">
      {heading.length === 0 ? null : <h3 className="faint">{heading.join('; ')}</h3>}
      <div style={{ height: 'edges' in drawn ? rangeHeight : drawn.marks.length * barHeight + axesHeight }} aria-hidden="true">
        {'edges' in drawn ? <RangeBars {...props} bins={drawn} /> : <NameBars {...props} />}
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
  const { column, drawn, acts } = props
  const isRange = 'edges' in drawn
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
        const fill = mark === undefined ? usualColour : fillOf(mark, props, hatched)
        return <Rectangle {...shape} fill={fill} {...(isRange ? { stroke: 'var(--surface)' } : {})} />
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

const data = (drawn: Drawn): Mark[] => [...drawn.marks]

const marks = ({ column, drawn, isLog }: BarPictureProps): ReturnType<typeof marksOf> => {
  const values = drawn.marks.map(({ value }) => value)
  return isLog ? logMarksOf(values) : marksOf(column.unit, values)
}

const usePattern = (): Hatched => ({ pattern: `stripes-${useId().replaceAll(/[^\w-]/g, '')}` })

const NameBars = (props: BarPictureProps): ReactNode => {
  const { column, drawn, named, isProject, isLog } = props
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
          scale={isLog ? 'log' : 'linear'}
          tickFormatter={(value: number) => axisWords(value, column.unit)}
          tick={tick}
          stroke={axisLine}
          label={{ ...axisLabel, value: `${axisName(column)}${isLog ? ' (log scale)' : ''}`, position: 'insideBottom', offset: -10 }}
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

/** Room for a line of marks below a histogram, in pixels. */
const rowHeight = 18
const titleHeight = 20
/** A character of a mark is at most this wide, in pixels. */
const charWidth = 7

interface EdgeMarkProps {
  readonly x?: number | string
  readonly y?: number | string
  readonly index?: number
  /** offset: half the width of a bin. */
  readonly payload?: { readonly offset?: number }
}

/** The edges of a bin below its sides, as many as there is room for, and below its middle how many things it counts of. */
const EdgeMark = ({
  x = 0,
  y = 0,
  index = 0,
  payload,
  bins: { edges, marks: all },
}: EdgeMarkProps & { readonly bins: Bins }): ReactNode => {
  const [middle, top, half] = [Number(x), Number(y), payload?.offset ?? 0]
  const longest = Math.max(...edges.map((edge) => edge.length))
  const every = half === 0 ? 1 : Math.ceil((longest * charWidth) / (2 * half))
  const n = all[index]?.n
  const write = (at: number, line: number, words: string): ReactNode => (
    <text x={at} y={top + line * rowHeight - 8} textAnchor="middle" fontSize={tick.fontSize} fill={tick.fill}>
      {words}
    </text>
  )
  return (
    <g>
      {index % every === 0 ? write(middle - half, 1, edges[index] ?? '') : null}
      {index === all.length - 1 && all.length % every === 0 ? write(middle + half, 1, edges[all.length] ?? '') : null}
      {n === undefined || index % every > 0 ? null : write(middle, 2, `n ${formatCount(n)}`)}
    </g>
  )
}

/** Bins beside each other without a gap, with their edges below them, and below each how many things it counts of. */
const RangeBars = (props: BarPictureProps & { readonly bins: Bins }): ReactNode => {
  const { column, named, bins } = props
  const theme = useTheme()
  const hatched = usePattern()
  const hasN = bins.marks.some(({ n }) => n !== undefined)
  return (
    <ResponsiveContainer key={theme}>
      <BarChart accessibilityLayer={false} data={[...bins.marks]} margin={{ left: 12, right: 22, top: 16, bottom: 2 }} barCategoryGap={0}>
        {stripes(hatched)}
        <CartesianGrid stroke="var(--line-faint)" vertical={false} />
        <XAxis
          dataKey="label"
          tick={(mark: EdgeMarkProps) => <EdgeMark {...mark} bins={bins} />}
          tickLine={false}
          stroke={axisLine}
          interval={0}
          height={hasN ? 2 * rowHeight + titleHeight : rowHeight + titleHeight}
          label={{ ...axisLabel, value: bins.scale === '' ? named : `${named} (${bins.scale})`, position: 'insideBottom', offset: 0 }}
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
