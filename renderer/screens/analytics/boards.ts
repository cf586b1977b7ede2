/** Which metrics each board shows, and how each is drawn. */
import type { Grouping } from '../../../app/model/metric.ts'

/** How rows become a picture; names are those of columns. */
export type ChartSpec =
  /** One row: its numbers side by side. */
  | { readonly kind: 'tiles' }
  /** A bar a row, longest first; `detail` says more than `label` where there is any. One picture for every value of `facet`. */
  | { readonly kind: 'bars'; readonly label: string; readonly detail?: string; readonly measure: string; readonly facet?: string }
  /** Ranges in their order. */
  | { readonly kind: 'histogram'; readonly from: string; readonly to: string; readonly measure: string; readonly facet: string }
  | { readonly kind: 'lines'; readonly label: string; readonly measures: readonly string[] }
  /** Days of the week by hours of the day. */
  | { readonly kind: 'week'; readonly measure: string }
  /** Kept and lost parts, by kind. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'table' }

export interface Card {
  readonly metric: string
  readonly by: Grouping
  readonly chart: ChartSpec
  /** Title of the picture, where it shows another part of the answer than the title of the metric names. */
  readonly title?: string
}

export interface Board {
  readonly id: string
  readonly name: string
  /** The palette finds the board by these words too. */
  readonly words?: string
  readonly cards: readonly Card[]
}

const groups = (measure: string): ChartSpec => ({ kind: 'bars', label: 'group_name', measure })
const card = (metric: string, chart: ChartSpec, by: Grouping = 'total'): Card => ({ metric, by, chart })
const days = (...measures: readonly string[]): ChartSpec => ({ kind: 'lines', label: 'day', measures })
const byDay = (...measures: readonly string[]): ChartSpec => ({ kind: 'lines', label: 'group_name', measures })
const tiles: ChartSpec = { kind: 'tiles' }
const table: ChartSpec = { kind: 'table' }

export const boards: readonly Board[] = [
  {
    id: 'records',
    name: 'Records',
    cards: [
      card('reference', tiles),
      card('ledger', { kind: 'bars', label: 'class', measure: 'records', facet: 'ledger' }),
      card('ledger', table, 'project'),
    ],
  },
  {
    id: 'time',
    name: 'Time',
    cards: [
      card('states', { kind: 'bars', label: 'state', measure: 'ms', facet: 'lane' }),
      card('agent-minutes', tiles),
      card('agent-minutes', groups('agent_minutes'), 'project'),
      card('agent-minutes', byDay('main_minutes', 'sub_agent_minutes', 'active_minutes'), 'day'),
    ],
  },
  {
    id: 'amplification',
    name: 'Amplification',
    words: 'per prompt responses tool calls autonomy',
    cards: [
      card('amplification', tiles),
      card('amplification', groups('tool_calls_per_prompt'), 'project'),
      card('amplification-histogram', { kind: 'histogram', from: 'from_value', to: 'to_value', measure: 'turns', facet: 'measure' }),
      card('amplification-spread', table),
    ],
  },
  {
    id: 'activity',
    name: 'Activity',
    words: 'heatmap week hours days concurrency prompts',
    cards: [
      card('activity-hours', { kind: 'week', measure: 'events' }),
      card('days', days('prompts', 'responses', 'tool_calls')),
      card('concurrency', tiles),
      card('concurrency-days', days('peak', 'mean')),
      { ...card('days', days('sessions', 'started')), title: 'How many sessions ran on each day, and how many began?' },
    ],
  },
  {
    id: 'compaction',
    name: 'Compaction',
    words: 'summary lost kept survival pressure',
    cards: [
      card('compactions', tiles),
      card('compaction-pressure', {
        kind: 'histogram',
        from: 'from_value',
        to: 'to_value',
        measure: 'compactions_per_chain',
        facet: 'axis',
      }),
      card('compactions', groups('compacted_share'), 'project'),
      card('compaction-loss', table),
      card('compaction-survival', { kind: 'kept' }),
      card('compaction-list', table),
    ],
  },
  {
    id: 'context',
    name: 'Context',
    words: 'window size fill',
    cards: [
      card('context-sizes', tiles),
      card('context-sizes', groups('median'), 'model'),
      card('context-fill', { kind: 'bars', label: 'part', detail: 'tool_name', measure: 'read_share' }),
      card('context-owners', { kind: 'bars', label: 'owner', detail: 'owner_kind', measure: 'tokens' }),
      card('replies', table),
    ],
  },
  {
    id: 'cache',
    name: 'Cache',
    words: 'prompt caching miss break lost lifetime',
    cards: [
      card('cache', tiles),
      card('cache-causes', { kind: 'bars', label: 'cause', measure: 'lostTokens' }),
      card('cache', groups('lost_share'), 'project'),
      card('cache-breaks', table),
    ],
  },
  {
    id: 'tools',
    name: 'Tools',
    words: 'errors failures durations',
    cards: [
      card('tools', { kind: 'bars', label: 'tool_name', measure: 'calls' }),
      card('mcp-servers', { kind: 'bars', label: 'server', measure: 'calls' }),
      { ...card('tools', { kind: 'bars', label: 'tool_name', measure: 'error_rate' }), title: 'How often did each tool fail?' },
      { ...card('tools', { kind: 'bars', label: 'tool_name', measure: 'ms_median' }), title: 'How long did a call of each tool take?' },
    ],
  },
  {
    id: 'tokens',
    name: 'Tokens and cost',
    words: 'prices usd money cache',
    cards: [
      card('cost', byDay('usd'), 'day'),
      card('cost', groups('usd'), 'model'),
      card('cost', groups('usd'), 'project'),
      card('tokens', byDay('input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'), 'day'),
      card('tokens', groups('output_tokens'), 'model'),
      card('skills', table),
      card('unpriced-models', table),
    ],
  },
  {
    id: 'sessions',
    name: 'Sessions',
    cards: [card('outcomes', { kind: 'bars', label: 'outcome', measure: 'sessions' }), card('sessions', table)],
  },
  {
    id: 'storage',
    name: 'Storage',
    cards: [card('storage', tiles), card('storage', groups('raw_bytes'), 'project')],
  },
]

/** How a metric is drawn when it is grouped in a way that no board shows. */
export const chartFor = (metric: string, by: Grouping): ChartSpec => {
  const cards = boards.flatMap(({ cards: own }) => own).filter((each) => each.metric === metric)
  const same = cards.find((each) => each.by === by)
  if (same !== undefined) return same.chart
  const [first] = cards
  if (first === undefined) return table
  const measure =
    first.chart.kind === 'bars' ? first.chart.measure : cards.flatMap(({ chart }) => (chart.kind === 'bars' ? [chart.measure] : []))[0]
  return measure === undefined || cards.some(({ chart }) => chart.kind === 'bars' && chart.label !== 'group_name') ? table : groups(measure)
}
