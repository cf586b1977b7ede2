/** Texts that are taken for a type of reasoning, as text. */
import type { ReasoningHit, ReasoningPage, TypeCorrection } from '../../contract/reasoning.ts'
import { originWords, statusWords } from '../../model/reasoning.ts'
import { shortSessionName } from '../../model/session-name.ts'
import { countOf } from '../../model/format/count.ts'
import type { Terminal } from '../terminal.ts'
import { countText, timeText } from './format.ts'
import { printTable } from './print-table.ts'
import { printable, printableLine } from './printable.ts'
import { cutToWidth } from './text-width.ts'

/** A line for where it is, and one for what it says. */
const hitText = (hit: ReasoningHit, { colors, width }: Terminal): string => {
  const session = width === undefined ? hit.sessionId : shortSessionName(hit.sessionId)
  const status = hit.status === 'unknown' ? '' : `, ${statusWords[hit.status]}`
  const corrected = hit.typeByRule === null ? '' : `, ${hit.type} as corrected (by rule ${hit.typeByRule})`
  const what = `${originWords[hit.origin]}${hit.chain === 'main' ? '' : ' of a sub-agent'}${status}${corrected}`
  const where = [colors.yellow(hit.commitId ?? session), colors.dim(timeText(hit.occurredAt)), colors.cyan(what)]
  const title = colors.dim(printableLine(hit.title))
  const [before, found] = [printable(hit.before), printable(hit.found)]
  const rest =
    width === undefined ? printable(hit.after) : cutToWidth(printable(hit.after), Math.max(0, width - 4 - before.length - found.length))
  return `${where.join('  ')}  ${width === undefined ? `${session}  ` : ''}${title}  ${colors.dim(hit.eventId)}\n    ${before}${colors.bold(colors.red(found))}${rest}\n`
}

export const reasoningText = (page: ReasoningPage, terminal: Terminal): string => {
  if (page.total === 0) return 'No matches.\n'
  const more = page.rows.length < page.total ? `; showing the newest ${countText(page.rows.length)} (--limit)` : ''
  const sum = `${countOf(page.total, 'text')} of ${countOf(page.sessions, 'session')}${more}`
  return `${page.rows.map((hit) => hitText(hit, terminal)).join('')}${terminal.colors.dim(sum)}\n`
}

/** The type of a text after a correction, or after a correction was removed. */
export const correctedTypeText = (hit: ReasoningHit | null): string => {
  if (hit === null) return 'Correction removed; the store no longer contains the text.\n'
  const what = `${hit.eventId}: ${printableLine(hit.found)}\n`
  return hit.typeByRule === null
    ? `${what}Type by rule: ${hit.type}.\n`
    : `${what}Type ${hit.type}; by rule: ${hit.typeByRule}. To remove the correction: \`strata reasoning undo ${hit.eventId}\`.\n`
}

const correctionCells = ({
  type,
  typeByRule,
  eventId,
  correctedAt,
  reason,
  summary,
  title,
  applies,
}: TypeCorrection): readonly string[] => [
  type,
  typeByRule,
  eventId,
  timeText(correctedAt),
  printableLine(reason ?? ''),
  applies ? printableLine(summary) : 'n/a: not found',
  printableLine(title),
]

/** The corrected texts, the last corrected first. */
export const typeCorrectionsText = (corrections: readonly TypeCorrection[], { colors, width }: Terminal): string => {
  if (corrections.length === 0) return 'No corrections.\n'
  const table = printTable(
    [
      { title: 'TYPE', paint: colors.yellow },
      { title: 'BY RULE' },
      { title: 'TEXT', paint: colors.cyan },
      { title: 'CORRECTED', paint: colors.dim, dropped: 2 },
      { title: 'REASON', dropped: 1, flexible: true },
      { title: 'SUMMARY', flexible: true },
      { title: 'SESSION', flexible: true, dropped: 3 },
    ],
    corrections.map(correctionCells),
    width,
    colors.bold,
  )
  const gone = corrections.filter(({ applies }) => !applies).length
  return gone === 0
    ? table
    : `${table}${colors.yellow(`${countOf(gone, 'correction')} of a text that no longer exists or has another type by rule`)}. To remove: strata reasoning undo\n`
}
