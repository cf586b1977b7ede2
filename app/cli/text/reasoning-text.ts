/** Texts that are taken for a type of reasoning, as text. */
import type { ReasoningHit, ReasoningPage } from '../../contract/reasoning.ts'
import { originWords, statusWords } from '../../model/reasoning.ts'
import { shortSessionName } from '../../model/session-name.ts'
import { countOf } from '../../model/format/count.ts'
import type { Terminal } from '../terminal.ts'
import { countText, timeText } from './format.ts'
import { printable, printableLine } from './printable.ts'
import { cutToWidth } from './text-width.ts'

/** A line for where it is, and one for what it says. */
const hitText = (hit: ReasoningHit, { colors, width }: Terminal): string => {
  const session = width === undefined ? hit.sessionId : shortSessionName(hit.sessionId)
  const status = hit.status === 'unknown' ? '' : `, ${statusWords[hit.status]}`
  const what = `${originWords[hit.origin]}${hit.chain === 'main' ? '' : ' of a sub-agent'}${status}`
  const where = [colors.yellow(hit.commitId ?? session), colors.dim(timeText(hit.occurredAt)), colors.cyan(what)]
  const title = colors.dim(printableLine(hit.title))
  const [before, found] = [printable(hit.before), printable(hit.found)]
  const rest =
    width === undefined ? printable(hit.after) : cutToWidth(printable(hit.after), Math.max(0, width - 4 - before.length - found.length))
  return `${where.join('  ')}  ${width === undefined ? `${session}  ` : ''}${title}\n    ${before}${colors.bold(colors.red(found))}${rest}\n`
}

export const reasoningText = (page: ReasoningPage, terminal: Terminal): string => {
  if (page.total === 0) return 'No matches.\n'
  const more = page.rows.length < page.total ? `; showing the newest ${countText(page.rows.length)} (--limit)` : ''
  const sum = `${countOf(page.total, 'text')} of ${countOf(page.sessions, 'session')}${more}`
  return `${page.rows.map((hit) => hitText(hit, terminal)).join('')}${terminal.colors.dim(sum)}\n`
}
