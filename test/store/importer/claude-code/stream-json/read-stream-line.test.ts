import { readFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { LineSplitter } from '../../../../../importer/line-splitter.ts'
import { readStreamLine, type TimelessEvent } from '../../../../../importer/claude-code/stream-json/read-stream-line.ts'
import { StreamJsonReader } from '../../../../../importer/claude-code/stream-json/stream-reader.ts'
import { sharedOrSkip } from '../../../../support/strata-inputs.ts'

const read = (line: string) => readStreamLine(Buffer.from(line))

const isEmpty = (value: unknown): boolean => [undefined, '', 0, false].includes(value as never)
const always = ['source', 'content', 'name', 'subtype', 'raw']

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return `not JSON: ${text}`
  }
}

/** An event as the reference prints it: what is JSON inside it stands there as JSON. */
const printed = ({ type, payload }: TimelessEvent): unknown => {
  const fields = Object.entries<unknown>(payload).flatMap(([key, value]): (readonly [string, unknown])[] => {
    if (isEmpty(value) && (!always.includes(key) || (type === 'tool_result' && key === 'content'))) return []
    return [[key, value instanceof Uint8Array ? jsonOr(Buffer.from(value).toString()) : value]]
  })
  return { type, [type]: Object.fromEntries(fields) }
}

const printedLine = (line: string): unknown => read(line).events.map(printed)

/** Lines that say more to us than to the reference, which does not read the nested shape and drops some fields (docs/live.md). */
const better: Readonly<Record<string, unknown>> = {
  '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"hi"}]}}': [
    { type: 'response', response: { content: 'hi' } },
  ],
  '{"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}}': [
    { type: 'tool_result', tool_result: { id: 't', output: 'ok' } },
  ],
  '{"type":"user","message":{"role":"user","content":"hi there"}}': [{ type: 'prompt', prompt: { source: 'user', content: 'hi there' } }],
  '{"type":"user","content":[{"type":"tool_result","tool_use_id":"t","content":"ok"}]}': [
    { type: 'tool_result', tool_result: { id: 't', output: 'ok' } },
  ],
  '{"type":"tool","subtype":"result","tool_use_id":"t","content":[{"type":"text","text":"arr"}],"is_error":true}': [
    { type: 'tool_result', tool_result: { id: 't', output: 'arr', is_error: true } },
  ],
  '{"type":"result","subtype":"success","duration_seconds":1.5,"duration_ms":9000,"cache_creation_input_tokens":77,"cache_read_input_tokens":5}':
    [{ type: 'metric', metric: { status: 'success', duration_seconds: 1.5, cache_read_tokens: 5, cache_write_tokens: 77 } }],
  '{"type":"result","subtype":"success","total_cost_usd":0.5,"usage":{"input_tokens":10},"num_turns":2,"duration_ms":1234}': [
    { type: 'metric', metric: { status: 'success', duration_seconds: 1.234, turn_count: 2, input_tokens: 10 } },
  ],
}

test('the flat shape gives the events of the reference, and more only on request', (context) => {
  const text = readFileSync(path.join(sharedOrSkip(context), 'spec/formats/stream-json-vectors.txt'), 'utf8')
  const vectors = [...text.matchAll(/^IN {2}(.*)\n(?:JSONERR.*\n)?OUT (.*) cborErr <nil>$/gm)]
  expect(vectors).toHaveLength(39)
  const unread = Object.keys(better).filter((line) => !vectors.some(([, input]) => input === line))
  expect(unread).toEqual([])
  for (const [, input = '', out = ''] of vectors) {
    const expected = out === '' ? [{ type: 'output', output: { raw: `not JSON: ${input}` } }] : [JSON.parse(out) as unknown]
    expect(printedLine(input), input).toEqual(better[input] ?? expected)
  }
})

const bytesOf = (event: TimelessEvent | undefined): string => {
  const bytes = Object.values(event?.payload ?? {}).find((value) => value instanceof Uint8Array)
  return bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : ''
}

test('verbatim parts keep every byte: the input of a tool, a whole system line, an unknown line', () => {
  expect(bytesOf(read('{"type":"assistant","subtype":"tool_use","id":"x","input":{ "a" : [1, "}\\"" ] }}').events[0])).toBe(
    '{ "a" : [1, "}\\"" ] }',
  )
  expect(bytesOf(read('{"type":"assistant","subtype":"tool_use","id":"x","input":null}').events[0])).toBe('null')
  const nested = '{"type":"assistant","message":{"content":[{"type":"tool_use","id":"x","name":"R","input":{"b" :  "é\\u00e9"}}]}}'
  expect(bytesOf(read(nested).events[0])).toBe('{"b" :  "é\\u00e9"}')
  expect(bytesOf(read('  {"type":"system", "subtype":"init"} ').events[0])).toBe('  {"type":"system", "subtype":"init"} ')
  expect(bytesOf(read('{"type":"new", "thing":1}').events[0])).toBe('{"type":"new", "thing":1}')
  expect(bytesOf(read('   ').events[0])).toBe('   ')
})

