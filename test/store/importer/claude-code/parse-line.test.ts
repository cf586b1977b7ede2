/** A line is read as far as it can be; what is wrong with it is said with its place, and nothing throws. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { parseRecord, parseText } from '../../../support/parse-text.ts'

const prompt = (content: unknown, more: Readonly<Record<string, unknown>> = {}) => ({
  type: 'user',
  uuid: 'u',
  message: { role: 'user', content },
  ...more,
})
const reply = (message: unknown, more: Readonly<Record<string, unknown>> = {}) => ({ type: 'assistant', uuid: 'u', message, ...more })

test('a prompt has its author, place, time and text', () => {
  const talk = conversation({ version: '2.1.42', sessionId: 's', cwd: '/home/sam/tide', start: '2026-01-05T09:00:00.000Z' }).human(
    '  Fix it\nnow ',
    { uuid: 'u1' },
  )
  expect(parseRecord(talk.lines()[0])).toMatchObject({
    line: 1,
    offset: 0,
    blank: false,
    type: 'user',
    uuid: 'u1',
    parentUuid: undefined,
    isRoot: true,
    occurredAt: Date.parse('2026-01-05T09:00:20.000Z'),
    sessionId: 's',
    cwd: '/home/sam/tide',
    gitBranch: 'main',
    version: '2.1.42',
    class: 'human_prompt',
    referenceClass: 'human_prompt',
    headline: 'Fix it\nnow',
    events: [{ kind: 'prompt', body: 'Fix it\nnow', chars: 10, isError: false }],
    problems: [],
  })
})

test('usage counts tokens, and missing counts are zero', () => {
  const line = parseRecord(reply({ usage: { input_tokens: 3, cache_read_input_tokens: null }, content: [] }, { costUSD: 0.25 }))
  expect(line.usage).toMatchObject({ inputTokens: 3, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0.25 })
  expect(line.problems).toEqual([])
  expect(parseRecord(prompt('x', { message: { content: 'x', usage: { input_tokens: 3 } } })).usage).toBe(undefined)
})

test('empty or invalid usage is unknown', () => {
  expect(parseRecord(reply({ usage: 'none', content: [] })).usage).toBe(undefined)
  expect(parseRecord(reply({ usage: {}, content: [] })).usage).toBe(undefined)
})

test.each([
  ['a message that is a text', { message: 'x' }],
  ['a message that is a list', { message: [] }],
  ['no message', { message: null }],
  ['flags that are no flags', { isSidechain: 'yes', isMeta: 1, isCompactSummary: {} }],
  ['ids that are no ids', { uuid: 99, parentUuid: {}, sessionId: [], requestId: 1 }],
  ['nested things that are not', { origin: 'human', toolUseResult: 7, attachment: [], data: 'x', forkedFrom: 3, compactMetadata: null }],
])('fields of the wrong type are omitted: %s', (_what, more) => {
  expect(parseRecord(prompt('x', more))).toMatchObject({
    type: 'user',
    isSidechain: false,
    isMeta: false,
    isCompactSummary: false,
    problems: [],
  })
})

test('a name that is empty names nothing: such records are no copies, and such replies are not one', () => {
  const line = parseRecord(reply({ id: '', content: [] }, { uuid: '', requestId: '' }))
  expect([line.uuid, line.messageId, line.requestId]).toEqual([undefined, undefined, undefined])
})

test('keys with a meaning for objects have no effect', () => {
  const line = parseRecord(
    '{"__proto__":{"isMeta":true,"polluted":1},"constructor":{"prototype":{"polluted":1}},"type":"user","uuid":"u","message":{"__proto__":{"content":"trap"},"role":"user","content":"proto"}}',
  )
  expect(line).toMatchObject({ class: 'human_prompt', headline: 'proto', isMeta: false })
  expect('polluted' in {}).toBe(false)
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
  const calls = parseRecord(reply({ content: names.map((name) => ({ type: 'tool_use', id: name, name, input: {} })) }))
  expect(calls.toolUses.map((use) => use.name)).toEqual(names)
})

test('the last of two equal keys counts', () => {
  expect(parseRecord('{"type":"assistant","type":"user","message":{"content":"first","content":"last"}}')).toMatchObject({
    type: 'user',
    headline: 'last',
  })
})

test('keys may be in any order and escaped', () => {
  expect(parseRecord('{ "message" : { "content" : "x" } , "\\u0074ype" : "user" }')).toMatchObject({ type: 'user', headline: 'x' })
})

test('a very deeply nested record is read, long strings included', () => {
  const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`
  const steps = `${'{"type":"progress","data":{"type":"agent_progress","message":'.repeat(50_000)}1${'}}'.repeat(50_000)}`
  const long = 'long '.repeat(10_000)
  const call = `{"type":"assistant","uuid":"u","message":{"content":[{"type":"tool_use","id":"t","name":"Bash","input":${deep}},{"type":"text","text":"${long}"}]}}`
  const note = `{"type":"attachment","uuid":"n","attachment":{"type":"x"},"data":{"message":${steps}},"more":"${long}"}`
  expect(parseRecord(call)).toMatchObject({ class: 'reply', uuid: 'u', textChars: long.length })
  expect(parseRecord(note)).toMatchObject({ uuid: 'n' })
})

test('text that looks like a record has no effect', () => {
  const nested = { type: 'user', isMeta: true, message: { content: 'trap' } }
  const line = parseRecord(prompt([{ type: 'tool_result', tool_use_id: 't', content: JSON.stringify(nested) }], { toolUseResult: nested }))
  expect(line).toMatchObject({ class: 'tool_result', isMeta: false })
})

test.each([
  ['{"type":"user"', 'malformed-json', 'the line is not valid JSON'],
  ['{"a":1}{"b":2}', 'malformed-json', 'the line is not valid JSON'],
  ['\u0000\u0000\u0000', 'malformed-json', 'the line contains only NUL bytes: its content was never written'],
  ['{"a":"\u0000"}', 'malformed-json', 'the line is not valid JSON'],
  ['[]', 'not-an-object', 'the line is JSON, but not an object'],
  ['null', 'not-an-object', 'the line is JSON, but not an object'],
  ['"text"', 'not-an-object', 'the line is JSON, but not an object'],
])('the line %j is kept, with its place and its problem', (text, code, reason) => {
  const { lines } = parseText(`${JSON.stringify(prompt('ü'))}\n${text}\n${JSON.stringify(prompt('after'))}\n`)
  expect(lines.map((line) => line.class)).toEqual(['human_prompt', 'malformed', 'human_prompt'])
  const offset = lines[0]?.length
  expect(lines[1]).toMatchObject({ line: 2, offset, type: '', events: [], rule: `malformed/${code}` })
  expect(lines[1]?.problems).toEqual([{ code, reason, line: 2, offset, length: Buffer.byteLength(text) + 1 }])
})

test('a truncated last line is marked as possibly unfinished', () => {
  const { lines } = parseText('{"type":"mode"}\n{"type":"us')
  expect(lines[1]?.problems).toEqual([
    { code: 'truncated-line', reason: 'the last line ends before its JSON does', line: 2, offset: 16, length: 11 },
  ])
})

test('a last line without its ending is a line', () => {
  expect(parseText('{"type":"mode"}').lines).toMatchObject([{ class: 'bookkeeping', problems: [], length: 15 }])
})

test('bytes that are not UTF-8 are shown as such, and the next line is unaffected', () => {
  const bytes = Buffer.concat([
    Buffer.from('{"type":"user","message":{"content":"bad '),
    Buffer.from([0xff, 0xc3, 0x28]),
    Buffer.from('"}}\n{"type":"user","message":{"content":"fine"}}\n'),
  ])
  const { lines } = parseText(bytes)
  expect(lines.map((line) => [line.headline, line.problems.map((problem) => problem.code)])).toEqual([
    ['bad \ufffd\ufffd(', ['invalid-utf8']],
    ['fine', []],
  ])
})

test('a byte order mark is not part of a line', () => {
  const { lines } = parseText('\ufeff{"type":"mode"}\r\n\ufeff{"type":"mode"}\r\n')
  expect(lines.map((line) => [line.class, line.length])).toEqual([
    ['bookkeeping', 20],
    ['bookkeeping', 20],
  ])
})

test('a record of an unknown kind is kept and reported', () => {
  expect(parseRecord({ type: 'hologram', uuid: 'u' })).toMatchObject({
    class: 'unknown',
    type: 'hologram',
    uuid: 'u',
    problems: [{ code: 'unknown-type' }],
  })
})

test('no JSON makes it throw, and every line keeps its length', () => {
  const known = fc.constantFrom(
    'type',
    'message',
    'content',
    'uuid',
    'parentUuid',
    'timestamp',
    'usage',
    'data',
    'attachment',
    'text',
    'input',
    'id',
    'subtype',
    'prompt',
    'compactMetadata',
  )
  const kinds = fc.constantFrom(
    'user',
    'assistant',
    'system',
    'attachment',
    'progress',
    'summary',
    'result',
    'queue-operation',
    'text',
    'tool_use',
    'tool_result',
    'thinking',
    'compact_boundary',
  )
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      kinds,
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('json'), { maxLength: 4 }),
      fc.dictionary(known, tie('json'), { maxKeys: 6 }),
    ),
  }))
  fc.assert(
    fc.property(fc.array(json, { maxLength: 5 }), (values) => {
      const texts = values.map((value) => JSON.stringify(value))
      const { lines } = parseText(texts.join('\n'))
      expect(lines.reduce((sum, line) => sum + line.length, 0)).toBe(Buffer.byteLength(texts.join('\n')))
    }),
    { numRuns: 200 },
  )
})
