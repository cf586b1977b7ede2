/** Whole records are found in a damaged line, and nothing else is taken for one. */
import { expect, test } from 'vitest'
import { recordsInLine, recoverRecords } from '../../../app/model/records-in-line.ts'

const decode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text))
const record = (name: string, more: object = {}): string =>
  JSON.stringify({ parentUuid: null, type: 'user', uuid: name, sessionId: 's', message: { content: `text of ${name} {"` }, ...more })
const [one, two, three] = ['one', 'two', 'three'].map((name) => record(name)) as [string, string, string]
const nuls = '\0'.repeat(7)

/** Names of the records found in a line. */
const namesIn = (line: string): readonly unknown[] => recordsInLine(bytesOf(line), decode).map(({ json }) => json['uuid'] ?? json['type'])

test.each([
  ['a record alone', one, ['one']],
  ['NUL bytes in front', nuls + one, ['one']],
  ['NUL bytes behind', one + nuls, ['one']],
  ['NUL bytes around', nuls + one + nuls, ['one']],
  ['two records', one + two, ['one', 'two']],
  ['records with NUL bytes between', one + nuls + two + nuls + three, ['one', 'two', 'three']],
  ['records with a blank between', `${one} ${two}`, ['one', 'two']],
  ['records with a comma between', `${one},${two}`, ['one', 'two']],
  ['garbage in front', `\u0001abc}]"x": ${one}`, ['one']],
  ['garbage between', `${one}garbage]}\\"${two}`, ['one', 'two']],
  ['garbage behind', `${one}garbage{"a`, ['one']],
  ['a record of any kind behind another', `${one}{"type":"summary","summary":"x","leafUuid":"y"}`, ['one', 'summary']],
  ['records in a list that has no end', `[${one},${two}`, ['one', 'two']],
  ['a record behind another word', `data: ${one}\r`, ['one']],
])('%s', (_what, line, names) => {
  expect(namesIn(line)).toEqual(names)
})

test('a record is found after half of another, wherever that ends', () => {
  const half = record('half', {
    toolUseResult: [
      { a: 'é\\"', b: [1, 2.5e3, true, null] },
      { type: 'text', text: 'x' },
    ],
    n: 'é\\u00e9',
  })
  const bytes = Buffer.from(half)
  for (let end = 1; end < bytes.length; end += 1) {
    const line = Buffer.concat([bytes.subarray(0, end), Buffer.from(two)])
    const names = recordsInLine(line, decode).map(({ json }) => json['uuid'])
    expect([names, bytes.subarray(0, end).toString()]).toEqual([['two'], bytes.subarray(0, end).toString()])
  }
})

test('a record is found before and after half of another, with NUL bytes or without', () => {
  for (let end = 1; end < three.length; end += 3) {
    expect(namesIn(one + three.slice(0, end))).toEqual(['one'])
    expect(namesIn(three.slice(0, end) + nuls + two)).toEqual(['two'])
    expect(namesIn(three.slice(0, end) + one + two)).toEqual(['one', 'two'])
    expect(namesIn(nuls + three.slice(end) + one)).toEqual(['one'])
  }
})

test.each([
  ['nothing', ''],
  ['blanks', ' \t\r\n'],
  ['NUL bytes', nuls],
  ['a half record', one.slice(0, -1)],
  ['a list', `[${one}]`],
  ['a string that quotes a record', JSON.stringify(one)],
  ['a number', '42'],
  ['a part of a message', '\0\0"message":{"role":"user","content":[{"type":"text","text":"hi"}]},"uuid":"x"}'],
  [
    'a half record with a whole part',
    '{"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","uuid":"x","message":{}}',
  ],
  ['an object that names no type', '{"a":1}x'],
])('no record is found in %s', (_what, line) => {
  expect(namesIn(line)).toEqual([])
})

test('a record quoted in another, as a string or a part, is not a separate record', () => {
  const quoting = record('quoting', { message: { content: two, input: JSON.parse(three) as unknown } })
  expect(namesIn(quoting)).toEqual(['quoting'])
  expect(namesIn(nuls + quoting + nuls)).toEqual(['quoting'])
  expect(namesIn(quoting + one)).toEqual(['quoting', 'one'])
})

test('the parts of a line add up to the line, and each part gives the same record alone or next to another', () => {
  const line = `x${nuls}${one}garbage${two}${nuls}${three}{"torn`
  const found = recoverRecords(bytesOf(line), decode)
  const parts = found.map(({ start, end }) => Buffer.from(line).subarray(start, end).toString())
  expect(parts.join('')).toBe(line)
  expect(parts.map((part) => namesIn(part))).toEqual([['one'], ['two'], ['three']])
  for (const part of parts) for (const other of parts) expect(namesIn(part + other)).toEqual([...namesIn(part), ...namesIn(other)])
})

test('a long damaged line takes time in proportion to its length', () => {
  const lines = [
    '{"a":'.repeat(400_000),
    '{}'.repeat(1_000_000),
    '{"'.repeat(1_000_000),
    `x${'["{'.repeat(600_000)}`,
    '{ '.repeat(1_000_000),
  ]
  for (const line of lines) expect(namesIn(`x${line}`)).toEqual([])
  expect(namesIn(one.repeat(5_000)).length).toBe(5_000)
}, 30_000)
