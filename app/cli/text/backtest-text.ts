/** A backtest as text: a table of policies and budgets, and cases. */
import type { Figure } from '../../model/backtest.ts'
import type { BacktestCase, BacktestRow, BacktestView } from '../../contract/backtest.ts'
import { countOf, formatCompact } from '../../model/format/count.ts'
import { pointsText } from '../../model/format/points.ts'
import { lineName } from '../../model/line-name.ts'
import type { Terminal } from '../terminal.ts'
import { notAvailable, shortCountText, timeText } from './format.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'

const percent = (share: number | null | undefined): string =>
  share === null || share === undefined ? notAvailable : `${(100 * share).toFixed(1)} %`

const range = (figure: Figure | null, text: (value: number) => string): string =>
  figure === null || figure.low === null || figure.high === null ? notAvailable : `${text(figure.low)}–${text(figure.high)}`

const cents = (usd: number | null): string => (usd === null ? notAvailable : `$${usd.toFixed(4)}`)

const budgetText = (budget: number | null): string => (budget === null ? 'none' : formatCompact(budget))

const gainText = ({ intervals: { gain } }: BacktestRow): string => {
  if (gain === null) return notAvailable
  const { mean, meanLow, meanHigh } = gain
  const interval = meanLow === null || meanHigh === null ? notAvailable : `${pointsText(meanLow)} to ${pointsText(meanHigh)}`
  return `${pointsText(mean)} (${interval})`
}

const cellsOf = (row: BacktestRow): readonly string[] => [
  printableLine(row.policy),
  budgetText(row.budget),
  percent(row.coverage),
  range(row.intervals.coverage, (value) => (100 * value).toFixed(1)),
  percent(row.intervals.coverage?.mean),
  gainText(row),
  shortCountText(row.tokens === null ? null : Math.round(row.tokens)),
  cents(row.usd),
  row.regret === null ? notAvailable : row.regret.toFixed(2),
]

const columns = [
  { title: 'POLICY' },
  { title: 'BUDGET', align: 'right' },
  { title: 'COVERAGE', align: 'right' },
  { title: '95 %', align: 'right', dropped: 3 },
  { title: 'MEAN', align: 'right', dropped: 1 },
  { title: 'OVER RECENCY', align: 'right', dropped: 2 },
  { title: 'TOKENS', align: 'right' },
  { title: 'USD', align: 'right' },
  { title: 'REGRET', align: 'right' },
] as const

const hasNoInterval = ({ intervals: { coverage } }: BacktestRow): boolean => coverage !== null && coverage.low === null

const inTable = (rows: readonly BacktestRow[]): readonly BacktestRow[] =>
  [...rows].sort(
    (a, b) => (a.budget ?? Infinity) - (b.budget ?? Infinity) || (b.intervals.coverage?.mean ?? 0) - (a.intervals.coverage?.mean ?? 0),
  )

export const backtestText = (view: BacktestView, { colors, width }: Terminal): string => {
  const { rows, cases, sessions, at, problems, unfittedSessions } = view
  const failed = problems.map(({ sessionId, message }) => `Not replayed: ${printableLine(sessionId)}: ${printableLine(message)}\n`).join('')
  if (cases === 0)
    return `No cases in ${countOf(sessions, 'session')}. A case is a ${at} after which the agent needed something of the history.\n${failed}`
  const table = printTable(columns, inTable(rows).map(cellsOf), width, colors.bold)
  const about = [
    `${countOf(cases, 'case')} of ${countOf(sessions, 'session')}, at each ${at}. COVERAGE, TOKENS and USD are medians; REGRET is a mean.`,
    ...(rows.some(hasNoInterval) ? ['An interval needs cases of two sessions: it is n/a where all are of one.'] : []),
    ...(unfittedSessions > 0 ? [`learned: no earlier session to fit to for ${countOf(unfittedSessions, 'session')}.`] : []),
  ]
  return `${table}${about.map((line) => `${line}\n`).join('')}${failed}`
}

/** Names of a list in a text. */
const maxNames = 12

const listOf = (names: readonly string[]): string =>
  names.length <= maxNames ? names.join('; ') : `${names.slice(0, maxNames).join('; ')}; ${names.length - maxNames} more`

export const caseText = (one: BacktestCase): string => {
  const { sessionId, commitId, record, at, policy, budget, coverage, tokens, usd, needed, regret } = one
  const named = (isMissing: boolean): readonly string[] =>
    needed.filter((need) => need.isMissing === isMissing).map(({ kind, name }) => `${kind} ${printableLine(name).slice(0, 120)}`)
  const lines = [
    `${printableLine(policy)} ${budgetText(budget)}: ${percent(coverage)} of ${countOf(needed.length, 'need')}, ${shortCountText(tokens)} tokens, ${cents(usd)}`,
    `  ${sessionId}  ${commitId}  ${record.sourceId.slice(0, 12)}:${lineName(record)}  ${timeText(at)}`,
    ...[
      ['shown', named(false)] as const,
      ['missing', named(true)] as const,
      ['looked at again', regret.map((name) => printableLine(name).slice(0, 120))] as const,
    ].flatMap(([title, names]) => (names.length === 0 ? [] : [`  ${title}: ${listOf(names)}`])),
  ]
  return lines.map((line) => `${line}\n`).join('')
}
