/** The rules that decide without the rules for records: for lines that hold no record, and for prompts that only the queue shows. */
import type { RecordClass } from '../../app/model/record-class.ts'

/** A rule as the app lists it. */
export interface LineRule {
  readonly id: string
  readonly class: RecordClass
  readonly looksAt: string
  /** A record, or the text of a line. */
  readonly example: unknown
}

export const lineRules: readonly LineRule[] = [
  {
    id: 'queue/only-trace',
    class: 'queued_prompt',
    looksAt: 'an enqueue operation whose prompt was taken from the queue and answered, and is written nowhere else',
    example: { type: 'queue-operation', operation: 'enqueue', content: 'and this' },
  },
  { id: 'malformed/malformed-json', class: 'malformed', looksAt: 'a line that is not JSON', example: '{"type":"us' },
  { id: 'malformed/truncated-line', class: 'malformed', looksAt: 'a last line that ends before its JSON does', example: '{"type":"us' },
  { id: 'malformed/not-an-object', class: 'malformed', looksAt: 'a line that is JSON, but no object', example: '42' },
]
