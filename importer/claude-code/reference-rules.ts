/** The reference rules as the app lists them, in the order in which they are asked. */
import type { ReferenceClass } from '../../app/model/record-class.ts'
import { injectedPatterns } from './reference-class.ts'

export interface ReferenceRule {
  readonly class: ReferenceClass
  readonly looksAt: string
  /** A record that the rule decides. */
  readonly example: unknown
}

const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})

const rule = (name: ReferenceClass, looksAt: string, example: unknown): ReferenceRule => ({ class: name, looksAt, example })

export const referenceRules: readonly ReferenceRule[] = [
  rule(
    'tool_result',
    'content that is a list of tool_result blocks and nothing else',
    user([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }]),
  ),
  ...injectedPatterns.map(([name, start]) =>
    rule(
      name,
      name === 'continuation' ? `text starting with “${start}”, or isCompactSummary` : `text starting with “${start}”`,
      user(`${start} …`),
    ),
  ),
  rule('sidechain_prompt', 'isSidechain: an agent wrote it', user('Count the files', { isSidechain: true })),
  rule('meta_other', 'isMeta: the client wrote it', user('A note', { isMeta: true })),
  rule('none', 'no text and no image', user('')),
  rule('human_prompt', 'nothing else: a human typed it', user('Fix the test')),
  rule('other', 'every record that is not of type user', { type: 'assistant', message: { content: [] } }),
]
