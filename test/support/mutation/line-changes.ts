/** Damage to the lines of a file, and to the fields of the records on them. */
import type { Random } from './random.ts'

/** A file as its lines, each with its ending, in latin1: one character a byte. */
export type Lines = readonly string[]

/** Changes the lines of one file; `other` is a file to take lines from. */
export type LineChange = (lines: Lines, random: Random, other: Lines) => Lines

export const linesOf = (bytes: Buffer): Lines => (bytes.length === 0 ? [] : bytes.toString('latin1').split(/(?<=\n)/))
export const bytesOf = (lines: Lines): Buffer => Buffer.from(lines.join(''), 'latin1')

const inserted = (lines: Lines, at: number, more: Lines): Lines => [...lines.slice(0, at), ...more, ...lines.slice(at)]

const block = (lines: Lines, random: Random): readonly [number, number] => {
  const from = random.below(lines.length + 1)
  return [from, Math.min(lines.length, from + 1 + random.below(random.fraction() < 0.7 ? 3 : lines.length))]
}

const drop: LineChange = (lines, random) => {
  const [from, to] = block(lines, random)
  return [...lines.slice(0, from), ...lines.slice(to)]
}

const duplicate: LineChange = (lines, random) => {
  const [from, to] = block(lines, random)
  return inserted(lines, random.below(lines.length + 1), lines.slice(from, to))
}

const move: LineChange = (lines, random) => {
  const [from, to] = block(lines, random)
  const left = [...lines.slice(0, from), ...lines.slice(to)]
  return inserted(left, random.below(left.length + 1), lines.slice(from, to))
}

const shuffle: LineChange = (lines, random) => {
  const copy = [...lines]
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const with_ = random.below(at + 1)
    ;[copy[at], copy[with_]] = [copy[with_] ?? '', copy[at] ?? '']
  }
  return copy
}

const reverse: LineChange = (lines, random) => {
  const [from, to] = block(lines, random)
  return [...lines.slice(0, from), ...lines.slice(from, to).reverse(), ...lines.slice(to)]
}

const take: LineChange = (lines, random, other) => {
  const [from, to] = block(other, random)
  return inserted(lines, random.below(lines.length + 1), other.slice(from, to))
}

const splice: LineChange = (lines, random, other) => {
  if (lines.length === 0 || other.length === 0) return lines
  const [head, tail] = [random.pick(lines), random.pick(other)]
  const joined = head.slice(0, random.below(head.length)) + tail.slice(random.below(tail.length))
  return inserted(lines, random.below(lines.length + 1), [joined])
}

const join: LineChange = (lines, random) => {
  const at = random.below(lines.length)
  return lines.map((line, index) => (index === at ? line.replace(/\r?\n$/, '') : line))
}

const fields = [
  'uuid',
  'parentUuid',
  'logicalParentUuid',
  'type',
  'subtype',
  'sessionId',
  'agentId',
  'isSidechain',
  'isMeta',
  'isCompactSummary',
  'timestamp',
  'message',
  'forkedFrom',
  'operation',
  'content',
  'toolUseResult',
  'compactMetadata',
  'leafUuid',
  'summary',
  'data',
  'attachment',
  'requestId',
  'cwd',
  'version',
]
const strange: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  '',
  '\u0000',
  '\ud83d',
  '__proto__',
  '../../etc/passwd',
  'x'.repeat(300),
  [],
  {},
  [null],
  'user',
  'assistant',
  'system',
  'progress',
  'queue-operation',
  'summary',
  'attachment',
  'compact_boundary',
  'microcompact_boundary',
  'agent_progress',
  '0000-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
  '2025-02-30T00:00:00Z',
]

const recordOf = (line: string): Record<string, unknown> | undefined => {
  try {
    const value = JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as unknown
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** A field of one record becomes what another record has there or elsewhere, or something strange, or is gone. */
const field: LineChange = (lines, random, other) => {
  if (lines.length === 0) return lines
  const at = random.below(lines.length)
  const record = recordOf(lines[at] ?? '')
  if (record === undefined) return lines
  const name = random.pick(fields)
  const donor = recordOf(random.pick(other.length > 0 && random.fraction() < 0.5 ? other : lines)) ?? {}
  const value = random.fraction() < 0.6 ? donor[random.fraction() < 0.7 ? name : random.pick(fields)] : random.pick(strange)
  const changed = Buffer.from(`${JSON.stringify({ ...record, [name]: value })}\n`).toString('latin1')
  return lines.map((line, index) => (index === at ? changed : line))
}

/** The same record with its keys in another order. */
const keys: LineChange = (lines, random) => {
  const at = random.below(lines.length)
  const record = recordOf(lines[at] ?? '')
  if (record === undefined) return lines
  const changed = Buffer.from(`${JSON.stringify(Object.fromEntries(Object.entries(record).reverse()))}\n`).toString('latin1')
  return lines.map((line, index) => (index === at ? changed : line))
}

/** Name → change. */
export const lineChanges: Readonly<Record<string, LineChange>> = {
  drop,
  duplicate,
  move,
  shuffle,
  reverse,
  take,
  splice,
  join,
  field,
  fieldAgain: field,
  fieldOnceMore: field,
  keys,
  blank: (lines, random) => inserted(lines, random.below(lines.length + 1), [random.pick(['\n', '  \n', '\r\n', '\t\n'])]),
}
