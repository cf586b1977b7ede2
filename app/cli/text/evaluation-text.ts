/** An evaluation, as text. */
import type { GuardCount } from '../../engine/evaluate/evaluate.ts'
import type { KindResult, Run } from '../../evaluate/results.ts'
import { countOf } from '../../model/format/count.ts'
import { countText } from './format.ts'
import { printTable, type TableColumn } from './print-table.ts'
import { printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const percent = (share: number): string => `${(100 * share).toFixed(0)} %`
const rounded = (value: number | null): string => (value === null ? 'n/a' : countText(Math.round(value)))

const columns: readonly TableColumn[] = [
  { title: 'MEMORY' },
  { title: 'PASSED', align: 'right' },
  { title: '95 % INTERVAL', align: 'right' },
  { title: 'WITHOUT', align: 'right' },
  { title: 'GAINED', align: 'right' },
  { title: 'LOST', align: 'right' },
  { title: 'TOKENS', align: 'right' },
  { title: 'SECONDS', align: 'right' },
  { title: 'GIVEN', align: 'right' },
  { title: 'SILENT', align: 'right' },
  { title: 'STALE', align: 'right' },
  { title: 'HOOK MS', align: 'right' },
]

const cellsOf = (one: KindResult): readonly string[] => [
  one.kind,
  `${String(one.passed)} of ${String(one.judged)}`,
  one.rate === null ? 'n/a' : `${percent(one.rate.low)} to ${percent(one.rate.high)}`,
  one.first === null ? '' : `${String(one.first.passed)} of ${String(one.first.judged)}`,
  one.kind === 'without' ? '' : String(one.gained),
  one.kind === 'without' ? '' : String(one.lost),
  rounded(one.tokens),
  one.seconds === null ? 'n/a' : one.seconds.toFixed(1),
  one.kind === 'without' ? '' : rounded(one.givenTokens),
  one.kind === 'without' ? '' : String(one.silent),
  one.kind === 'without' ? '' : `${String(one.stale)} of ${String(one.lines)}`,
  one.kind === 'without' || one.kind === 'flat' ? '' : rounded(one.hookMs),
]

const legend =
  'PASSED: tasks whose tests pass, of those that were judged; interval by Wilson. WITHOUT: the same tasks without memory. GAINED, LOST: those\n' +
  'that passed here and not without memory, and the other way round. TOKENS, SECONDS: mean of a run, as its transcript states them.\n' +
  'GIVEN: estimated tokens with the prompt, mean; SILENT: runs that were given nothing; STALE: lines about decisions that no longer hold.\n' +
  'A task whose first pass left no event has no second pass: it counts in the line “without” alone.\n'

const guardText = ({ lines, searched, refused }: GuardCount): string =>
  `${countOf(lines, 'line')} of test patches and of what first passes changed ${lines === 1 ? 'was' : 'were'} searched for in what ` +
  `${countOf(searched, 'second pass', 'second passes')} would be given: ${refused === 0 ? 'none is in it' : `${countOf(refused, 'pass', 'passes')} not run`}.\n`

export const runText = ({ task, kind, passed, note, ms }: Run): string => {
  const outcome = passed === null ? 'not judged' : passed ? 'passed' : 'failed'
  const time = ms === null ? '' : `, ${(ms / 1000).toFixed(1)} s`
  return `${printableLine(task)}  ${kind}: ${outcome}${time}${note === '' ? '' : ` (${printableLine(note)})`}\n`
}

export const evaluationText = (results: readonly KindResult[], guard: GuardCount, { width, colors }: Terminal): string =>
  `${printTable(columns, results.map(cellsOf), width, colors.bold)}\n${legend}\n${guardText(guard)}`
