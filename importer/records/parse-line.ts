/** Parses one line of a transcript: decodes it, reads its JSON, and says what is wrong with it. */
import { constants, isUtf8 } from 'node:buffer'
import type { Problem, ProblemCode } from '../../app/model/problem.ts'
import { recoverRecords } from '../../app/model/records-in-line.ts'
import type { WholeLine } from '../../app/model/transcript-line.ts'
import type { RawLine, ShortText } from '../read-lines.ts'
import type { Dialect } from './dialect.ts'
import { contextAfter, type LineContext } from './line-context.ts'
import { problemAt, recoveredProblem } from './problem-at.ts'
import { recordLine } from './record-line.ts'
import { isObject, type JsonObject } from '../../app/model/json-object.ts'
import { UnreadText } from '../../app/model/record.ts'
import { outputTexts } from '../../app/model/text-size.ts'

const bom = Buffer.from([0xef, 0xbb, 0xbf])

/** Where lines stand. */
export type LineSpan = Pick<WholeLine, 'line' | 'lines' | 'offset' | 'length'>

/** Marks a record that was recovered from a line that is no JSON as a whole; the other rules give it its class. */
export const recoveredRule = 'recovered'

const none: readonly never[] = []

/** A line without a record: all fields from records are empty. One literal, with its parts in the order of a record's. */
const bareLine = (span: LineSpan, blank: boolean, rule: string, problems: readonly Problem[]): WholeLine => ({
  line: span.line,
  fileLine: span.line,
  lines: span.lines,
  offset: span.offset,
  length: span.length,
  blank,
  type: '',
  subtype: undefined,
  uuid: undefined,
  parentUuid: undefined,
  isRoot: false,
  logicalParentUuid: undefined,
  occurredAt: undefined,
  sessionId: undefined,
  agentId: undefined,
  isSidechain: false,
  isMeta: false,
  isCompactSummary: false,
  class: blank ? 'bookkeeping' : 'malformed',
  rule,
  referenceClass: 'other',
  messageId: undefined,
  requestId: undefined,
  model: undefined,
  headline: '',
  hasImage: false,
  mentionsInjected: false,
  hasContentList: false,
  isApiError: false,
  namesSource: false,
  textBlocks: 0,
  thinkingBlocks: 0,
  toolResults: 0,
  toolErrors: 0,
  textChars: 0,
  thinkingChars: 0,
  toolUses: none,
  toolResultIds: none,
  agentLink: undefined,
  compaction: undefined,
  events: none,
  usage: undefined,
  problems,
  cwd: undefined,
  gitBranch: undefined,
  version: undefined,
  entrypoint: undefined,
  title: undefined,
  note: undefined,
  forkedFrom: undefined,
  carriedUuid: undefined,
  isRepeat: false,
})

/** Lines of white space only. */
export const blankLine = (span: LineSpan): WholeLine => bareLine(span, true, 'blank', none)

interface Decoded {
  /** The bytes without a byte order mark. */
  readonly own: Buffer
  readonly text: string
  readonly isLossy: boolean
}

/** Decodes a line; a byte order mark in front of it, as in joined files, is no part of the JSON. */
const decode = (bytes: Buffer): Decoded => {
  const own = bytes[0] === bom[0] && bytes.subarray(0, bom.length).equals(bom) ? bytes.subarray(bom.length) : bytes
  return { own, text: own.toString('utf8'), isLossy: !isUtf8(own) }
}

const textOfBytes = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8')

const onlyNulls = /^[\0\s]+$/

