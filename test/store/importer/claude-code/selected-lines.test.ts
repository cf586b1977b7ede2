/** Lines are read in a short form that holds only what is read of them; what they say is exactly what the whole line says. */
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dialect } from '../../../../importer/claude-code/claude-code.ts'
import { fileStart, type LineContext } from '../../../../importer/records/line-context.ts'
import { parseLine } from '../../../../importer/records/parse-line.ts'
import { recordFields } from '../../../../importer/claude-code/read-fields.ts'
import { readRecord } from '../../../../app/model/record.ts'
import { closeFile, openFile, readLines, type RawLine } from '../../../../importer/read-lines.ts'
import type { Selection } from '../../../../importer/skim/selection.ts'
import { corpus, realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'

interface Reading {
  readonly lines: number
  readonly short: number
}

const linesOf = (raw: RawLine, context: LineContext) => parseLine(dialect, raw, context).map(({ line }) => line)

/** Reads every line both ways and compares. */
const compareBothWays = (file: string, chunkBytes = 1 << 20): Reading => {
  const open = openFile(file)
  let lines = 0
  let short = 0
  try {
    for (const raw of readLines(open, () => undefined, { selection: recordFields, chunkBytes })) {
      lines += 1
      if (raw.short !== undefined) short += 1
      for (const context of [fileStart, { afterBoundary: true, isCompacted: true }]) {
        const whole = linesOf({ ...raw, short: undefined }, context)
        expect(linesOf(raw, context), `${file}:${raw.line}`).toEqual(whole)
      }
    }
  } finally {
    closeFile(open)
  }
  return { lines, short }
}

const compareText = (content: string | Uint8Array, chunkBytes?: number): Reading => {
  const file = path.join(tempDir(), 'a.jsonl')
  writeFileSync(file, content)
  return compareBothWays(file, chunkBytes)
}

const filesUnder = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((name) => {
    const place = path.join(folder, name)
    return lstatSync(place).isDirectory() ? filesUnder(place) : lstatSync(place).isFile() && place.endsWith('.jsonl') ? [place] : []
  })

const samples = filesUnder(path.join(process.cwd(), 'samples/projects'))

test('the samples read the same, and nearly every line has a short form', () => {
  const readings = samples.map((file) => compareBothWays(file))
  const lines = readings.reduce((sum, reading) => sum + reading.lines, 0)
  const short = readings.reduce((sum, reading) => sum + reading.short, 0)
  expect(lines).toBeGreaterThan(300)
  expect(short / lines).toBeGreaterThan(0.95)
})

test('every field of a record that is read is copied', () => {
  const asked = new Set<string>()
  const asking = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, name) => {
        asked.add(String(name))
        return undefined
      },
    },
  )
  readRecord(asking)
  expect(asked.size).toBeGreaterThan(30)
  expect([...asked].filter((name) => !(name in recordFields.fields()))).toEqual([])
})

test('real sessions read the same, and nearly every line has a short form', (context) => {
  const { projects } = realSessions(sharedOrSkip(context))
  const readings = filesUnder(projects).map((file) => compareBothWays(file))
  const lines = readings.reduce((sum, reading) => sum + reading.lines, 0)
  expect(readings.reduce((sum, reading) => sum + reading.short, 0) / lines).toBeGreaterThan(0.99)
})

test('damaged and hostile transcripts read the same', (context) => {
  const { projects } = corpus(sharedOrSkip(context), { profile: 'adversarial' })
  for (const file of filesUnder(projects)) compareBothWays(file)
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
/** Names of everything that is read, at any depth. */
const namesIn = (selection: Selection, seen = new Set<Selection>()): readonly string[] => {
  if (selection === 'whole' || seen.has(selection)) return []
  seen.add(selection)
  if (selection.kind === 'elements') return namesIn(selection.of, seen)
  if (selection.kind === 'length') return [...namesIn(selection.elements, seen), ...namesIn(selection.object, seen)]
  return Object.entries(selection.fields()).flatMap(([name, part]) => [name, ...namesIn(part, seen)])
}
const names = namesIn(recordFields).map((name) => JSON.stringify(name))
const keyText = fc.oneof(
  stringText,
  fc.constantFrom(...names),
  fc.constantFrom('"message"', '"content"', '"text"', '"type"', '"data"', '"attachment"', '"__proto__"', '"ty\\u0070e"', '""'),
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

test('any JSON with any strings reads the same in chunks of any size', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(valueText, fc.constantFrom('\n', '\r\n', '\n\n')), { maxLength: 12 }),
      fc.integer({ min: 1, max: 400 }),
      fc.boolean(),
      (lines, chunkBytes, isTerminated) => {
        const text = lines.map(([line, ending]) => line + ending).join('')
        compareText(isTerminated ? text : text.trimEnd(), chunkBytes)
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
      (line, changes) => {
        const bytes = Buffer.from(line)
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte
        compareText(bytes)
      },
    ),
    { numRuns: 600 },
  )
})

test('a very long line is read, whether its strings are or only their lengths', () => {
  const long = 'x'.repeat(20_000_000)
  const record = { type: 'user', uuid: 'u1', message: { content: [{ type: 'tool_result', tool_use_id: 't', content: long }] } }
  compareText(`${JSON.stringify(record)}\n${JSON.stringify({ type: 'summary', summary: long })}\n{"type":"mode"}\n`)
})
