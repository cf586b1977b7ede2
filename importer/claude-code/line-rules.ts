/** The rules that decide without the rules for records: for lines that hold no record, and for prompts that only the queue shows. */
import type { RecordClass } from '../../app/model/record-class.ts'
import { recoveredRule } from '../records/parse-line.ts'

/** A rule as the app lists it. */
export interface LineRule {
  readonly id: string
  readonly class: RecordClass
  readonly looksAt: string
  /** A record, or the text of a line. */
  readonly example: unknown
}

const enqueue = (content: string, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'queue-operation',
  operation: 'enqueue',
  content,
  ...more,
})

/** Rules for messages that only the prompt queue shows: they were taken from it and answered, and no other record has them. */
export const queueRules: readonly LineRule[] = [
  { id: 'queue/only-trace', class: 'queued_prompt', looksAt: 'a prompt', example: enqueue('and this') },
  { id: 'queue/only-command', class: 'command', looksAt: 'a slash command', example: enqueue('/review the parser') },
  {
    id: 'queue/only-notification',
    class: 'task_notification',
    looksAt: 'a task notification',
    example: enqueue('<agent-notification>done</agent-notification>'),
  },
  {
    id: 'queue/only-teammate',
    class: 'teammate_message',
    looksAt: "a teammate's message",
    example: enqueue('<teammate-message>done</teammate-message>'),
  },
  {
    id: 'queue/only-peer',
    class: 'peer_message',
    looksAt: 'a message of another session',
    example: enqueue('Ready', { origin: { kind: 'peer' } }),
  },
  {
    id: 'queue/only-schedule',
    class: 'scheduled',
    looksAt: 'a message of a schedule',
    example: enqueue('<scheduled-task>Go</scheduled-task>'),
  },
  {
    id: 'queue/only-unknown-origin',
    class: 'unknown_origin',
    looksAt: 'a message with an origin that no rule knows',
    example: enqueue('Rain', { origin: { kind: 'weather-station' } }),
  },
  {
    id: 'queue/only-unknown-wrapper',
    class: 'unknown_wrapper',
    looksAt: 'a message that is one element that no rule knows',
    example: enqueue('<weather-report>Rain</weather-report>'),
  },
].map(
  (rule) =>
    ({
      ...rule,
      looksAt: `an enqueue operation of ${rule.looksAt} that was taken from the queue and answered, and is written nowhere else`,
    }) as LineRule,
)

export const lineRules: readonly LineRule[] = [
  ...queueRules,
  {
    id: recoveredRule,
    class: 'human_prompt',
    looksAt: 'a whole record beside NUL bytes or on one line with another: the other rules give it its class, this is one of them',
    example: '\0\0{"type":"user","message":{"content":"Fix the test"}}',
  },
  { id: 'malformed/malformed-json', class: 'malformed', looksAt: 'a line that is not JSON', example: '{"type":"us' },
  { id: 'malformed/truncated-line', class: 'malformed', looksAt: 'a last line that ends before its JSON does', example: '{"type":"us' },
  { id: 'malformed/not-an-object', class: 'malformed', looksAt: 'a line that is JSON, but no object', example: '42' },
]
