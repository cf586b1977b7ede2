/** A prompt typed while the model worked counts once, wherever the client wrote it. */
import { expect, test } from 'vitest'
import { queueRules } from '../../../../importer/claude-code/line-rules.ts'
import { parseText } from '../../../support/parse-text.ts'

const at = (second: number): string => `2026-01-05T09:00:${String(second).padStart(2, '0')}.000Z`
const operation = (second: number, name: string, content?: unknown) => ({
  type: 'queue-operation',
  operation: name,
  timestamp: at(second),
  content,
})
const prompt = (second: number, content: string) => ({
  type: 'user',
  uuid: `u${content}${String(second)}`,
  timestamp: at(second),
  message: { content },
})
const reply = (second: number, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'assistant',
  timestamp: at(second),
  message: { content: [{ type: 'text', text: 'ok' }] },
  ...more,
})
const attachment = (second: number, text: string, source?: string) => ({
  type: 'attachment',
  uuid: `a${text}`,
  timestamp: at(second),
  attachment: { type: 'queued_command', commandMode: 'prompt', prompt: text, source_uuid: source },
})

/** What a human typed, by line. */
const typed = (...records: readonly unknown[]): readonly string[] =>
  parseText(records.map((record) => JSON.stringify(record)).join('\n')).lines.flatMap((line) =>
    ['human_prompt', 'queued_prompt', 'command'].includes(line.class) ? [`${String(line.line)} ${line.headline}`] : [],
  )

test('a prompt whose only trace is the queue is placed where it was queued', () => {
  expect(typed(prompt(1, 'go'), operation(2, 'enqueue', ' and this '), operation(3, 'remove'), reply(4))).toEqual(['1 go', '2 and this'])
})

test('its content may be blocks', () => {
  expect(typed(operation(1, 'enqueue', [{ type: 'text', text: 'and this' }]), operation(2, 'remove'), reply(3))).toEqual(['1 and this'])
})

test('a prompt that is written after its removal from the queue is the one that counts', () => {
  expect(typed(operation(1, 'enqueue', 'go'), operation(2, 'dequeue'), prompt(3, 'go'), reply(4))).toEqual(['3 go'])
  expect(typed(operation(1, 'enqueue', 'go'), operation(2, 'remove'), attachment(3, 'go'), reply(4))).toEqual(['3 go'])
})

test('a prompt that is written before its removal from the queue is the one that counts', () => {
  expect(typed(operation(1, 'enqueue', 'go'), prompt(2, 'go'), operation(3, 'dequeue'), reply(4))).toEqual(['2 go'])
})

test('a reply that the client made up has no effect', () => {
  const filler = reply(3, { message: { model: '<synthetic>', content: [{ type: 'text', text: 'No response requested.' }] } })
  expect(typed(operation(1, 'enqueue', 'go'), operation(2, 'dequeue'), filler, prompt(4, 'go'), reply(5))).toEqual(['4 go'])
})

test('a reply of an agent has no effect', () => {
  expect(typed(operation(1, 'enqueue', 'go'), operation(2, 'dequeue'), reply(3, { isSidechain: true }), prompt(4, 'go'))).toEqual(['4 go'])
})

test('earlier records that a fork copied in between have no effect', () => {
  expect(
    typed(operation(5, 'enqueue', 'go on'), operation(6, 'dequeue'), prompt(1, 'first'), reply(2), prompt(7, 'go on'), reply(8)),
  ).toEqual(['3 first', '5 go on'])
})

test('a prompt that is still queued, or was returned for editing, was not sent', () => {
  expect(typed(operation(1, 'enqueue', 'one'), reply(2))).toEqual([])
  expect(typed(operation(1, 'enqueue', 'one'), operation(2, 'popAll'), reply(3))).toEqual([])
  expect(typed(operation(1, 'enqueue', 'one'), operation(2, 'dequeue'))).toEqual([])
})

test('several prompts leave the queue in order', () => {
  const queue = [operation(1, 'enqueue', 'one'), operation(2, 'enqueue', 'two'), operation(3, 'dequeue'), operation(4, 'dequeue')]
  expect(typed(...queue, reply(5))).toEqual(['1 one', '2 two'])
  expect(typed(...queue, attachment(5, 'one'), attachment(6, 'two'), reply(7))).toEqual(['5 one', '6 two'])
})

test('the operation removes the prompt that it names, by id or by text', () => {
  const named = (second: number, name: string, content: unknown, commandUuid?: string) => ({
    ...operation(second, name, content),
    commandUuid,
  })
  const queue = [named(1, 'enqueue', 'one', 'u1'), named(2, 'enqueue', 'two', 'u2')]
  const after = [reply(4), named(5, 'dequeue', undefined), prompt(6, 'one'), reply(7)]
  for (const removed of [named(3, 'remove', 'two'), named(3, 'remove', undefined, 'u2')])
    expect(typed(...queue, removed, ...after)).toEqual(['2 two', '6 one'])
  expect(typed(...queue, named(3, 'remove', 'nobody said that'), ...after)).toEqual(['1 one', '6 one'])
})

