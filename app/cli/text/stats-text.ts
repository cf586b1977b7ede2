/** Figures for people: what was counted, the two ledgers, ratios, compactions, tokens by model, tools. */
import type { LedgerRow, StatsGroup, StatsView } from '../../contract/stats.ts'
import { addCounts, type ExactCount } from '../../model/exact-count.ts'
import { countText, notAvailable, percentText, ratioText, shortCountText, timeText } from './format.ts'
import { activeWords } from '../../model/work-states.ts'
import { formatDuration } from '../../model/format/duration.ts'
import { countOf } from '../../model/format/count.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'
import { understatedText } from './understated-text.ts'

const toolsShown = 20
const noPrompt = 'no human prompt'
const noSession = 'no session'

const ledgerCells = (reference: readonly LedgerRow[], finer: readonly LedgerRow[]): readonly (readonly string[])[] =>
  Array.from({ length: Math.max(reference.length, finer.length) }, (_, at) => {
    const cells = [reference[at], finer[at]]
    return cells.flatMap((row) => (row === undefined ? ['', ''] : [row.class, countText(row.records)]))
  })

const ledgers = (stats: StatsView, { colors, width }: Terminal): string => {
  const total = countText(stats.naiveUserRecords)
  return printTable(
    [{ title: 'REFERENCE RULES' }, { title: '', align: 'right' }, { title: 'FINER RULES' }, { title: '', align: 'right' }],
    [...ledgerCells(stats.reference, stats.finer), ['user records', total, 'user records', total]],
    width,
    colors.bold,
  )
}

const tokens = (stats: StatsView, { colors, width }: Terminal): string => {
  if (stats.tokens.length === 0) return 'Tokens: n/a (no usage is recorded)\n'
  const table = printTable(
    [
      { title: 'MODEL', flexible: true },
      { title: 'REPLIES', align: 'right' },
      { title: 'INPUT', align: 'right' },
      { title: 'OUTPUT', align: 'right' },
      { title: 'CACHE READ', align: 'right' },
      { title: 'CACHE WRITE', align: 'right' },
    ],
    stats.tokens.map((row) => [
      printableLine(row.model),
      countText(row.replies),
      countText(row.inputTokens),
      countText(row.outputTokens),
      countText(row.cacheReadTokens),
      countText(row.cacheWriteTokens),
    ]),
    width,
    colors.bold,
  )
  return `${table}${understatedText(stats.tokens)}`
}

const tools = (stats: StatsView, { colors, width }: Terminal): string => {
  if (stats.tools.length === 0) return 'Tools: none called\n'
  const rows = stats.tools
    .slice(0, toolsShown)
    .map((row) => [
      printableLine(row.tool) || '(no name)',
      countText(row.calls),
      countText(row.errors),
      countText(row.refusals),
      countText(row.interruptions),
      countText(row.cancelled),
      percentText(row.errors, row.calls, 'no call'),
    ])
  const table = printTable(
    [
      { title: 'TOOL', flexible: true },
      { title: 'CALLS', align: 'right' },
      { title: 'FAILED', align: 'right' },
      { title: 'REFUSED', align: 'right' },
      { title: 'INTERRUPTED', align: 'right' },
      { title: 'CANCELLED', align: 'right' },
      { title: 'FAILED %', align: 'right' },
    ],
    rows,
    width,
    colors.bold,
  )
  return stats.tools.length > toolsShown ? `${table}and ${countOf(stats.tools.length - toolsShown, 'more tool')} (--json)\n` : table
}

const timesText = ({ activeMs, durationMs }: StatsView): string => {
  if (durationMs === null) return `${notAvailable} (no time is recorded)`
  return activeMs === null
    ? `active ${notAvailable} (not counted yet: strata ask agent-minutes) of ${formatDuration(durationMs)}`
    : activeWords(formatDuration(activeMs), formatDuration(durationMs))
}

const figures = (stats: StatsView): readonly (readonly [string, string])[] => [
  ['sessions', countText(stats.sessions)],
  ['first record', timeText(stats.firstAt)],
  ['last record', timeText(stats.lastAt)],
  ['time', timesText(stats)],
  ['human prompts', countText(stats.humanPrompts)],
  ['responses', countText(stats.responses)],
  ['tool calls', countText(stats.toolCalls)],
  ['responses per prompt', ratioText(stats.responsesPerPrompt, noPrompt)],
  ['tool calls per prompt', ratioText(stats.toolCallsPerPrompt, noPrompt)],
  ['response characters per prompt character', ratioText(stats.outputCharsPerInputChar, noPrompt)],
  ['compactions', countText(stats.compactions)],
  [
    'sessions with a compaction',
    `${countText(stats.sessionsWithCompaction)}, ${percentText(stats.sessionsWithCompaction, stats.sessions, noSession)}`,
  ],
  ['most compactions in a session', countText(stats.maxCompactionsInASession)],
]

/** Everything that is known of one group. */
export const statsText = (stats: StatsView, terminal: Terminal): string => {
  const { colors } = terminal
  const list = figures(stats).map(([name, value]) => `${colors.dim(name.padEnd(30))}  ${value}\n`)
  return [list.join(''), ledgers(stats, terminal), tokens(stats, terminal), tools(stats, terminal)].join('\n')
}

const sum = (stats: StatsView, pick: (row: StatsView['tokens'][number]) => ExactCount | null): ExactCount | null =>
  stats.tokens.map(pick).reduce((total, value) => (total === null ? value : value === null ? total : addCounts(total, value)), null)

const groupCells = ({ group, stats }: StatsGroup): readonly string[] => [
  countText(stats.sessions),
  timeText(stats.lastAt),
  countText(stats.humanPrompts),
  countText(stats.responses),
  countText(stats.toolCalls),
  countText(stats.compactions),
  shortCountText(sum(stats, ({ outputTokens }) => outputTokens)),
  printableLine(group),
]

/** A line for each group. */
export const statsGroupsText = (groups: readonly StatsGroup[], name: string, { colors, width }: Terminal): string =>
  printTable(
    [
      { title: 'SESSIONS', align: 'right', dropped: 1 },
      { title: 'LAST', paint: colors.dim },
      { title: 'PROMPTS', align: 'right' },
      { title: 'RESPONSES', align: 'right' },
      { title: 'TOOLS', align: 'right' },
      { title: 'COMPACT', align: 'right', dropped: 2 },
      { title: 'OUTPUT', align: 'right', dropped: 3 },
      { title: name.toUpperCase(), paint: colors.cyan, flexible: 'start' },
    ],
    groups.map(groupCells),
    width,
    colors.bold,
  )
