/** A whole transcript: lines in order, repeats told from conflicts, other encodings told apart. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { countLines } from '../../../../app/model/count-lines.ts'
import { conversation } from '../../../support/conversation.ts'
import { parseText } from '../../../support/parse-text.ts'

const record = (uuid: string, content: string): string => JSON.stringify({ type: 'user', uuid, message: { content } })

test('the second of two identical records is a repeat', () => {
  const { lines } = parseText(`${record('a', 'x')}\n${record('b', 'y')}\n${record('a', 'x')}\r\n${record('a', 'x')}`)
  expect(lines.map((line) => [line.isRepeat, line.problems.length])).toEqual([
    [false, 0],
    [false, 0],
    [true, 0],
    [true, 0],
  ])
})

test('two records with one uuid and different content are both kept, and the second is a problem', () => {
  const { lines } = parseText(`${record('a', 'version one')}\n${record('a', 'version two')}\n`)
  expect(lines.map((line) => [line.isRepeat, line.headline])).toEqual([
    [false, 'version one'],
    [false, 'version two'],
  ])
  expect(lines[1]?.problems).toMatchObject([{ code: 'duplicate-uuid', reason: 'line 1 has the same uuid and other content', line: 2 }])
})

test.each([
  ['in UTF-16, little-endian', (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])],
  ['in UTF-16, big-endian', (text: string) => Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, 'utf16le').swap16()])],
  ['in UTF-16 without a mark', (text: string) => Buffer.from(text, 'utf16le')],
  ['compressed with gzip', (text: string) => gzipSync(text)],
])('a file %s is kept as one line and is a problem', (_which, encode) => {
  const bytes = encode(`${record('a', 'x')}\n${record('b', 'y')}\n`)
  const { lines, problems } = parseText(bytes)
  expect(lines).toMatchObject([{ offset: 0, length: bytes.length, blank: true, type: '' }])
  expect(problems.map((problem) => problem.code)).toEqual(['unreadable-encoding'])
})

test('a file whose second byte is damaged is still read as lines', () => {
  const bytes = Buffer.from(`${record('a', 'x')}\n${record('b', 'y')}\n`)
  bytes[1] = 0
  const { lines, problems } = parseText(bytes)
  expect([lines.map((line) => line.uuid), problems]).toEqual([[undefined, 'b'], []])
})

test('NUL bytes in the place of a line are reported as such', () => {
  const { lines } = parseText(Buffer.concat([Buffer.from(`${record('a', 'x')}\n`), Buffer.alloc(500)]))
  expect(lines.map((line) => line.problems.map(({ reason }) => reason.split(':')[0]))).toEqual([[], ['the line contains only NUL bytes']])
})

test.each(['', '\ufeff'])('empty input has no record and no problem (%j)', (text) => {
  const { lines, problems } = parseText(text)
  expect(lines.every((line) => line.blank)).toBe(true)
  expect([...problems, ...lines.flatMap((line) => line.problems)]).toEqual([])
})

test('consecutive blank lines are one entry without a record, and the next line has the right number', () => {
  const { lines } = parseText(`\n   \n\u00a0\n\t\r\n${record('a', 'x')}\n\n${record('b', 'x')}\n `)
  const bytes = record('a', 'x').length + 1
  expect(lines.map((line) => [line.blank, line.line, line.lines, line.offset, line.length, line.problems.length])).toEqual([
    [true, 1, 4, 0, 11, 0],
    [false, 5, 1, 11, bytes, 0],
    [true, 6, 1, 11 + bytes, 1, 0],
    [false, 7, 1, 12 + bytes, bytes, 0],
    [true, 8, 1, 12 + 2 * bytes, 1, 0],
  ])
  expect(countLines(lines)).toBe(8)
})

test('a summary is a compaction after its boundary, blank lines between them not counted', () => {
  const { lines } = parseText(
    '{"type":"system","subtype":"compact_boundary"}\n\n{"type":"summary","summary":"x"}\n{"type":"summary","summary":"y"}\n',
  )
  expect(lines.map((line) => line.class)).toEqual(['compaction', 'bookkeeping', 'compaction_summary', 'title'])
})

test('a transcript of every client is read without a problem', () => {
  for (const version of ['1.0.128', '2.0.76', '2.1.42', '2.1.330'] as const) {
    const talk = conversation({ version })
      .human('Fix it')
      .thinks('hm')
      .runs('ls', 'a')
      .subagent({ prompt: 'Look', layout: 'inline' }, (agent) => agent.agent('seen'))
      .command('/context', '', 'lots')
      .bash('ls', 'a')
      .compacts({ trigger: 'manual' })
      .queued('and more')
      .interrupt()
      .apiError('API Error: 529')
    const { lines, problems } = parseText(talk.lines().join('\n'))
    expect([...problems, ...lines.flatMap((line) => line.problems)]).toEqual([])
    expect(lines.filter((line) => line.class === 'unknown' || line.class === 'malformed')).toEqual([])
  }
})
