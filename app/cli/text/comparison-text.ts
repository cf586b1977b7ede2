/** Two groups of sessions compared, for people and as CSV. */
import type { AnalyticsColumn, ComparedAnswer, ComparedDifference, ComparedMeasure, ComparedSide } from '../../contract/analytics.ts'
import { answerCsv, numberText } from './answer-text.ts'
import { countText, notAvailable } from './format.ts'
import { printTable, type TableColumn } from './print-table.ts'
import { countOf } from '../../model/format/count.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

/** On screen, unless more are wanted. */
const shownRows = 40

type NumberText = (value: number | null) => string

const sideText = ({ n, median, p25, p75 }: ComparedSide, text: NumberText): string =>
  n === 0 ? notAvailable : `${text(median)} (${text(p25)}–${text(p75)})`

const differenceText = (difference: ComparedDifference | null, text: NumberText): string =>
  difference === null
    ? notAvailable
    : `${signed(difference.value, text)} [${signed(difference.low, text)}, ${signed(difference.high, text)}]`

/** A difference that is 0 as it is shown has no sign. */
const signed = (value: number, text: NumberText): string => {
  const words = text(Math.abs(value))
  return words === text(0) ? words : `${value > 0 ? '+' : '−'}${words}`
}

const ofText = ({ of }: ComparedMeasure): string =>
  Object.values(of)
    .filter((value) => value !== null)
    .join(' ')

const columns: readonly TableColumn[] = [
  { title: 'NUMBER', flexible: true },
  { title: 'N', align: 'right' },
  { title: 'A: MEDIAN (P25–P75)', align: 'right' },
  { title: 'N', align: 'right' },
  { title: 'B: MEDIAN (P25–P75)', align: 'right' },
  { title: 'B − A OF MEDIANS [95 %]', align: 'right' },
  { title: 'B − A OF MEANS [95 %]', align: 'right', dropped: 1 },
]

/** A line for each number. */
export const comparisonText = (
  { question, rows, sessions, shared, notes, resamples }: ComparedAnswer,
  labels: readonly [string, string],
  limit: number | undefined,
  { width, colors }: Terminal,
): string => {
  // A number that no session of either group has says nothing.
  const known = new Map(question.columns.map((column) => [column.name, column]))
  const present = rows.filter(({ groups: [a, b] }) => a.n + b.n > 0)
  const cells = present.slice(0, limit ?? shownRows).map((row) => {
    const column = known.get(row.column)
    const text: NumberText = (value) => numberText(value, column?.unit ?? 'number')
    const [a, b] = row.groups
    return [
      printableLine([ofText(row), column?.label ?? row.column].filter((part) => part !== '').join(': ')),
      countText(a.n),
      sideText(a, text),
      countText(b.n),
      sideText(b, text),
      differenceText(row.medians, text),
      differenceText(row.means, text),
    ]
  })
  const groups = labels.map((label, at) => `${at === 0 ? 'A' : 'B'}: ${printableLine(label)}, ${countOf(sessions[at] ?? 0, 'session')}\n`)
  const reasons = [...new Set(present.flatMap(({ absent }) => (absent === null ? [] : [`${notAvailable}: ${absent}`])))]
  const below = [
    ...(rows.length > cells.length
      ? [`showing ${countText(cells.length)} of ${countText(rows.length)} numbers; raise --limit for more`]
      : []),
    ...(shared === 0 ? [] : [`${countOf(shared, 'session')} in both groups: the interval takes the groups as independent`]),
    ...(rows.length === 0
      ? []
      : [
          `each session is one value, a count without rows 0; intervals: percentile bootstrap of sessions, ${countText(resamples)} resamples`,
        ]),
    ...reasons,
    ...notes,
  ]
  const table = cells.length === 0 ? '' : `${printTable(columns, cells, width, colors.bold)}\n`
  return `${printableLine(question.title)}\n\n${rows.length === 0 ? '' : `${groups.join('')}\n`}${table}${below.map((note) => `${printableLine(note)}\n`).join('')}`
}

const csvColumn = (name: string, unit: AnalyticsColumn['unit']): AnalyticsColumn => ({
  name,
  label: name,
  unit,
  means: '',
  absent: null,
  opens: null,
})

const sideNames = ['n', 'whole', 'mean', 'median', 'p25', 'p75'] as const

const sideCells = (side: ComparedSide, prefix: string) => sideNames.map((name) => [`${prefix}_${name}`, side[name]] as const)

const differenceCells = (difference: ComparedDifference | null, prefix: string) =>
  (['value', 'low', 'high'] as const).map((name) => [`${prefix}_${name}`, difference?.[name] ?? null] as const)

/** A line for each number, with what it is of in columns. */
export const comparisonCsv = ({ rows }: ComparedAnswer, isRaw: boolean): string => {
  const keys = Object.keys(rows[0]?.of ?? {})
  const lines = rows.map((row) => {
    const numbers = [
      ...sideCells(row.groups[0], 'a'),
      ...sideCells(row.groups[1], 'b'),
      ...differenceCells(row.medians, 'medians'),
      ...differenceCells(row.means, 'means'),
    ]
    return { ...row.of, column: row.column, ...Object.fromEntries(numbers) }
  })
  const names = [...sideNames.map((name) => `a_${name}`), ...sideNames.map((name) => `b_${name}`)]
  const differences = ['medians', 'means'].flatMap((of) => ['value', 'low', 'high'].map((end) => `${of}_${end}`))
  const columnsOf = [
    ...[...keys, 'column'].map((name) => csvColumn(name, 'text')),
    ...[...names, ...differences].map((name) => csvColumn(name, 'number')),
  ]
  return answerCsv({ columns: columnsOf, rows: lines }, isRaw)
}
