/**
 * The records in one line of a transcript. A line is usually one record. After a crash, a line may contain NUL bytes beside a record, or
 * several records without line ends, with halves of other records around them: each whole record is found.
 * Whether a record is found depends only on the bytes from the previous record on, so a part of such a line gives the same records.
 */
import { parseBounded } from './bounded-depth.ts'
import { isSpace, JsonScan } from './json-scan.ts'

type JsonObject = Readonly<Record<string, unknown>>

/** A record and its place in the line, bytes. */
export interface FoundRecord {
  /** First byte of the record, and one past its last. */
  readonly from: number
  readonly to: number
  /** The stretch of the line that belongs to it: the stretches of a line are the whole line. */
  readonly start: number
  readonly end: number
  readonly json: JsonObject
  /** Its JSON text. */
  readonly text: string
}

/** Gives the text of UTF-8 bytes. */
type Decode = (bytes: Uint8Array) => string

const nul = 0
const quote = 0x22
const openObject = 0x7b

const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const parsed = (text: string): unknown => {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}

const isText = (value: unknown): boolean => typeof value === 'string'

/** Whether an object looks like a record and not like a part of one. */
const isRecordLike = (json: JsonObject): boolean =>
  isText(json['type']) && (isObject(json['message']) || ['uuid', 'sessionId', 'leafUuid', 'messageId'].some((name) => isText(json[name])))

/** Fields that a record has and that no part of one has. */
const hasEnvelope = (json: JsonObject): boolean => isText(json['type']) && (isText(json['sessionId']) || Object.hasOwn(json, 'parentUuid'))

/** `:`, `,` and `[`: what stands before a value inside another. */
const beforeValue = new Set([0x3a, 0x2c, 0x5b])

class LineSearch {
  readonly found: { from: number; to: number; json: JsonObject; text: string }[] = []
  private readonly line: Uint8Array
  private readonly decode: Decode
  private readonly scan: JsonScan
  /** How far the bytes between records were read, and the start of the stretch that can identify the next record. */
  private seen = 0
  private since = 0
  private hasQuote = false
  /** Where the record that was found last ends; undefined: none was found. */
  private boundary: number | undefined

  constructor(line: Uint8Array, decode: Decode) {
    this.line = line
    this.decode = decode
    this.scan = new JsonScan(line)
  }

  run(): void {
    for (let at = this.next(0); at !== -1; at = this.next(this.look(at)));
  }

  private next(from: number): number {
    return this.line.indexOf(openObject, from)
  }

  /** Looks at the object that may begin here; gives where to continue. */
  private look(from: number): number {
    if (this.scan.object(from)) {
      this.take(from, this.scan.at, (json) => this.fits(json, from))
      return this.scan.at
    }
    const { at, inner } = this.scan
    // A record whose beginning was the last value of a half record.
    if (inner !== undefined && this.isSpaceBetween(inner.to, at) && this.take(inner.from, inner.to, hasEnvelope)) return inner.to
    return Math.max(from + 1, this.startBefore(from, at))
  }

  private take(from: number, to: number, fits: (json: JsonObject) => boolean): boolean {
    const text = this.decode(this.line.subarray(from, to))
    const json = parsed(text)
    if (!isObject(json) || !fits(json)) return false
    this.found.push({ from, to, json, text })
    this.boundary = to
    this.seen = to
    this.since = to
    this.hasQuote = false
    return true
  }

  /** Reads the bytes before a record. NUL bytes replaced other bytes, so what is before them identifies nothing. */
  private readTo(to: number): void {
    for (; this.seen < to; this.seen += 1) {
      const byte = this.line[this.seen]
      if (byte === nul) this.since = this.seen + 1
      this.hasQuote = byte !== nul && (this.hasQuote || byte === quote)
    }
  }

  /** A half record may end within a string: the string then ends at the first quote of the record that follows. */
  private startBefore(from: number, error: number): number {
    let at = this.beforeSpace(error)
    if (this.line[at] !== quote) return error
    at = this.beforeSpace(at)
    return this.line[at] === openObject && at > from ? at : error
  }

  /** The last byte before this one that is no white space. */
  private beforeSpace(end: number): number {
    let at = end - 1
    while (at >= 0 && isSpace(this.line[at])) at -= 1
    return at
  }

  private isSpaceBetween(from: number, to: number): boolean {
    for (let at = from; at < to; at += 1) if (!isSpace(this.line[at])) return false
    return true
  }

  private fits(json: JsonObject, from: number): boolean {
    this.readTo(from)
    const last = this.beforeSpace(from)
    // What directly follows a record is a separate line that lost its line end.
    if (last < this.since) return this.since === this.boundary || isText(json['type'])
    const isInside = this.hasQuote && beforeValue.has(this.line[last] ?? 0)
    return isInside ? hasEnvelope(json) : isRecordLike(json)
  }
}

/** The whole records in a line that is no JSON as a whole, in their order. */
export const recoverRecords = (line: Uint8Array, decode: Decode): readonly FoundRecord[] => {
  const search = new LineSearch(line, decode)
  search.run()
  const { found } = search
  return found.map((one, index) => ({
    ...one,
    start: index === 0 ? 0 : (found[index - 1]?.to ?? 0),
    end: index === found.length - 1 ? line.length : one.to,
  }))
}

/** The records of a line: itself, or those that can be recovered from it. */
export const recordsInLine = (line: Uint8Array, decode: Decode): readonly FoundRecord[] => {
  const text = decode(line).trim()
  if (text === '') return []
  const json = parsed(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)
  if (isObject(json)) return [{ from: 0, to: line.length, start: 0, end: line.length, json, text }]
  return json === undefined ? recoverRecords(line, decode) : []
}
