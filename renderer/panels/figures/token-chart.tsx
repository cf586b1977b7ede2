/** Tokens by model: what was sent, what came from the cache, what was written. */
import type { ReactNode } from 'react'
import { Bar, BarChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { StatsView } from '../../../app/contract/stats.ts'
import { useTheme } from '../../ui/layout/appearance.ts'
import { formatCompact, formatCount } from '../../../app/model/format/count.ts'
import { axisLine, tick, tipItemStyle, tipStyle } from '../../ui/charts/picture-style.ts'
import { ValueOrNotAvailable } from '../../ui/layout/not-available.tsx'
import { Empty } from '../../ui/layout/async-states.tsx'
import { Understated } from '../../ui/layout/understated.tsx'
import '../../ui/table/count-table.css'

const barHeight = 44
const noCount = 'No record states a valid count'

export const TokenChart = ({ tokens }: { readonly tokens: StatsView['tokens'] }): ReactNode => {
  const theme = useTheme()
  if (tokens.length === 0) return <Empty title="No token usage">No reply recorded its usage.</Empty>
  return (
    <>
      <ul className="token-legend">
        {tokenKinds.map(({ field, name }) => (
          <li key={field}>
            <span className={`token-swatch is-${field}`} aria-hidden="true" /> {name}
          </li>
        ))}
      </ul>
      <div style={{ height: tokens.length * barHeight + 32 }} aria-hidden="true">
        <ResponsiveContainer key={theme}>
          <BarChart
            accessibilityLayer={false}
            data={tokens.map(drawn)}
            layout="vertical"
            margin={{ left: 8, right: 24, top: 0, bottom: 0 }}
            barSize={18}
          >
            <XAxis type="number" tickFormatter={formatCompact} tick={tick} stroke={axisLine} />
            <YAxis type="category" dataKey="model" width={200} tick={{ fill: 'var(--text-2)', fontSize: 12 }} stroke={axisLine} />
            <Tooltip
              cursor={{ fill: 'var(--hover)' }}
              contentStyle={tipStyle}
              itemStyle={tipItemStyle}
              formatter={(value) => formatCount(Number(value))}
              isAnimationActive={false}
            />
            {tokenKinds.map(({ field, name, fill }) => (
              <Bar key={field} dataKey={field} name={name} stackId="tokens" fill={fill} isAnimationActive={false} />
            ))}
          </BarChart>
        </ResponsiveContainer>
      </div>
      <TokenTable tokens={tokens} />
      <Understated groups={tokens} />
    </>
  )
}

/** Bars need numbers; the table has the exact counts. */
const drawn = (row: StatsView['tokens'][number]): Readonly<Record<string, number | string>> => ({
  model: row.model,
  ...Object.fromEntries(tokenKinds.map(({ field }) => [field, Number(row[field] ?? 0)])),
})

const TokenTable = ({ tokens }: { readonly tokens: StatsView['tokens'] }): ReactNode => (
  <table className="figures-table">
    <thead>
      <tr>
        <th scope="col">Model</th>
        <th scope="col">Replies</th>
        {tokenKinds.map(({ field, name }) => (
          <th key={field} scope="col">
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {tokens.map((row) => (
        <tr key={row.model}>
          <th scope="row">{row.model}</th>
          <td>{formatCount(row.replies)}</td>
          {tokenKinds.map(({ field }) => (
            <td key={field}>
              <ValueOrNotAvailable value={row[field]} reason={noCount} format={formatCount} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

/** The kinds of tokens that are counted, and their colours in charts. */
const tokenKinds = [
  { field: 'cacheReadTokens', name: 'Cache read', fill: 'var(--state-idle)' },
  { field: 'cacheWriteTokens', name: 'Cache write', fill: 'var(--state-tool)' },
  { field: 'inputTokens', name: 'Input', fill: 'var(--state-human)' },
  { field: 'outputTokens', name: 'Output', fill: 'var(--state-agent)' },
] as const
