/** Records of a damaged line are read like any other: each is a line with its class, marked, and the line is a problem. */
import { expect, test } from 'vitest'
import { parseText } from '../../../support/parse-text.ts'

const record = (uuid: string, more: object = {}) => ({
  type: 'user',
  uuid,
  sessionId: 's',
  message: { content: `text of ${uuid}` },
  ...more,
})
const json = (value: unknown): string => JSON.stringify(value)
const nuls = '\0'.repeat(5)
const reply = json({ type: 'assistant', uuid: 'r', message: { id: 'm', content: [{ type: 'text', text: 'ok' }] } })

const told = (content: string) =>
  parseText(content).lines.map(({ line, offset, length, uuid, class: name, rule, ruleOfClass }) => [
    line,
    offset,
    length,
    uuid ?? '',
    name,
    rule,
    ruleOfClass,
  ])

test('records on one line are separate lines with their usual class, and the bytes between them are kept', () => {
  const [a, b] = [json(record('a')), json(record('b', { isMeta: true }))]
  const content = `${reply}\n${nuls}${a}x${b}${nuls}\n\n${reply.replace('"r"', '"q"')}\n`
  const at = reply.length + 1
  const [first, second] = [nuls.length + a.length, 1 + b.length + nuls.length + 1]
  expect(told(content)).toEqual([
    [1, 0, reply.length + 1, 'r', 'reply', 'assistant/reply', undefined],
    [2, at, first, 'a', 'human_prompt', 'recovered', 'user/otherwise'],
    [3, at + first, second, 'b', 'meta', 'recovered', 'user/meta-flag'],
    [4, at + first + second, 1, '', 'bookkeeping', 'blank', undefined],
    [5, at + first + second + 1, reply.length + 1, 'q', 'reply', 'assistant/reply', undefined],
  ])
})

test('the problem names the line of the file, its bytes and those of the records', () => {
  const [a, b] = [json(record('a')), json(record('b'))]
  const content = `${a}${b}\n{"torn\n${nuls}${a.replace('"a"', '"c"')}\n`
  const problems = parseText(content).lines.flatMap(({ problems }) => problems)
  expect(problems).toEqual([
    {
      code: 'recovered-records',
      line: 1,
      offset: 0,
      length: a.length + b.length + 1,
      reason: `the line is not valid JSON; 2 records were recovered from bytes 0–${String(a.length - 1)}, ${String(a.length)}–${String(a.length + b.length - 1)}`,
    },
    expect.objectContaining({ code: 'malformed-json', line: 2 }),
    expect.objectContaining({
      code: 'recovered-records',
      line: 3,
      reason: expect.stringContaining('the line also contains 5 NUL bytes') as unknown,
    }),
  ])
})

test('a line of only NUL bytes contains no record', () => {
  expect(told(`${nuls}\n`)).toEqual([[1, 0, 6, '', 'malformed', 'malformed/malformed-json', undefined]])
})

test('a record that is complete elsewhere in the file is a repeat, also next to NUL bytes', () => {
  const a = json(record('a'))
  for (const content of [`${a}\n${nuls}${a}\n`, `${nuls}${a}\n${a}\n`, `${a}${a}\n`, `${a}\n${reply}${a}\n`]) {
    const lines = parseText(content).lines.filter(({ uuid }) => uuid === 'a')
    expect(lines.map(({ isRepeat }) => isRepeat)).toEqual([false, true])
    expect(lines.flatMap(({ problems }) => problems.map(({ code }) => code)).filter((code) => code === 'duplicate-uuid')).toEqual([])
  }
})

test('a record without a type that follows another on its line is kept as unknown', () => {
  expect(told(`${json(record('a'))}{"x":1}\n`).map(([, , , , name]) => name)).toEqual(['human_prompt', 'unknown'])
})

test('a recovered boundary applies to the records after it on its line', () => {
  const boundary = json({ type: 'system', subtype: 'compact_boundary', uuid: 'b', sessionId: 's', parentUuid: null })
  const summary = json({ type: 'summary', summary: 'So far', leafUuid: 'x' })
  expect(told(`${boundary}${summary}\n`).map(([, , , , name]) => name)).toEqual(['compaction', 'compaction_summary'])
})

const refusal = {
  type: 'user',
  uuid: 'a',
  sessionId: 's',
  message: {
    content: [
      {
        type: 'tool_result',
        tool_use_id: 't',
        is_error: true,
        content: "The user doesn't want to proceed with this tool use. The tool use was rejected",
      },
    ],
  },
}
const used = (count: string): string =>
  json({
    type: 'assistant',
    uuid: 'a',
    sessionId: 's',
    message: { id: 'm', content: [{ type: 'text', text: 'ok' }], usage: { input_tokens: 'COUNT', output_tokens: 5 } },
  }).replace('"COUNT"', count)

test.for([
  ['a refused call', json(refusal)],
  ['a count beyond the integers of JavaScript', used('9007199254740993')],
  ['a count that is none', used('-1')],
  ['a prompt', json(record('a'))],
] as const)('%s is read the same alone, next to NUL bytes, after half a record and after a byte order mark', ([, written]) => {
  const factsOf = (content: string) => {
    const line = parseText(content).lines.at(-1)
    return [
      line?.class,
      line?.events,
      line?.usage,
      line?.headline,
      line?.problems.filter(({ code }) => code !== 'recovered-records').length,
    ]
  }
  const alone = factsOf(`${written}\n`)
  for (const before of [nuls, '{"type":"user","mess', '\uFEFF']) expect(factsOf(`${before}${written}\n`)).toEqual(alone)
  expect(factsOf(`${written}${nuls}\n`)).toEqual(alone)
})