test('every block of a nested reply is a separate event; an unknown block is kept unchanged', () => {
  const content = [
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'text', text: 'I look.' },
    { type: 'tool_use', id: 'a', name: 'Read', input: {} },
    { type: 'server_tool_use', id: 'b', name: 'web_search', input: { query: 'q' } },
    { type: 'redacted_thinking', data: 'zz' },
  ]
  const usage = { input_tokens: 12, cache_creation_input_tokens: 7, cache_read_input_tokens: 5, output_tokens: 1 }
  const line = read(
    JSON.stringify({ type: 'assistant', session_id: 's-1', parent_tool_use_id: null, message: { id: 'msg_1', content, usage } }),
  )
  expect(line.events.map(printed)).toEqual([
    { type: 'thinking', thinking: { content: 'hm', signature: 'sig' } },
    { type: 'response', response: { content: 'I look.' } },
    { type: 'tool_call', tool_call: { id: 'a', name: 'Read', input: {} } },
    { type: 'tool_call', tool_call: { id: 'b', name: 'web_search', input: { query: 'q' }, server_tool: true } },
    { type: 'output', output: { raw: { type: 'redacted_thinking', data: 'zz' } } },
  ])
  expect(line).toMatchObject({ agentCall: '', sessionId: 's-1', usage: { replyId: 'msg_1', input: 12, cacheRead: 5, cacheWrite: 7 } })
})

test('a tool result of several blocks keeps its text, and other blocks unchanged', () => {
  const result = (content: unknown): unknown =>
    printedLine(JSON.stringify({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content }] } }))
  expect(
    result([
      { type: 'text', text: 'a' },
      { type: 'text', text: 'b' },
    ]),
  ).toEqual([{ type: 'tool_result', tool_result: { id: 't', output: 'a\nb' } }])
  const image = [
    { type: 'text', text: 'a' },
    { type: 'image', source: { data: 'iVBO' } },
  ]
  expect(result(image)).toEqual([{ type: 'tool_result', tool_result: { id: 't', output: JSON.stringify(image) } }])
  expect(result(undefined)).toEqual([{ type: 'tool_result', tool_result: { id: 't' } }])
})

test('texts that the client writes as a user are distinguished from prompts', () => {
  expect(read('{"type":"user","isSynthetic":true,"message":{"role":"user","content":"This session is being continued"}}')).toMatchObject({
    isSynthetic: true,
    events: [{ type: 'prompt', payload: { source: 'injected' } }],
  })
  expect(read('{"type":"user","isReplay":true,"message":{"role":"user","content":"hi"}}').isReplay).toBe(true)
})

test('any JSON value and any text gives at least one event and never throws', () => {
  const line = fc.oneof(
    fc.json(),
    fc.string(),
    fc.jsonValue().map((value) => JSON.stringify({ type: 'assistant', message: { content: value } })),
    fc.jsonValue().map((value) => JSON.stringify({ type: 'user', content: [value], message: value })),
    fc.jsonValue().map((value) => JSON.stringify({ type: 'result', usage: value, subtype: value, duration_ms: value })),
  )
  fc.assert(
    fc.property(line, (text) => {
      const { events } = read(text)
      return events.length > 0
    }),
    { numRuns: 2000 },
  )
})

test('lines are complete, however the stream is cut', () => {
  const text = 'first\r\n\nsecond line ü\nlast without an end'
  const cuts = fc.array(fc.integer({ min: 0, max: Buffer.byteLength(text) }), { maxLength: 8 })
  fc.assert(
    fc.property(cuts, (at) => {
      const bytes = Buffer.from(text)
      const ends = [...at.sort((a, b) => a - b), bytes.length]
      const splitter = new LineSplitter()
      const lines = ends.flatMap((end, index) => splitter.push(bytes.subarray(index === 0 ? 0 : ends[index - 1], end)))
      const all = [...lines, ...splitter.end()].map((line) => Buffer.from(line).toString())
      expect(all).toEqual(['first', '', 'second line ü', 'last without an end'])
    }),
  )
})

const boundary = '{"type":"system","subtype":"compact_boundary"}'
const userLine = (content: string, more: object = {}): string =>
  JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more })
const continued = 'This session is being continued from a previous conversation. Its summary: we read the code.'

test.each([
  [
    'the text that the client writes in place of a person after a boundary',
    [boundary, userLine('We read it.', { isSynthetic: true })],
    true,
  ],
  ['a text that begins as a summary does', [boundary, userLine(continued)], true],
  ['a summary after other lines of the client', [boundary, '{"type":"system","subtype":"status"}', 'no JSON', userLine(continued)], true],
  ['what the client calls a summary, without a boundary', [userLine('We read it.', { isCompactSummary: true })], true],
  ['such a text without a boundary', [userLine(continued)], false],
  ['a prompt after a boundary', [boundary, userLine('Go on')], false],
  ['such a text of a sub-agent', [boundary, userLine(continued, { parent_tool_use_id: 'call-1' })], false],
])('which texts are the summary of a compaction: %s', (_, lines, isSummary) => {
  const events = new StreamJsonReader().push(Buffer.from(`${lines.join('\n')}\n`), 0)
  const last = events.at(-1)
  expect(last?.isSummary).toBe(isSummary)
  const source = lines.at(-1)?.includes('Go on') === true ? 'user' : 'injected'
  expect(last?.event.payload).toMatchObject({ source })
})
