/** Lines are read in a short form without their long strings; what is read of them is exactly what the whole line says. */
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseLine } from '../../../importer/claude-code/parse-line.ts'
import { closeFile, openFile, readLines } from '../../../importer/read-lines.ts'
import { StringShortener } from '../../../importer/skim/string-shortener.ts'
import { corpus, realSessions, sharedOrSkip } from '../../support/strata-inputs.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** Longest strings that are kept: none at all, so that nothing is read without being put back, to the usual ones. */
const thresholds = [0, 3, 40, 128]

interface Reading {
  readonly lines: number
  readonly short: number
}

/** Reads every line both ways and compares. */
const compareBothWays = (file: string, threshold: number, chunkBytes?: number): Reading => {
  const open = openFile(file)
  let lines = 0
  let short = 0
  try {
    for (const raw of readLines(open, () => undefined, chunkBytes, new StringShortener(threshold))) {
      lines += 1
      if (raw.short !== undefined) short += 1
      for (const afterBoundary of [false, true]) {
        const whole = parseLine({ ...raw, short: undefined }, afterBoundary).line
        expect(parseLine(raw, afterBoundary).line, `${file}:${raw.line}`).toEqual(whole)
      }
    }
  } finally {
    closeFile(open)
  }
  return { lines, short }
}

const compareText = (content: string | Uint8Array, threshold: number, chunkBytes?: number): Reading => {
  const file = path.join(tempDir(), 'a.jsonl')
  writeFileSync(file, content)
  return compareBothWays(file, threshold, chunkBytes)
}

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const place = path.join(folder, name)
    return lstatSync(place).isDirectory() ? filesUnder(place) : lstatSync(place).isFile() && place.endsWith('.jsonl') ? [place] : []
  })

const samples = filesUnder(path.join(process.cwd(), 'samples/projects'))

test.each(thresholds)('the samples read the same with strings of up to %i bytes kept', (threshold) => {
  const readings = samples.map((file) => compareBothWays(file, threshold))
  const lines = readings.reduce((sum, reading) => sum + reading.lines, 0)
  const short = readings.reduce((sum, reading) => sum + reading.short, 0)
  expect(lines).toBeGreaterThan(300)
  expect(short / lines).toBeGreaterThan(0.95)
})

test('real sessions read the same, and nearly every line has a short form', (context) => {
  const { projects } = realSessions(sharedOrSkip(context))
  const files = filesUnder(projects)
  for (const threshold of [0, 128]) {
    const readings = files.map((file) => compareBothWays(file, threshold))
    const lines = readings.reduce((sum, reading) => sum + reading.lines, 0)
    expect(readings.reduce((sum, reading) => sum + reading.short, 0) / lines).toBeGreaterThan(0.99)
  }
})

test('damaged and hostile transcripts read the same', (context) => {
  const { projects } = corpus(sharedOrSkip(context), { profile: 'adversarial' })
  for (const file of filesUnder(projects)) for (const threshold of [0, 128]) compareBothWays(file, threshold)
})

/** JSON texts with everything that JSON allows between and within its parts. */
const space = fc.constantFrom('', '', '', ' ', '\t', '\r', '  ')
const character = fc.oneof(
  fc.constantFrom(
    'a',
    'é',
    '日',
    '😀',
    '\\n',
    '\\"',
    '\\\\',
    '\\/',
    '\\u0041',
    '\\ud83d\\ude00',
    '\\ud800',
    '\\u0001',
    '\\u001',
    '\\x',
    '\t',
    ' ',
    ':',
    ',',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
)
const stringText = fc.array(character, { maxLength: 60 }).map((characters) => `"${characters.join('')}"`)
const keyText = fc.oneof(
  stringText,
  fc.constantFrom(
    '"type"',
    '"message"',
    '"content"',
    '"text"',
    '"toolUseResult"',
    '"uuid"',
    '"timestamp"',
    '"__proto__"',
    '"data"',
    '"attachment"',
    '"summary"',
  ),
)
const valueText = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(
      stringText,
      fc.constantFrom('"user"', '"assistant"', '"tool_result"', '"text"', '"agent_progress"', 'null', 'true', '-1.5e3', '0'),
    ),
    fc.array(tie('value'), { maxLength: 4 }).map((parts) => `[${parts.join(',')}]`),
    fc
      .array(fc.tuple(keyText, space, space, tie('value')), { maxLength: 6 })
      .map((parts) => `{${parts.map(([key, before, after, value]) => `${key}${before}:${after}${value}`).join(',')}}`),
  ),
})).value

test('any JSON reads the same, whatever its strings hold and however it is cut into chunks', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(valueText, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 12 }),
      fc.constantFrom(...thresholds),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      (lines, threshold, chunkBytes, isTerminated) => {
        const text = lines.map(([line, ending]) => line + ending).join('')
        compareText(isTerminated ? text : text.trimEnd(), threshold, chunkBytes)
      },
    ),
    { numRuns: 400 },
  )
})

test('a real line reads the same after any of its bytes was changed', () => {
  const lines = samples.flatMap((file) => readFileSync(file, 'utf8').split('\n')).filter((line) => line.length > 2)
  fc.assert(
    fc.property(
      fc.constantFrom(...lines),
      fc.array(fc.tuple(fc.nat(), fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0x22, 0x5c, 0x0a, 0x3a, 0x01))), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom(...thresholds),
      (line, changes, threshold) => {
        const bytes = Buffer.from(line)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        compareText(bytes, threshold)
      },
    ),
    { numRuns: 600 },
  )
})

test('a very long line costs no more than its own bytes, and its strings are read', () => {
  const long = 'x'.repeat(20_000_000)
  const record = { type: 'user', uuid: 'u1', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: long }] } }
  compareText(`${JSON.stringify(record)}\n${JSON.stringify({ type: 'summary', summary: long })}\n{"type":"mode"}\n`, 128)
})