const parseJson = (text: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

/** The selected fields of the record in a line's short form; undefined: read the whole line. */
const parseShort = (short: ShortText | undefined): JsonObject | undefined => {
  if (short === undefined) return undefined
  const json = JSON.parse(short.text) as JsonObject
  if (short.isMeasured) readLengths(json)
  return json
}

/** A parsed line, and what is read of the record when the line holds one. */
export interface ParsedLine {
  readonly line: WholeLine
  readonly json: JsonObject | undefined
  /** The line, or the part of a line that holds the record. */
  readonly raw: RawLine
}

const unread = (raw: RawLine, code: ProblemCode, reason: string): ParsedLine => ({
  line: bareLine(raw, false, `malformed/${code}`, [problemAt(raw, code, reason)]),
  json: undefined,
  raw,
})

/** A line that is no JSON and from which no record can be recovered. */
const unreadable = (raw: RawLine, text: string): ParsedLine => {
  if (onlyNulls.test(text)) return unread(raw, 'malformed-json', 'the line contains only NUL bytes: its content was never written')
  return raw.terminated
    ? unread(raw, 'malformed-json', 'the line is not valid JSON')
    : unread(raw, 'truncated-line', 'the last line ends before its JSON does')
}

const notUtf8 = (raw: RawLine): Problem => problemAt(raw, 'invalid-utf8', 'the line contains bytes that are not UTF-8')

/** Undefined: it is nested too deeply to be written. */
const writtenAs = (json: JsonObject): Buffer | undefined => {
  try {
    return Buffer.from(JSON.stringify(json))
  } catch {
    return undefined
  }
}

/** The record of a line, and the bytes that it would be written as: an agent's own line may have other fields. */
const recordOf = (dialect: Dialect, raw: RawLine, line: JsonObject): { readonly json: JsonObject; readonly own: RawLine } => {
  if (dialect.recordOf === undefined) return { json: line, own: raw }
  const json = dialect.recordOf(line)
  return { json, own: { ...raw, bytes: writtenAs(json), short: undefined } }
}

const parseWhole = (dialect: Dialect, raw: RawLine, context: LineContext): readonly ParsedLine[] => {
  if (raw.bytes === undefined || raw.length > constants.MAX_STRING_LENGTH)
    return [unread(raw, 'malformed-json', 'the line is too long for the memory')]
  const { own, text, isLossy } = decode(raw.bytes)
  if (text.trim() === '') return [{ line: blankLine(raw), json: undefined, raw }]
  const parsed = parseJson(text)
  if (parsed === undefined) return recoverLines(dialect, raw, raw.bytes, context) ?? [unreadable(raw, text)]
  if (!isObject(parsed.value)) return [unread(raw, 'not-an-object', 'the line is JSON, but not an object')]
  const problems: Problem[] = isLossy ? [notUtf8(raw)] : []
  const record = recordOf(dialect, { ...raw, bytes: own }, parsed.value)
  return [{ line: recordLine(dialect, record.own, record.json, context, problems), json: record.json, raw }]
}

/** The records that can be recovered from a line that is no JSON as a whole; undefined: there are none. */
const recoverLines = (dialect: Dialect, raw: RawLine, bytes: Buffer, context: LineContext): readonly ParsedLine[] | undefined => {
  const found = recoverRecords(bytes, textOfBytes)
  if (found.length === 0) return undefined
  const lines: ParsedLine[] = []
  let before = context
  for (const [index, { from, to, start, end, json: written }] of found.entries()) {
    const own = { offset: raw.offset + start, length: end - start, bytes: bytes.subarray(start, end), short: undefined }
    const part: RawLine = { ...raw, ...own, lines: index === 0 ? 1 : 0 }
    const problems: Problem[] = index === 0 ? [recoveredProblem(raw, bytes, found)] : []
    if (!isUtf8(bytes.subarray(from, to))) problems.push(notUtf8(part))
    const { json, own: record } = recordOf(dialect, { ...part, bytes: bytes.subarray(from, to) }, written)
    const { rule, ...line } = recordLine(dialect, record, json, before, problems)
    const recovered: WholeLine = { ...line, line: raw.line + index, lines: part.lines, rule: recoveredRule, ruleOfClass: rule }
    before = contextAfter(before, recovered)
    lines.push({ line: recovered, json, raw: part })
  }
  return lines
}

/**
 * Parses one line; never throws for its content. A line mostly is one record; of one that several records share each record is a line.
 * @param dialect whose lines they are.
 * @param context what the lines before it say.
 */
export const parseLine = (dialect: Dialect, raw: RawLine, context: LineContext): readonly ParsedLine[] => {
  const json = dialect.recordOf === undefined ? parseShort(raw.short) : undefined
  return json === undefined ? parseWhole(dialect, raw, context) : [{ line: recordLine(dialect, raw, json, context, []), json, raw }]
}

/** As assembly/select-fields.ts writes a measure: the wide letters, times this, and the code units. */
const wideFactor = 2 ** 27

/** Replaces a measure, which represents a text, by an UnreadText. */
const readLength = (whole: Record<string, unknown>, key: string): void => {
  const part = whole[key]
  if (typeof part === 'number') whole[key] = new UnreadText(part % wideFactor, Math.floor(part / wideFactor))
}

const inEach = (list: unknown, read: (part: Record<string, unknown>) => void): void => {
  if (Array.isArray(list)) for (const part of list as readonly unknown[]) if (isObject(part)) read(part)
}

const inSource = ({ source }: Record<string, unknown>): void => {
  if (isObject(source)) readLength(source, 'data')
}

const inOutputPart = (part: Record<string, unknown>): void => {
  for (const name of outputTexts) readLength(part, name)
  inSource(part)
}

const inBlock = (block: Record<string, unknown>): void => {
  readLength(block, 'content')
  readLength(block, 'signature')
  inSource(block)
  const output = block['content']
  if (isObject(output)) inOutputPart(output)
  inEach(output, inOutputPart)
}

const inFile = (file: Record<string, unknown>): void => readLength(file, 'content')

const inAttachment = (attachment: Record<string, unknown>): void => {
  inEach(attachment['prompt'], inBlock)
  inEach(attachment['files'], inFile)
  inEach(attachment['memories'], inFile)
  readLength(attachment, 'snippet')
  readLength(attachment, 'content')
  if (isObject(attachment['content'])) inFile(attachment['content'])
}

/** @param record as read-fields.ts selects it; an agent_progress record carries another. */
const readLengths = (record: Readonly<Record<string, unknown>>): void => {
  const { message, attachment, data } = record
  if (isObject(message)) inEach(message['content'], inBlock)
  if (isObject(attachment)) inAttachment(attachment)
  inEach(record['files'], inFile)
  if (isObject(data) && isObject(data['message'])) readLengths(data['message'])
}