test('an attachment with another text is the queued prompt that it names, before or after the removal', () => {
  const queue = operation(1, 'enqueue', '[Image #1] look')
  const removed = (second: number) => ({ ...operation(second, 'remove'), commandUuid: 'u1' })
  expect(typed(queue, removed(2), attachment(3, 'look', 'u1'), reply(4))).toEqual(['3 look'])
  expect(typed(queue, attachment(2, 'look', 'u1'), removed(3), reply(4))).toEqual(['2 look'])
  expect(typed(queue, removed(2), attachment(3, 'look', 'u2'), reply(4))).toEqual(['1 [Image #1] look', '3 look'])
})

test('the removal of a prompt that is already an attachment removes no other prompt', () => {
  const queue = [operation(1, 'enqueue', 'one'), operation(2, 'enqueue', 'two'), attachment(3, 'one', 'u1')]
  const removed = (second: number, commandUuid: string) => ({ ...operation(second, 'remove'), commandUuid })
  expect(typed(...queue, removed(4, 'u1'), removed(5, 'u2'), reply(6))).toEqual(['2 two', '3 one'])
  expect(typed(...queue, removed(4, 'u1'), operation(5, 'dequeue'), reply(6))).toEqual(['2 two', '3 one'])
  expect(typed(...queue, removed(4, 'u1'), reply(6))).toEqual(['3 one'])
})

test('the same text typed again later is another prompt', () => {
  expect(typed(operation(1, 'enqueue', 'yes'), operation(2, 'remove'), reply(3), prompt(4, 'yes'), reply(5))).toEqual(['1 yes', '4 yes'])
})

test('shell lines are recorded where they run, and an empty text is not a prompt', () => {
  for (const text of ['!ls', '<bash-input>ls</bash-input>', '<local-command-stdout>x</local-command-stdout>', '', '  '])
    expect(typed(operation(1, 'enqueue', text), operation(2, 'remove'), reply(3))).toEqual([])
})

/** Class, rule and text of the line of an enqueue operation that was taken and answered. */
const onlyQueued = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => {
  const records = [{ ...operation(1, 'enqueue', content), ...more }, operation(2, 'remove'), reply(3)]
  const [line] = parseText(records.map((record) => JSON.stringify(record)).join('\n')).lines
  return [line?.class, line?.rule, line?.events[0]?.body]
}

test('a slash command that waited in the queue is a command', () => {
  for (const text of ['/compact', '/review-all now', '/plugin:run a\nb'])
    expect(onlyQueued(` ${text} `)).toEqual(['command', 'queue/only-command', text])
})

test('a slash command that ran is the command that counts, also under the name that the client gives it', () => {
  const command = (second: number, name: string) => prompt(second, `<command-name>${name}</command-name>`)
  expect(typed(operation(1, 'enqueue', '/clear'), operation(2, 'dequeue'), command(3, '/clear'), reply(4))).toEqual(['3 /clear'])
  expect(typed(operation(1, 'enqueue', '/cost'), operation(2, 'dequeue'), command(3, '/usage'), reply(4))).toEqual(['3 /usage'])
})

test.each(queueRules.map((rule) => [rule.id, rule] as const))('%s decides its example', (id, rule) => {
  const { content, ...more } = rule.example as { readonly content: string }
  expect(onlyQueued(content, more)).toEqual([rule.class, id, content])
})

test('a notice after a reminder in the queue is a notice', () => {
  const notice = '<system-reminder>x</system-reminder>\n<agent-notification>done</agent-notification>'
  expect(onlyQueued(notice).slice(0, 2)).toEqual(['task_notification', 'queue/only-notification'])
})

test('a notice that is written as a record is not written twice', () => {
  const notice = '<task-notification>done</task-notification>'
  const written = [prompt(3, notice), attachment(3, notice)]
  for (const record of written)
    expect(
      parseText(
        [operation(1, 'enqueue', notice), operation(2, 'dequeue'), record, reply(4)].map((one) => JSON.stringify(one)).join('\n'),
      ).lines.map((line) => line.class),
    ).toEqual(['bookkeeping', 'bookkeeping', 'task_notification', 'reply'])
})

test('an attachment marked as a notice is not a prompt', () => {
  const { attachment: notice, ...row } = attachment(1, 'it ended')
  expect(typed({ ...row, attachment: { ...notice, origin: { kind: 'task-notification' } } })).toEqual([])
})

test('a prompt may begin as commands and notices do', () => {
  for (const text of ['/src/a.ts has a bug', '/ is full', '<div> is wrong, fix it'])
    expect(typed(operation(1, 'enqueue', text), operation(2, 'remove'), reply(3))).toEqual([`1 ${text}`])
})

test('a removal from an empty queue has no effect', () => {
  expect(typed(operation(1, 'dequeue'), operation(2, 'enqueue', 'one'), reply(3))).toEqual([])
})
