/** Which metrics each board shows, and how each is drawn. */
import type { Grouping } from '../../../app/model/metric.ts'
import { recordsBoard } from './address.ts'

/** How many things a value is a figure of: the column that counts them. With few of them a value says little, and its bar is grey. */
interface OfMany {
  readonly n?: string
  /** What it counts, where the name of the column does not say it. */
  readonly of?: string
  /** One thing may count in several rows, so that the sum over the rows is not the number of things. */
  readonly overlaps?: true
}

/** How rows become a picture; names are those of columns. */
export type ChartSpec =
  /** One row: its numbers side by side. */
  | { readonly kind: 'tiles' }
  /** A bar a row, longest first; `detail` says more than `label` where there is any. One picture for every value of `facet`. */
  | ({
      readonly kind: 'bars'
      readonly label: string
      readonly detail?: string
      readonly measure: string
      readonly facet?: string
      /** Counts on a log scale, where the largest would flatten the others. */
      readonly isLog?: true
    } & OfMany)
  /** Ranges in their order. */
  | ({
      readonly kind: 'histogram'
      readonly from: string
      readonly to: string
      readonly measure: string
      readonly facet: string
    } & OfMany)
  /** `isApart`: a picture for each measure, where the largest would flatten the others. */
  | { readonly kind: 'lines'; readonly label: string; readonly measures: readonly string[]; readonly isApart?: true }
  /** Days of the week by hours of the day. */
  | { readonly kind: 'week'; readonly measure: string }
  /** Kept and lost parts, by kind. */
  | { readonly kind: 'kept' }
  | { readonly kind: 'table' }

export interface Card {
  /** What is drawn, without the grouping. */
  readonly title: string
  readonly metric: string
  readonly by: Grouping
  readonly chart: ChartSpec
}

export interface Board {
  readonly id: string
  readonly name: string
  /** The palette finds the board by these words too. */
  readonly words?: string
  readonly cards: readonly Card[]
}

type Bars = Extract<ChartSpec, { kind: 'bars' }>

const bars = (
  label: string,
  measure: string,
  more: Partial<Pick<Bars, 'n' | 'of' | 'overlaps' | 'detail' | 'facet' | 'isLog'>> = {},
): Bars => ({
  kind: 'bars',
  label,
  measure,
  ...more,
})
const groups = (measure: string, n?: string): ChartSpec => bars('group_name', measure, n === undefined ? {} : { n })
const card = (title: string, metric: string, chart: ChartSpec, by: Grouping = 'total'): Card => ({ title, metric, by, chart })
type Lines = Extract<ChartSpec, { kind: 'lines' }>

const days = (...measures: readonly string[]): Lines => ({ kind: 'lines', label: 'day', measures })
const byDay = (...measures: readonly string[]): Lines => ({ kind: 'lines', label: 'group_name', measures })
const tiles: ChartSpec = { kind: 'tiles' }
const table: ChartSpec = { kind: 'table' }

export const overviewBoard = 'overview'

