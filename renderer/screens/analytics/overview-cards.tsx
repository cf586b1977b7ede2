/** The first board: the figures that people ask for first, each with its trend and a link to the board that explains it. */
import type { ReactNode } from 'react'
import { Area, AreaChart, ResponsiveContainer, YAxis } from 'recharts'
import type { AnalyticsAnswer, AnalyticsMetric, AnalyticsValues } from '../../../app/contract/analytics.ts'
import type { AnalyticsAddress } from './address.ts'
import { formatAddress } from '../../ui/address/address.ts'
import { useQuery } from '../../ui/calls/use-query.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { Loaded } from '../../ui/layout/async-states.tsx'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { periodWords, understatedWords } from './card-words.ts'
import { cellWords } from '../../ui/format/cell-words.ts'
import type { MetricUnit } from '../../../app/model/metric.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { gapsOf, lines, type Point } from './chart-marks.ts'
import { askedOf } from './query-from-address.ts'
import { columnOf } from './shown-columns.ts'

interface Figure {
  readonly title: string
  /** The column of a metric whose rows add up to the figure. */
  readonly metric: string
  readonly measure: string
  /** The same by day: the column with the day, and the measure. */
  readonly trend: {
    readonly metric: string
    readonly by: 'total' | 'day'
    readonly day: string
    readonly measure: string
    readonly name: string
  }
  readonly board: string
}

const ofDays = (measure: string, name: string): Figure['trend'] => ({ metric: 'days', by: 'total', day: 'day', measure, name })
const byDay = (metric: string, measure: string, name: string): Figure['trend'] => ({ metric, by: 'day', day: 'group_name', measure, name })

const figures: readonly Figure[] = [
  { title: 'Sessions', metric: 'reference', measure: 'sessions', trend: ofDays('started', 'began'), board: 'sessions' },
  { title: 'Human prompts', metric: 'amplification', measure: 'prompts', trend: ofDays('prompts', 'prompts'), board: 'amplification' },
  {
    title: 'Active time of agents',
    metric: 'agent-minutes',
    measure: 'active_minutes',
    trend: byDay('agent-minutes', 'active_minutes', 'minutes'),
    board: 'time',
  },
  { title: 'Cost', metric: 'cost', measure: 'usd', trend: byDay('cost', 'usd', 'USD'), board: 'tokens' },
  { title: 'Failed tool calls', metric: 'tools', measure: 'errors', trend: byDay('tools', 'errors', 'errors'), board: 'tools' },
  {
    title: 'Input read from the cache',
    metric: 'tokens',
    measure: 'cache_hit_share',
    trend: byDay('tokens', 'cache_hit_share', 'share'),
    board: 'cache',
  },
]

export interface OverviewCardsProps {
  readonly address: AnalyticsAddress
  readonly values: AnalyticsValues
  readonly byName: ReadonlyMap<string, AnalyticsMetric>
}

export const OverviewCards = ({ address, values, byName }: OverviewCardsProps): ReactNode => (
  <div className="analytics-cards">
    {figures.map((figure) => {
      const [metric, trend] = [byName.get(figure.metric), byName.get(figure.trend.metric)]
      return metric === undefined || trend === undefined ? null : (
        <OverviewCard key={figure.title} figure={figure} metric={metric} trend={trend} address={address} values={values} />
      )
    })}
  </div>
)

interface OverviewCardProps extends Omit<OverviewCardsProps, 'byName'> {
  readonly figure: Figure
  readonly metric: AnalyticsMetric
  readonly trend: AnalyticsMetric
}

const OverviewCard = ({ figure, metric, trend, address, values }: OverviewCardProps): ReactNode => {
  const total = useQuery('analytics.ask', askedOf(metric, address, 'total'))
  const days = useQuery('analytics.ask', askedOf(trend, address, figure.trend.by))
  return (
    <section className="analytics-card is-overview" aria-label={figure.title}>
      <header>
        <h2>
          <a href={`#${formatAddress({ ...address, board: figure.board, metric: undefined, by: undefined })}`}>{figure.title}</a>
        </h2>
      </header>
      <Loaded call={total} what="Counting">
        {(answer) => <Total figure={figure} answer={answer} />}
      </Loaded>
      <Loaded call={days} what="Counting">
        {(answer) => <Trend figure={figure} answer={answer} />}
      </Loaded>
      <p className="faint">{periodWords(address.fields, values) ?? ''}</p>
    </section>
  )
}

/** Null where no row has a value. */
const sumOf = (rows: AnalyticsAnswer['rows'], name: string): number | null => {
  const known = rows.flatMap((row) => (typeof row[name] === 'number' ? [row[name]] : []))
  return known.length === 0 && rows.length > 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

const minuteMs = 60_000

const totalWords = (value: number, unit: MetricUnit): string =>
  unit === 'minutes' ? formatDuration(value * minuteMs) : cellWords(value, unit)

const Total = ({ figure: { measure }, answer }: { readonly figure: Figure; readonly answer: AnalyticsAnswer }): ReactNode => {
  const column = columnOf(answer, measure)
  if (column === undefined) return null
  const caveat = understatedWords(answer, { kind: 'lines', label: '', measures: [measure] })
  return (
    <>
      <p className="analytics-total" title={column.means}>
        <ValueOrNotAvailable
          value={sumOf(answer.rows, measure)}
          reason={column.absent ?? 'not recorded'}
          format={(value) => totalWords(value, column.unit)}
        />
      </p>
      {caveat === undefined ? null : <p className="analytics-caveat">{caveat}</p>}
    </>
  )
}

const trendHeight = 46

/** One value a day: rows of one day, such as those of tools, are added. */
const pointsOf = (answer: AnalyticsAnswer, { day, measure }: Figure['trend']): readonly Point[] => {
  const sums = new Map<string, number>()
  for (const row of answer.rows) {
    const value = row[measure]
    if (typeof value === 'number') sums.set(String(row[day]), (sums.get(String(row[day])) ?? 0) + value)
  }
  const rows = [...sums].map(([name, value]) => ({ [day]: name, [measure]: value }))
  return lines(rows, day, [measure], gapsOf(answer, [measure]))
}

const Trend = ({ figure: { title, trend }, answer }: { readonly figure: Figure; readonly answer: AnalyticsAnswer }): ReactNode => {
  const theme = useTheme()
  const points = pointsOf(answer, trend)
  if (points.length < 2) return null
  return (
    <figure className="analytics-trend" aria-label={`${title}: ${trend.name} by day`}>
      <figcaption className="faint">{trend.name} by day</figcaption>
      <div style={{ height: trendHeight }} aria-hidden="true">
        <ResponsiveContainer key={theme}>
          <AreaChart accessibilityLayer={false} data={[...points]} margin={{ left: 0, right: 0, top: 2, bottom: 0 }}>
            <YAxis hide domain={[0, 'dataMax']} />
            <Area
              dataKey={(point: Point) => point.values[0] ?? null}
              stroke="var(--lane-0)"
              fill="var(--lane-0)"
              fillOpacity={0.18}
              isAnimationActive={false}
            />
          </AreaChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}
