/** Every element of the table is decided by its rule, wherever it comes; one that the table does not have is recognised. */
import { expect, test } from 'vitest'
import { classify, evidenceOf } from '../../../../importer/claude-code/classify.ts'
import type { JsonObject } from '../../../../app/model/json-object.ts'
import { readRecord } from '../../../../app/model/record.ts'
import { unknownWrapper, withoutEnvelopes, wrappers } from '../../../../importer/claude-code/wrappers.ts'

const ruleOf = (record: JsonObject): string => classify(evidenceOf(readRecord(record), false)).rule
const user = (content: string): JsonObject => ({ type: 'user', message: { role: 'user', content } })

test.each(wrappers.map(({ name, rule }) => [name, rule] as const))(
  '<%s> is decided by its rule, as a prompt and in the queue',
  (name, rule) => {
    const said = `<${name}>x</${name}>`
    const inQueue = rule === 'user/task-notification-text' ? 'attachment/queued-notification' : rule.replace('user/', 'attachment/queued-')
    expect(ruleOf(user(said))).toBe(rule)
    expect(ruleOf(user(`<system-reminder>y</system-reminder>\n<${name} of="z">x</${name}>`))).toBe(rule)
    expect(ruleOf({ type: 'attachment', attachment: { type: 'queued_command', prompt: said } })).toBe(inQueue)
  },
)

test('every element names the client versions that wrote it', () => {
  expect(wrappers.filter(({ versions }) => versions === '')).toEqual([])
  expect(new Set(wrappers.map(({ name }) => name)).size).toBe(wrappers.length)
})

test.each([
  ['<a-b>x</a-b>', 'a-b'],
  ['<a-b c="d">\n<e>x</e>\n</a-b>\n', 'a-b'],
  ['<a-b/>', 'a-b'],
  ['<a-b>1<a-b>2</a-b>3</a-b>', 'a-b'],
  ['<a-b>1<a-b/>2</a-b>', 'a-b'],
  ['<a-b>1</a-b><a-b>2</a-b>', undefined],
  ['<a-b>1</a-b> and', undefined],
  ['<a-b>1', undefined],
  ['<ab>1</ab>', undefined],
  ['<system-reminder>1</system-reminder>', undefined],
  ['see <a-b>1</a-b>', undefined],
])('%j is one unknown element: %s', (text, name) => {
  expect(unknownWrapper(text)).toBe(name)
})

test('envelopes are split off in front of a text only, one after the other', () => {
  expect(
    withoutEnvelopes('<system-reminder>a\nb</system-reminder> \n<ide_selection>c</ide_selection>  Fix <ide_selection>d</ide_selection>'),
  ).toBe('Fix <ide_selection>d</ide_selection>')
})
