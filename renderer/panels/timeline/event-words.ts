/** An event or a mark in words: the same beside the pointer, at the cursor, and for screen readers. */
import type { TimelineEvent } from '../../../app/contract/timeline.ts'
import { formatCompact } from '../../../app/model/format/count.ts'
import { formatDuration } from '../../../app/model/format/duration.ts'
import { formatInstant } from '../../../app/model/format/instant.ts'
import { sentenceCase } from '../../../app/model/format/sentence-case.ts'
import type { Pick } from './pick-event.ts'
import { isCompactionEvent, isHumanPrompt, isTypedCommand, type Compaction, type Mark } from './lane-marks.ts'

export interface Words {
  readonly title: string
  readonly text: string
  /** Time, duration and other facts. */
  readonly detail: string
  readonly isError: boolean
}

const kinds: Readonly<Record<TimelineEvent['kind'], string>> = {
  prompt: 'Added prompt',
  response: 'Response',
  thinking: 'Thinking',
  tool_call: 'Tool call',
  tool_result: 'Tool result',
  system: 'System record',
  metric: 'Metric',
  error: 'Error',
  output: 'Output',
}

const titleOf = (event: TimelineEvent): string => {
  if (event.isRefused) return 'Refused call'
  if (event.isError) return event.kind === 'tool_result' ? 'Failed tool result' : 'Error'
  if (isHumanPrompt(event)) return 'Prompt'
  if (isTypedCommand(event)) return 'Command'
  if (isCompactionEvent(event)) return event.label === 'microcompact_boundary' ? 'Microcompaction' : 'Compaction'
  return event.class === 'compaction_summary' ? 'Compaction summary' : kinds[event.kind]
}

const join = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ')

export const eventWords = (event: TimelineEvent): Words => ({
  title: titleOf(event),
  text: event.label,
  detail: join([
    formatInstant(event.at),
    event.durationMs === null ? '' : `took ${formatDuration(event.durationMs)}`,
    event.kind === 'prompt' && !isHumanPrompt(event) ? event.class.replaceAll('_', ' ') : '',
  ]),
  isError: event.isError,
})

const compactionText = ({ trigger, preTokens }: Compaction): string =>
  [trigger ?? '', preTokens === null ? '' : `${formatCompact(preTokens)} tokens before`].filter((part) => part !== '').join(', ')

export const markWords = (mark: Mark): Words => {
  const detail = formatInstant(mark.at)
  if (mark.kind === 'compaction')
    return { title: 'Compaction', text: sentenceCase(compactionText(mark.compaction)), detail, isError: false }
  if (mark.kind !== 'rewind') return eventWords(mark.event)
  const { label, fromAt, leftRef } = mark.rewind
  const from = fromAt === null ? 'to before the first prompt' : `back to ${formatInstant(fromAt)}`
  return { title: 'Rewind', text: label, detail: join([detail, from, leftRef === null ? '' : `left branch: ${leftRef}`]), isError: false }
}

export const pickWords = (pick: Pick): Words => (pick.mark === undefined ? eventWords(pick.event) : markWords(pick.mark))

/** On one line. */
export const spoken = ({ title, text, detail }: Words): string => [title, text, detail].filter((part) => part !== '').join(', ')
