/** Damage to the bytes of a file, wherever they stand. */
import type { Random } from './random.ts'

/** Changes the bytes of one file; `other` is a file to take pieces from. */
export type ByteChange = (bytes: Buffer, random: Random, other: Buffer) => Buffer

const newline = 0x0a

/** A stretch of a file, mostly short. */
const stretch = (bytes: Buffer, random: Random): readonly [number, number] => {
  const from = random.below(bytes.length + 1)
  const most = random.fraction() < 0.8 ? 200 : bytes.length
  return [from, Math.min(bytes.length, from + random.below(most))]
}

const inserted = (bytes: Buffer, at: number, piece: Uint8Array): Buffer => Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)])

const insertOneOf =
  (pieces: readonly (string | readonly number[])[]): ByteChange =>
  (bytes, random) => {
    const piece = random.pick(pieces)
    return inserted(bytes, random.below(bytes.length + 1), typeof piece === 'string' ? Buffer.from(piece) : Buffer.from(piece))
  }

/** The place after the next quote from somewhere on: mostly within a string. */
const withinText = (bytes: Buffer, random: Random): number => {
  const found = bytes.indexOf('"', random.below(bytes.length + 1))
  return found < 0 ? bytes.length : found + 1
}

const flip: ByteChange = (bytes, random) => {
  const copy = Buffer.from(bytes)
  for (let left = 1 + random.below(4); left > 0 && copy.length > 0; left -= 1) {
    const at = random.below(copy.length)
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8))
  }
  return copy
}

const cut: ByteChange = (bytes, random) => {
  const [from, to] = stretch(bytes, random)
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)])
}

const tear: ByteChange = (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1))

const behead: ByteChange = (bytes, random) => bytes.subarray(random.below(bytes.length + 1))

const repeat: ByteChange = (bytes, random) => {
  const [from, to] = stretch(bytes, random)
  return inserted(bytes, to, bytes.subarray(from, to))
}

const splice: ByteChange = (bytes, random, other) => {
  const [from, to] = stretch(other, random)
  return inserted(bytes, random.below(bytes.length + 1), other.subarray(from, to))
}

const nuls: ByteChange = (bytes, random) => {
  const copy = Buffer.from(bytes)
  const [from, to] = stretch(bytes, random)
  return random.fraction() < 0.5 ? copy.fill(0, from, to) : inserted(copy, from, Buffer.alloc(1 + random.below(5000)))
}

const crlf: ByteChange = (bytes, random) => {
  const lines = bytes.toString('latin1').split('\n')
  const all = random.fraction() < 0.5
  return Buffer.from(
    lines.map((line, at) => (at < lines.length - 1 && (all || random.fraction() < 0.2) ? `${line}\r` : line)).join('\n'),
    'latin1',
  )
}

const byteOrderMark: ByteChange = (bytes, random) => {
  const after = random.fraction() < 0.5 ? 0 : bytes.indexOf(newline, random.below(bytes.length + 1)) + 1
  return inserted(bytes, after, Buffer.from('\ufeff'))
}

const brokenEscape: ByteChange = (bytes, random) => {
  const piece = random.pick(['\\ud83d', '\\udc00', '\\ud83d\\ud83d', '\\u12', '\\', '\\x', '\\u0000', '\\uZZZZ', '\u2028', '"', '\t'])
  return inserted(bytes, withinText(bytes, random), Buffer.from(piece))
}

const utf16: ByteChange = (bytes, random) => {
  const text = Buffer.from(bytes.toString('utf8'), 'utf16le')
  return random.fraction() < 0.5
    ? Buffer.concat([Buffer.from([0xff, 0xfe]), text])
    : Buffer.concat([Buffer.from([0xfe, 0xff]), text.swap16()])
}

const withoutLastNewline: ByteChange = (bytes) => (bytes.at(-1) === newline ? bytes.subarray(0, -1) : bytes)

const invalidUtf8 = [[0xff], [0xc3], [0xe2, 0x82], [0xf0, 0x9f, 0x92], [0xed, 0xa0, 0xbd], [0xc0, 0xaf], [0x80, 0x80]]

/** Name → change. */
export const byteChanges: Readonly<Record<string, ByteChange>> = {
  flip,
  cut,
  tear,
  behead,
  repeat,
  splice,
  nuls,
  crlf,
  byteOrderMark,
  brokenEscape,
  utf16,
  withoutLastNewline,
  invalidUtf8: (bytes, random) => inserted(bytes, withinText(bytes, random), Buffer.from(random.pick(invalidUtf8))),
  noise: insertOneOf(['\n', '\r\n', '\r', '{}\n', '[]\n', 'null\n', '{"uuid":"x"}\n', '{"type":"user"}\n', ' ', '\u00a0\n', '}', '{', ',']),
}
