/** The ledger for people: both ways of counting beside each other, the records behind a cell, the rules. */
import type { CorrectionView, LedgerPrompts, LedgerRecord, LedgerRecordsPage, LedgerView, RuleView } from '../../contract/ledger.ts'
import type { LedgerRow } from '../../contract/stats.ts'
import { countText, timeText } from './format.ts'
import { countOf } from '../../model/format/count.ts'
import { correctionLine, lineName } from '../../model/line-name.ts'
import { printTable } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const cellsAt = (rows: readonly LedgerRow[], at: number): readonly string[] => {
  const row = rows[at]
  return row === undefined ? ['', ''] : [row.class, countText(row.records)]
}

/** How typed and queued prompts add up to the prompts of other places. */
const promptsText = ({ typed, queued, copies, humanPrompts, commands }: LedgerPrompts): string =>
  `${countOf(humanPrompts, 'human prompt')} = ${countText(typed)} typed + ${countText(queued)} queued - ${countOf(copies, 'copy', 'copies')}. ` +
  `Commands are counted separately: ${countText(commands)}.\n`

/** Both ledgers, with the naive count above them and whether they add up to it. */
export const ledgerText = (ledger: LedgerView, { colors, width }: Terminal): string => {
  const rows = Math.max(ledger.reference.length, ledger.finer.length, ledger.others.length)
  const table = printTable(
    [
      { title: 'REFERENCE RULES' },
      { title: '', align: 'right' },
      { title: 'FINER RULES' },
      { title: '', align: 'right' },
      { title: 'OTHER RECORDS' },
      { title: '', align: 'right' },
    ],
    [
      ...Array.from({ length: rows }, (_, at) => [ledger.reference, ledger.finer, ledger.others].flatMap((list) => cellsAt(list, at))),
      ['sum', countText(ledger.referenceTotal), 'sum', countText(ledger.finerTotal), 'sum', countText(ledger.othersTotal)],
    ],
    width,
    colors.bold,
  )
  const naive = `${colors.dim('naive count'.padEnd(14))}${countText(ledger.naive)} of ${countOf(ledger.records, 'record')} have type “user”\n`
  const check = ledger.reconciles
    ? `${colors.green('adds up')}: both ledgers sum to the naive count, and every record is counted once.\n`
    : `${colors.red('does not add up')}: run \`strata reindex\`; if it persists, report a bug.\n`
  const corrected = ledger.corrected === 0 ? '' : `${countOf(ledger.corrected, 'record')} corrected by hand: strata ledger corrections\n`
  return `${naive}\n${table}\n${check}${promptsText(ledger.prompts)}${corrected}`
}

const recordOf = (rows: readonly LedgerRow[], name: string): string => countText(rows.find((row) => row.class === name)?.records ?? 0)

/** A line for each group. */
export const ledgerGroupsText = (groups: readonly LedgerView[], name: string, { colors, width }: Terminal): string =>
  printTable(
    [
      { title: 'NAIVE', align: 'right' },
      { title: 'REFERENCE', align: 'right', dropped: 2 },
      { title: 'FINER', align: 'right', dropped: 1 },
      { title: 'ADDS UP' },
      { title: 'TOOL RESULTS', align: 'right' },
      { title: 'PROMPTS', align: 'right' },
      { title: name.toUpperCase(), paint: colors.cyan, flexible: 'start' },
    ],
    groups.map((ledger) => [
      countText(ledger.naive),
      countText(ledger.referenceTotal),
      countText(ledger.finerTotal),
      ledger.reconciles ? 'yes' : 'NO',
      recordOf(ledger.finer, 'tool_result'),
      countText(ledger.prompts.humanPrompts),
      printableLine(ledger.group === '' ? '(none)' : ledger.group),
    ]),
    width,
    colors.bold,
  )

const recordCells = (record: LedgerRecord): readonly string[] => [
  record.classByRule === null ? record.class : `${record.class} (by hand)`,
  record.classByRule === null ? record.rule : `${record.rule}: ${record.classByRule}`,
  record.referenceClass,
  timeText(record.occurredAt),
  printableLine(record.text),
  printableLine(`${record.file}:${lineName(record)}`),
]

/** The records behind a cell, one a line. */
export const ledgerRecordsText = (page: LedgerRecordsPage, { colors, width }: Terminal): string => {
  if (page.total === 0) return 'No matches.\n'
  const table = printTable(
    [
      { title: 'CLASS', paint: colors.yellow },
      { title: 'RULE', dropped: 2 },
      { title: 'REFERENCE', dropped: 3 },
      { title: 'TIME', paint: colors.dim, dropped: 4 },
      { title: 'TEXT', flexible: true },
      { title: 'WHERE', paint: colors.cyan, flexible: 'start' },
    ],
    page.rows.map(recordCells),
    width,
    colors.bold,
  )
  const shown = page.rows.length === page.total ? '' : `, ${countText(page.rows.length)} shown`
  return `${table}${colors.dim(`${countOf(page.total, 'record')}${shown}, ${countText(page.userRecords)} of type user`)}\n`
}

/** The rules in the order in which they are asked. */
export const rulesText = (rules: readonly RuleView[], { colors, width }: Terminal): string =>
  printTable(
    [
      { title: 'RULE' },
      { title: 'CLASS', paint: colors.yellow },
      { title: 'RECORDS', align: 'right' },
      { title: 'LOOKS AT', flexible: true },
    ],
    rules.map((rule) => [rule.id, rule.class, countText(rule.records), printableLine(rule.looksAt)]),
    width,
    colors.bold,
  )

/** The class of a record after a correction, or after a correction was removed. */
export const correctedText = (record: LedgerRecord | null): string => {
  if (record === null) return 'Correction removed; that line no longer contains a record.\n'
  const place = printableLine(`${record.file}:${lineName(record)}`)
  return record.classByRule === null
    ? `${place}: class ${record.class}, by rule ${record.rule}.\n`
    : `${place}: class ${record.class}; by rule ${record.rule}: ${record.classByRule}. To remove the correction: \`strata ledger undo\`.\n`
}

const correctionCells = (correction: CorrectionView): readonly string[] => [
  correction.class,
  correction.classByRule ?? 'n/a',
  correction.applies ? countText(correction.records) : 'gone',
  timeText(correction.correctedAt),
  printableLine(correction.reason ?? ''),
  printableLine(correction.text),
  printableLine(`${correction.file ?? correction.sourceId}:${correctionLine(correction)}`),
]

/** The corrections, newest first. */
export const correctionsText = (corrections: readonly CorrectionView[], { colors, width }: Terminal): string => {
  if (corrections.length === 0) return 'No corrections.\n'
  const table = printTable(
    [
      { title: 'CLASS', paint: colors.yellow },
      { title: 'BY RULE' },
      { title: 'RECORDS', align: 'right', dropped: 1 },
      { title: 'CORRECTED', paint: colors.dim, dropped: 3 },
      { title: 'REASON', dropped: 2, flexible: true },
      { title: 'TEXT', flexible: true },
      { title: 'WHERE', paint: colors.cyan, flexible: 'start' },
    ],
    corrections.map(correctionCells),
    width,
    colors.bold,
  )
  const gone = corrections.filter(({ applies }) => !applies).length
  return gone === 0
    ? table
    : `${table}${colors.yellow(`${countOf(gone, 'correction')} of a record that no longer exists`)}. To remove: strata ledger undo\n`
}
