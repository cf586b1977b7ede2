/** The design's reference rules: tool result, one of the injected patterns, or a human prompt. */
import { expect, test } from 'vitest'
import { injectedPatterns, referenceClass } from '../../../../importer/claude-code/reference-class.ts'
import type { JsonObject } from '../../../../app/model/json-object.ts'
import { readRecord } from '../../../../app/model/record.ts'

const decide = (record: unknown) => referenceClass(readRecord(record as JsonObject))
const user = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  message: { role: 'user', content },
  ...more,
})
const text = (value: string) => ({ type: 'text', text: value })
const result = { type: 'tool_result', tool_use_id: 'toolu_1', content: 'ok' }
const image = { type: 'image', source: {} }

test.each(injectedPatterns)('text that starts with the pattern of %s has its class', (name, start) => {
  expect(decide(user(`\n ${start} …`))).toEqual({ class: name, mentionsInjected: false })
  expect(decide(user([text(`${start} …`), text('and more')])).class).toBe(name)
})

test.each(injectedPatterns)('a prompt that quotes the pattern of %s later in its text is human and marked', (_name, start) => {
  expect(decide(user(`Look: ${start}`))).toEqual({ class: 'human_prompt', mentionsInjected: true })
})

test.each([
  ['words', user('Fix it'), 'human_prompt'],
  ['a picture', user([image]), 'human_prompt'],
  ['results and words', user([result, text('and this')]), 'human_prompt'],
  ['what a reminder says', user('<system-reminder>x</system-reminder>'), 'human_prompt'],
  ['a typed command', user('<command-name>/x</command-name>', { promptSource: 'typed' }), 'command_name'],
  ['results alone', user([result]), 'tool_result'],
  ['results alone, in a sidechain', user([result], { isSidechain: true }), 'tool_result'],
  ['a summary without the pattern', user('So far', { isCompactSummary: true }), 'continuation'],
  ["an agent's prompt", user('Count', { isSidechain: true }), 'sidechain_prompt'],
  ["an agent's prompt that is meta too", user('Count', { isSidechain: true, isMeta: true }), 'sidechain_prompt'],
  ['a meta record', user('x', { isMeta: true }), 'meta_other'],
  ['a skill, which is meta', user('Base directory for this skill: /x', { isMeta: true }), 'skill'],
  ['flags that are no booleans', user('x', { isMeta: 1, isSidechain: 'yes' }), 'human_prompt'],
  ['blanks', user(' '), 'none'],
  ['nothing', user([]), 'none'],
  ['no message', { type: 'user', message: null }, 'none'],
  ['a reply', { type: 'assistant', message: { content: 'x' } }, 'other'],
])('%s: %j is %s', (_what, record, name) => {
  expect(decide(record).class).toBe(name)
})
