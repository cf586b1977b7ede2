import fc from 'fast-check'
import { expect, test } from 'vitest'
import { charsOf, cutLine } from '../../../importer/claude-code/cut-line.ts'
import { parseRecord } from '../../support/parse-text.ts'

const parses = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
const cut = (record: unknown): unknown => JSON.parse(cutLine(Buffer.from(JSON.stringify(record))))
const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme', minLength: 120, maxLength: 400 }))
const result = (content: unknown) => ({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 't', content }] } })
const long = '“long” \\ text\n'.repeat(100)

test('the length of what a tool gave back is exact, whatever it holds', () => {
  fc.assert(
    fc.property(text, (content) => {
      expect(parseRecord(result(content)).events[0]?.chars).toBe(content.length)
    }),
  )
})

test('the texts of a tool result in pieces count with the line ends between them', () => {
  fc.assert(
    fc.property(fc.array(text), (texts) => {
      const pieces = texts.map((piece) => ({ type: 'text', text: piece }))
      expect(parseRecord(result([{}, ...pieces])).events[0]?.chars).toBe(texts.join('\n').length)
    }),
  )
})

test('whatever is not cut is as it was', () => {
  fc.assert(
    fc.property(fc.json({ stringUnit: 'binary' }), (json) => {
      expect(JSON.parse(cutLine(Buffer.from(json)))).toEqual(JSON.parse(json))
    }),
  )
})

test('a line parses exactly when all of it is JSON', () => {
  const broken = fc
    .tuple(fc.constant(JSON.stringify(result(long))), fc.nat(), fc.constantFrom('"', '\\', '{', ']', ',', '\u0001', '\\u12', 'x', ''))
    .map(([line, at, put]) => line.slice(0, at % line.length) + put + line.slice((at % line.length) + 1))
  fc.assert(
    fc.property(broken, (line) => {
      expect(parses(cutLine(Buffer.from(line)))).toBe(parses(line))
    }),
  )
})

test('prompts, replies, thinking and tool inputs are kept whole', () => {
  const records = [
    { type: 'user', message: { content: long } },
    { type: 'user', message: { content: [{ type: 'text', text: long }] } },
    {
      type: 'assistant',
      message: {
        content: [
          { type: 'thinking', thinking: long },
          { type: 'tool_use', input: { content: long } },
        ],
      },
    },
    { type: 'summary', summary: long },
    { type: 'queue-operation', content: long },
  ]
  for (const record of records) expect(cut(record)).toEqual(record)
})

test('results, images, signatures and snapshots are cut, the agent that a result names is not', () => {
  const line = cutLine(
    Buffer.from(
      JSON.stringify({
        snapshot: { files: { a: long } },
        toolUseResult: { agentId: long, stdout: long, list: [{}, long] },
        message: { content: [{ signature: long }, { source: { data: long } }, { content: [{ text: long }] }] },
      }),
    ),
  )
  expect(line.length).toBeLessThan(long.length * 2)
  const read = JSON.parse(line) as { readonly toolUseResult: { readonly agentId: string; readonly stdout: string } }
  expect(read.toolUseResult.agentId).toBe(long)
  expect(charsOf(read.toolUseResult.stdout)).toBe(long.length)
})
