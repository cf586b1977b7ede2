/** Files are read line by line, byte for byte, in bounded memory. */
import { appendFileSync, closeSync, ftruncateSync, openSync, utimesSync, writeFileSync, writeSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closeFile, isUnchanged, openFile, readAt, readLines } from '../../../importer/read-lines.ts'
import { fields } from '../../../importer/skim/selection.ts'
import { tempDir } from '../../support/temp-dir.ts'

interface Read {
  readonly line: number
  readonly lines: number
  readonly offset: number
  readonly text: string
  readonly terminated: boolean
}

const selection = fields(() => ({ type: 'whole' }))

const readAll = (file: string, chunkBytes = 1 << 20): { readonly lines: readonly Read[]; readonly chunks: Buffer } => {
  const open = openFile(file)
  const chunks: Buffer[] = []
  const lines: Read[] = []
  for (const raw of readLines(open, (chunk) => chunks.push(Buffer.from(chunk)), { selection, chunkBytes }))
    lines.push({
      line: raw.line,
      lines: raw.lines,
      offset: raw.offset,
      text: raw.bytes?.toString('latin1') ?? '',
      terminated: raw.terminated,
    })
  closeFile(open)
  return { lines, chunks: Buffer.concat(chunks) }
}

const fileOf = (content: string | Uint8Array): string => {
  const file = path.join(tempDir(), 'a.jsonl')
  writeFileSync(file, content)
  return file
}

test('a line ends with \\n and nothing else; its bytes include the ending', () => {
  expect(
    readAll(fileOf('one\ntwo\r\n\u2028\u0085\n\nlast')).lines.map(({ line, terminated, text }) => [
      line,
      terminated,
      Buffer.from(text, 'latin1').toString(),
    ]),
  ).toEqual([
    [1, true, 'one\n'],
    [2, true, 'two\r\n'],
    [3, true, '\u2028\u0085\n'],
    [4, true, '\n'],
    [5, false, 'last'],
  ])
})

test('consecutive blank lines are one entry, and later lines have the right numbers', () => {
  expect(readAll(fileOf('\none\n\n\r\n \t\n two\n\n ')).lines.map(({ line, lines, text }) => [line, lines, text])).toEqual([
    [1, 1, '\n'],
    [2, 1, 'one\n'],
    [3, 3, '\n\r\n \t\n'],
    [6, 1, ' two\n'],
    [7, 1, '\n'],
    [8, 1, ' '],
  ])
})

test('an empty file has no line', () => {
  expect(readAll(fileOf('')).lines).toEqual([])
})

test('a byte order mark and runs of NUL are bytes like any other', () => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from('a\n'), Buffer.alloc(5000), Buffer.from('\nb')])
  expect(readAll(fileOf(bytes)).lines.map(({ offset, text }) => [offset, text.length])).toEqual([
    [0, 5],
    [5, 5001],
    [5006, 1],
  ])
})

test('the lines put together are the file, at their offsets, whatever the size of the chunks', () => {
  const byte = fc.oneof({ weight: 3, arbitrary: fc.constantFrom(0x0a, 0x0d, 0x00, 0xef, 0xff) }, fc.integer({ min: 0, max: 255 }))
  const pieces = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.array(byte, { maxLength: 40 }).map((bytes) => Uint8Array.from(bytes)),
    ),
    { maxLength: 8 },
  )
  const file = path.join(tempDir(), 'a.jsonl')
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 400 }), (parts, chunkBytes) => {
      const bytes = Buffer.concat(parts)
      writeFileSync(file, bytes)
      const { lines, chunks } = readAll(file, chunkBytes)
      expect(lines.map((line) => line.text).join('')).toBe(bytes.toString('latin1'))
      expect(chunks.equals(bytes)).toBe(true)
      let number = 1
      let offset = 0
      for (const line of lines) {
        const own = line.text.split(/(?<=\n)/).length
        expect([line.line, line.lines, line.offset, line.terminated]).toEqual([number, own, offset, line.text.endsWith('\n')])
        if (own > 1) expect(line.text).toMatch(/^[ \t\r\n]*$/)
        number += own
        offset += line.text.length
      }
    }),
    { numRuns: 300 },
  )
})

test('a line longer than many chunks is one line, and the lines around it are complete', () => {
  const long = 'x'.repeat(20_000_000)
  const { lines } = readAll(fileOf(`a\n${long}\nb\n${long}`))
  expect(lines.map(({ text, offset }) => [text.length, offset])).toEqual([
    [2, 0],
    [20_000_001, 2],
    [2, 20_000_003],
    [20_000_000, 20_000_005],
  ])
})

test('memory is bounded by the chunk and the longest line, however long the file is', () => {
  const open = openFile(fileOf(`${'short\n'.repeat(200_000)}${'x'.repeat(300_000)}\n${'short\n'.repeat(200_000)}`))
  let most = 0
  for (const raw of readLines(open, () => undefined, { selection, chunkBytes: 1 << 16 }))
    most = Math.max(most, raw.bytes?.buffer.byteLength ?? 0)
  closeFile(open)
  // The line is held twice, once more while that grows, and its short form needs room of its own.
  expect(most).toBeLessThanOrEqual(8 * 300_001)
})

test('bytes appended while a file is read are left for the next read', () => {
  const file = fileOf('one\ntwo\n')
  const open = openFile(file)
  const seen: string[] = []
  for (const raw of readLines(open, () => undefined, { selection })) {
    seen.push(raw.bytes?.toString() ?? '')
    appendFileSync(file, 'three\n')
  }
  expect(seen).toEqual(['one\n', 'two\n'])
  expect(isUnchanged(open)).toBe(false)
  closeFile(open)
})

test('a file that became shorter while it was read is reported', () => {
  const file = fileOf('one\ntwo\n')
  const open = openFile(file)
  const fd = openSync(file, 'r+')
  ftruncateSync(fd, 3)
  expect(() => [...readLines(open, () => undefined, { selection })]).toThrow(expect.objectContaining({ code: 'ESHORT' }))
  expect(isUnchanged(open)).toBe(false)
  closeSync(fd)
  closeFile(open)
})

test('a file that was rewritten in place counts as changed', () => {
  const file = fileOf('one\ntwo\n')
  const open = openFile(file)
  expect(isUnchanged(open)).toBe(true)
  const fd = openSync(file, 'r+')
  writeSync(fd, 'eno', 0)
  closeSync(fd)
  utimesSync(file, new Date(1), new Date(1))
  expect(isUnchanged(open)).toBe(false)
  closeFile(open)
})

test('a folder cannot be read as a file', () => {
  expect(() => openFile(tempDir())).toThrow(expect.objectContaining({ code: 'EINVAL' }))
})

test('bytes are read at their place, exactly as many as asked for', () => {
  const open = openFile(fileOf('0123456789'))
  expect(readAt(open, 3, 4).toString()).toBe('3456')
  expect(readAt(open, 10, 0).length).toBe(0)
  expect(() => readAt(open, 8, 3)).toThrow(expect.objectContaining({ code: 'ESHORT' }))
  closeFile(open)
})
