/** Records become events: one for a prompt, one for each block of a reply or a result. */
import { expect, test } from 'vitest'
import { typedText } from '../../../../importer/records/normalise.ts'
import { parseRecord } from '../../../support/parse-text.ts'

const prompt = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  uuid: 'u',
  message: { role: 'user', content },
  ...more,
})
const reply = (message: unknown, more: Readonly<Record<string, unknown>> = {}) => ({ type: 'assistant', uuid: 'u', message, ...more })

test('a reply has one event per block of any kind', () => {
  const content = [
    { type: 'thinking', thinking: 'hm' },
    { type: 'redacted_thinking', data: 'xx' },
    { type: 'text', text: 'I look' },
    { type: 'tool_use', id: 't1', name: 'Read', input: { file_path: '/a' } },
    { type: 'server_tool_use', id: 't2', name: 'web_search', input: { query: 'tides' } },
    { type: 'teleport' },
  ]
  const line = parseRecord(reply({ id: 'm', model: 'opus', content }, { requestId: 'r' }))
  expect(
    line.events.map(({ kind, body, chars, toolName, toolUseId, filePath, subtype }) => [
      kind,
      body,
      chars,
      toolName,
      toolUseId,
      filePath,
      subtype,
    ]),
  ).toEqual([
    ['thinking', 'hm', 2, undefined, undefined, undefined, undefined],
    ['thinking', '', 0, undefined, undefined, undefined, 'redacted'],
    ['response', 'I look', 6, undefined, undefined, undefined, undefined],
    ['tool_call', '{"file_path":"/a"}', 18, 'Read', 't1', '/a', undefined],
    ['tool_call', '{"query":"tides"}', 17, 'web_search', 't2', undefined, 'server'],
    ['output', undefined, 0, undefined, undefined, undefined, 'teleport'],
  ])
  expect(line).toMatchObject({
    class: 'reply',
    messageId: 'm',
    requestId: 'r',
    model: 'opus',
    textBlocks: 1,
    thinkingBlocks: 1,
    thinkingChars: 2,
    textChars: 6,
  })
})

test('a result is an event with its size and error state, and its text is only in the archive', () => {
  const line = parseRecord(
    prompt([{ type: 'tool_result', tool_use_id: 't1', is_error: true, content: [{ type: 'text', text: 'no such file' }] }]),
  )
  expect(line.events).toMatchObject([{ kind: 'tool_result', body: undefined, chars: 12, toolUseId: 't1', isError: true }])
  expect(line).toMatchObject({ class: 'tool_result', toolResults: 1, toolErrors: 1, toolResultIds: ['t1'] })
})

test('results and text in one record are separate events', () => {
  const line = parseRecord(
    prompt([
      { type: 'tool_result', tool_use_id: 't1', content: 'ok' },
      { type: 'text', text: 'and this' },
    ]),
  )
  expect(line.events.map((event) => event.kind)).toEqual(['tool_result', 'prompt'])
})

test.each([
  [
    'the name and arguments of a slash command',
    '<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>now</command-args>',
    '/review now',
  ],
  ['a command without a slash', '<command-message>review</command-message>', '/review'],
  ['a shell line', '<bash-input> ls -l </bash-input>', '!ls -l'],
  ['the words behind an envelope', '<ide_opened_file>a.ts</ide_opened_file>Fix it', 'Fix it'],
])('what was typed: %s', (_what, content, typed) => {
  expect(parseRecord(prompt(content))).toMatchObject({ headline: typed, events: [{ kind: 'prompt', body: typed }] })
})

test('notifications that were queued keep their text', () => {
  const record = {
    type: 'attachment',
    uuid: 'u',
    attachment: { type: 'queued_command', commandMode: 'task-notification', prompt: 'it ended' },
  }
  expect(parseRecord(record).events).toMatchObject([{ kind: 'prompt', body: 'it ended' }])
})

test('long texts are shortened in events and headlines, never inside a character, and counted whole', () => {
  const line = parseRecord(prompt(`x${'🌊'.repeat(40_000)}`))
  expect([line.events[0]?.body?.length, line.events[0]?.chars, line.headline.length, line.textChars]).toEqual([65_535, 80_001, 299, 80_001])
})

test('half a character is kept as the half it is', () => {
  const line = parseRecord('{"type":"user","message":{"content":"lone \\ud83d and \\udc00"}}')
  expect(line.headline).toBe('lone \ud83d and \udc00')
})

test.each([1000, 20_000, 200_000])('input nested %i deep is read', (depth) => {
  const deep = `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const line = parseRecord(`{"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":${deep}}]}}`)
  expect(line).toMatchObject({ class: 'reply', problems: [], events: [{ kind: 'tool_call', toolName: 'Bash' }] })
})

test.each([
  ['command', '<command-message>x</command-message>\n<command-name>/x</command-name> and then\nthese words', '/x\nand then\nthese words'],
  ['command', '<command-name>/x</command-name><command-args>the <b>parser</b></command-args> and more', '/x the <b>parser</b>\nand more'],
  ['command', 'Please <command-name>/x</command-name>', '/x\nPlease'],
  ['command', '/x the parser', '/x the parser'],
  ['bash_input', '<bash-input>ls</bash-input> what is this?', '!ls\nwhat is this?'],
  ['bash_input', '<bash-input>ls</bash-input><bash-stdout>a</bash-stdout>', '!ls'],
] as const)('text next to a prompt is kept: %s %j', (name, said, typed) => {
  expect(typedText(name, said)).toBe(typed)
})
