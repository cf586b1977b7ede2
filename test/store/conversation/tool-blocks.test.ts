/** Blocks of a conversation as the reader gets them from the engine. */
import { expect, test } from 'vitest'
import type { ConversationBlock, ConversationItem } from '../../../app/contract/reader.ts'
import type { RecordPlace } from '../../../app/conversation/read-conversation.ts'
import { readConversation } from '../../../app/conversation/read-conversation.ts'
import type { ToolCallBlock } from '../../../renderer/panels/reader/tool-outcome.ts'
import { everyToolCard, longOutput } from '../../support/every-tool-card.ts'

const place = (record: { readonly type?: unknown; readonly attachment?: unknown }, line: number): RecordPlace => ({
  sourceFile: 'f',
  sourceId: 's',
  line,
  fileLine: line,
  subtype: null,
  class: record.type === 'attachment' ? 'bookkeeping' : record.type === 'assistant' ? 'reply' : 'human_prompt',
  classByRule: null,
  rule: 'r',
  occurredAt: null,
})

const lines = everyToolCard().lines()
const reading = readConversation(
  Buffer.from(lines.join('\n')),
  lines.map((line, at) => place(JSON.parse(line) as Record<string, unknown>, at + 1)),
)

const blocks: readonly ConversationBlock[] = reading.items.flatMap((item: ConversationItem) => item.blocks)
const calls = blocks.filter((block): block is ToolCallBlock => block.kind === 'tool_call')
const call = (name: string, subject: string): ToolCallBlock => {
  const found = calls.find((one) => one.name === name && JSON.stringify(one.input).includes(subject))
  if (found === undefined) throw new Error(`no call of ${name} with ${subject}`)
  return found
}

test('a result says its exit code, its duration and where it continues, as far as the record does', () => {
  expect([call('Bash', 'npm run lint').result?.exitCode, call('Bash', 'npm test').result?.exitCode]).toEqual([2, null])
  expect(call('BashOutput', 'b12').result?.exitCode).toBe(0)
  expect(call('Bash', 'watch').result?.backgroundId).toBe('b12')
  expect(call('mcp__tracker__create_issue', 'Core').result?.runMs).toBe(1_250)
  const { calledAt, limitMs, cwd, result } = call('Bash', 'npm test')
  expect([cwd, limitMs, (result?.answeredAt ?? 0) - (calledAt ?? 0)]).toEqual(['/home/ana/app', 120_000, 2_400])
})

test('a long result is sent in part, with its whole length and the record that has it', () => {
  const { result } = call('Grep', 'sum')
  expect([result?.text.length, result?.chars, result?.recordUuid]).toEqual([20_000, longOutput.length, expect.any(String)])
})

test('a PDF that was read has its name, its pages and its size', () => {
  expect(call('Read', 'manual.pdf').result?.documents).toEqual([
    { name: '/home/ana/app/manual.pdf', mediaType: 'application/pdf', bytes: 4_096, pages: 2, text: null },
  ])
  expect(blocks.find(({ kind }) => kind === 'document')).toMatchObject({ name: 'notes.txt', pages: null, text: 'Page one\fPage two' })
})

test('a notebook that was read has its cells with their outputs, and an edit the source before', () => {
  const cells = call('Read', 'plots.ipynb').result?.cells ?? []
  expect(cells.map(({ kind, id, language, run, outputs }) => [kind, id, language, run, outputs.map((one) => one.kind)])).toEqual([
    ['markdown', 'm1', null, null, []],
    ['code', 'c1', 'python', 3, ['stream', 'display_data']],
  ])
  expect(cells[1]?.outputs[1]?.image?.dataUrl).toMatch(/^data:image\/png;base64,/)
  expect(call('NotebookEdit', 'plots').result?.cellBefore).toBe('total = 1\nprint(total)')
})

test('attachments that carry content are blocks with their kind, the others are counted', () => {
  const attached = blocks.flatMap((block) => (block.kind === 'attached' ? [[block.type, block.subject, block.text]] : []))
  expect(attached).toEqual([
    ['file', 'NOTES.md', 'Result of calling the Read tool:\n1\tMind the parser'],
    ['hook_success', 'SessionStart:startup', 'Hook says hello'],
    ['diagnostics', null, 'file:///a.ts\n Error: No such name'],
  ])
  expect(reading.bookkeeping).toEqual([{ kind: 'attachment/command_permissions', count: 1 }])
})

test('redacted thinking differs from thinking that was recorded without its text', () => {
  const thinking = blocks.flatMap((block) => (block.kind === 'thinking' ? [[block.redacted, block.text]] : []))
  expect(thinking).toEqual([
    [false, 'First look at the parser.\nThen fix it.'],
    [true, ''],
  ])
})

const readReply = (content: readonly object[]): readonly ConversationBlock[] => {
  const line = JSON.stringify({ type: 'assistant', uuid: 'u', message: { role: 'assistant', id: 'm', content } })
  return readConversation(Buffer.from(line), [place({ type: 'assistant' }, 1)]).items.flatMap((item) => item.blocks)
}

test('the result of a tool that the service ran is with its call', () => {
  const call = { type: 'server_tool_use', id: 'srv', name: 'web_search', input: { query: 'sums' } }
  const found = {
    type: 'web_search_tool_result',
    tool_use_id: 'srv',
    content: [{ type: 'web_search_result', title: 'Sums', url: 'https://x.example' }],
  }
  const failed = { ...found, content: { type: 'web_search_tool_result_error', error_code: 'max_uses_exceeded' } }
  const results = [found, failed].map((result) => readReply([call, result]))
  expect(results.map((read) => read.map(({ kind }) => kind))).toEqual([['tool_call'], ['tool_call']])
  expect(results.flat().map((block) => (block.kind === 'tool_call' ? [block.result?.isError, block.result?.text] : []))).toEqual([
    [false, 'Sums\nhttps://x.example'],
    [true, 'max_uses_exceeded'],
  ])
})

test('a result of references names the tools', () => {
  const [block] = readReply([{ type: 'tool_result', tool_use_id: 'none', content: [{ type: 'tool_reference', tool_name: 'TaskCreate' }] }])
  expect(block).toMatchObject({ kind: 'tool_result', result: { text: 'TaskCreate' } })
})
