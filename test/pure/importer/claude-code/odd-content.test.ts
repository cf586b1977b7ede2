/** Content in forms that other writers use: its words are a prompt, as in a list of blocks. */
import { expect, test } from 'vitest'
import { classify, evidenceOf } from '../../../../importer/claude-code/classify.ts'
import { readRecord } from '../../../../app/model/record.ts'

test.each([
  ['one block in place of a list', { type: 'text', text: 'I am an object' }],
  ['a list of bare texts and objects', [null, 1, 'a bare prompt', [], { text: 'no type' }]],
])('typed by a human, in any form of content: %s', (_what, content) => {
  const record = readRecord({ type: 'user', message: { role: 'user', content } })
  expect(classify(evidenceOf(record, false)).class).toBe('human_prompt')
})
