/** An immediate chart of the rows: the first text column, against the numeric columns. */
import type { ReactNode } from 'react'
import { Bar, BarChart, CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { SqlResult } from '../../../app/contract/sql.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { formatCompact, formatCount } from '../../../app/model/format/count.ts'
import { axisLine, colourOf, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { Empty } from '../../ui/layout/async-states.tsx'
import { chartData, type ChartPoint, type ChartData } from './chart-data.ts'

const valueAt =
  (at: number) =>
  (point: ChartPoint): number | null =>
    point.values[at] ?? null

export const QuickChart = ({ result }: { readonly result: SqlResult }): ReactNode => {
  const data = chartData(result)
  if (typeof data === 'string') return <Empty title="Nothing to draw">{data}</Empty>
  return (
    <figure className="sql-chart" aria-label={`${data.measures.join(', ')} by ${data.label}`}>
      <Drawn data={data} />
      {data.left === 0 ? null : (
        <figcaption className="faint">The first rows only: {formatCount(data.left)} more are not drawn.</figcaption>
      )}
    </figure>
  )
}

const Drawn = ({ data }: { readonly data: ChartData }): ReactNode => {
  const theme = useTheme()
  const Chart = data.isTime ? LineChart : BarChart
  return (
    <ResponsiveContainer key={theme} width="100%" height="100%">
      <Chart data={[...data.points]} margin={{ left: 8, right: 16, top: 8, bottom: 8 }}>
        <CartesianGrid stroke="var(--line-faint)" vertical={false} />
        <XAxis dataKey="label" tick={tick} stroke={axisLine} minTickGap={12} />
        <YAxis tickFormatter={formatCompact} tick={tick} stroke={axisLine} width={56} />
        <Tooltip contentStyle={tipStyle} itemStyle={tipItemStyle} cursor={{ fill: 'var(--hover)' }} isAnimationActive={false} />
        <Legend iconType="square" wrapperStyle={{ fontSize: 12 }} />
        {data.measures.map((name, at) =>
          data.isTime ? (
            <Line key={name} name={name} dataKey={valueAt(at)} stroke={colourOf(at)} dot={false} isAnimationActive={false} />
          ) : (
            <Bar key={name} name={name} dataKey={valueAt(at)} fill={colourOf(at)} isAnimationActive={false} />
          ),
        )}
      </Chart>
    </ResponsiveContainer>
  )
}