export const boards: readonly Board[] = [
  // Its figures are those of the other boards, each with its trend: see overview-cards.ts.
  { id: overviewBoard, name: 'Overview', words: 'summary totals trend', cards: [] },
  {
    id: 'time',
    name: 'Time',
    cards: [
      card('Time in each state', 'states', bars('state', 'ms', { facet: 'lane' })),
      card('Agent time', 'agent-minutes', tiles),
      card('Agent time', 'agent-minutes', groups('agent_minutes'), 'project'),
      card('Agent time', 'agent-minutes', byDay('main_minutes', 'sub_agent_minutes', 'active_minutes'), 'day'),
    ],
  },
  {
    id: 'amplification',
    name: 'Amplification',
    words: 'per prompt responses tool calls autonomy',
    cards: [
      card('Work per prompt', 'amplification', tiles),
      card('Tool calls per prompt', 'amplification', groups('tool_calls_per_prompt', 'prompts'), 'project'),
      card('Prompts by what they led to', 'amplification-histogram', {
        kind: 'histogram',
        from: 'from_value',
        to: 'to_value',
        measure: 'turns',
        facet: 'measure',
      }),
      card('Spread of work per prompt', 'amplification-spread', table),
      card('Lines reworked for a later prompt', 'rework', tiles),
      card('Share of lines reworked for a later prompt', 'rework', groups('share', 'followed'), 'project'),
      card('Prompts whose lines were reworked', 'rework-prompts', table),
    ],
  },
  {
    id: 'activity',
    name: 'Activity',
    words: 'heatmap week hours days concurrency prompts',
    cards: [
      card('Events by hour of the week', 'activity-hours', { kind: 'week', measure: 'events' }),
      card('Prompts, responses and tool calls by day', 'days', { ...days('prompts', 'responses', 'tool_calls'), isApart: true }),
      card('Concurrent sessions', 'concurrency', tiles),
      card('Concurrent sessions by day', 'concurrency-days', days('peak', 'mean')),
      card('Sessions by day', 'days', days('sessions', 'started')),
    ],
  },
  {
    id: 'compaction',
    name: 'Compaction',
    words: 'summary lost kept survival pressure',
    cards: [
      card('Compactions', 'compactions', tiles),
      card('Compactions per chain by its length', 'compaction-pressure', {
        kind: 'histogram',
        from: 'from_value',
        to: 'to_value',
        measure: 'compactions_per_chain',
        facet: 'axis',
        n: 'chains',
        overlaps: true,
      }),
      card('Share of sessions with a compaction', 'compactions', groups('compacted_share', 'sessions'), 'project'),
      card('What compactions dropped', 'compaction-loss', table),
      card('What one compaction kept', 'compaction-survival', { kind: 'kept' }),
      card('List of compactions', 'compaction-list', table),
    ],
  },
  {
    id: 'context',
    name: 'Context',
    words: 'window size fill',
    cards: [
      card('Size of the context', 'context-sizes', tiles),
      card('Median size of the context', 'context-sizes', groups('median', 'replies'), 'model'),
      card('Growth of the context with a prompt', 'context-growth', tiles),
      card('Prompts after which the context grew most', 'context-growth-prompts', table),
      card('What replies read', 'context-fill', bars('part', 'read_share', { detail: 'tool_name', n: 'items' })),
      card('Who filled the context', 'context-owners', bars('owner', 'tokens', { detail: 'owner_kind', n: 'requests', overlaps: true })),
      card('Largest contexts', 'replies', table),
    ],
  },
  {
    id: 'cache',
    name: 'Cache',
    words: 'prompt caching miss break lost lifetime',
    cards: [
      card('Prompt cache', 'cache', tiles),
      card('Tokens lost by cause', 'cache-causes', bars('cause', 'lostTokens', { n: 'breaks' })),
      card('Share of the cache that was lost', 'cache', groups('lost_share', 'replies'), 'project'),
      card('List of breaks', 'cache-breaks', table),
    ],
  },
  {
    id: 'tools',
    name: 'Tools',
    words: 'errors failures durations',
    cards: [
      card('Tool calls by tool', 'tools', bars('tool_name', 'calls')),
      card('Tool calls by MCP server', 'mcp-servers', bars('server', 'calls')),
      card('Error rate by tool', 'tools', bars('tool_name', 'error_rate', { n: 'n', of: 'calls' })),
      card('Median time of a call by tool', 'tools', bars('tool_name', 'ms_median', { n: 'n', of: 'calls' })),
    ],
  },
  {
    id: 'tokens',
    name: 'Tokens and cost',
    words: 'prices usd money cache',
    cards: [
      card('Cost', 'cost', byDay('usd'), 'day'),
      card('Cost', 'cost', groups('usd', 'replies'), 'model'),
      card('Cost', 'cost', groups('usd', 'replies'), 'project'),
      card(
        'Tokens',
        'tokens',
        { ...byDay('input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'), isApart: true },
        'day',
      ),
      card('Output tokens', 'tokens', groups('output_tokens', 'replies'), 'model'),
      card('Skills', 'skills', table),
      card('Memory given to agents', 'recall-use', table),
      card('Models without a price', 'unpriced-models', table),
    ],
  },
  {
    id: 'sessions',
    name: 'Sessions',
    cards: [
      card('Sessions by ending', 'endings', bars('ending', 'sessions')),
      card('Sessions by outcome that the client wrote', 'outcomes', bars('outcome', 'sessions')),
      card('List of sessions', 'sessions', table),
    ],
  },
  {
    id: 'storage',
    name: 'Storage',
    cards: [card('Storage', 'storage', tiles), card('Size of transcripts', 'storage', groups('raw_bytes', 'commits'), 'project')],
  },
]

/** Metrics that the ledger shows: only their pages are here. */
const ledgerCards: readonly Card[] = [
  card('Totals by the reference rules', 'reference', tiles),
  card('Records of type user by class', 'ledger', bars('class', 'records', { facet: 'ledger', isLog: true })),
  card('Records of type user by class', 'ledger', table, 'project'),
]

/** The board that shows a metric; undefined: none does. */
export const boardOf = (metric: string): string | undefined =>
  [...boards, { id: recordsBoard, cards: ledgerCards }].find(({ cards }) => cards.some((each) => each.metric === metric))?.id

/** The title of a card, with what its rows are grouped by. */
export const titleOf = ({ title, by }: Pick<Card, 'title' | 'by'>): string =>
  by === 'total' ? title : `${title} by ${by.replace('-', ' ')}`

/** How a metric is drawn when it is grouped in a way that no board shows. */
export const chartFor = (metric: string, by: Grouping): ChartSpec => {
  const cards = [...boards.flatMap(({ cards: own }) => own), ...ledgerCards].filter((each) => each.metric === metric)
  const same = cards.find((each) => each.by === by)
  if (same !== undefined) return same.chart
  const [first] = cards
  if (first === undefined) return table
  const measure =
    first.chart.kind === 'bars' ? first.chart.measure : cards.flatMap(({ chart }) => (chart.kind === 'bars' ? [chart.measure] : []))[0]
  return measure === undefined || cards.some(({ chart }) => chart.kind === 'bars' && chart.label !== 'group_name') ? table : groups(measure)
}
