/** The whole texts of a commit, from its artifact. */
import { parseBounded } from '../../../model/bounded-depth.ts'
import { filledLines, recordsOn } from '../../../conversation/artifact-lines.ts'
import { callText, recordTexts } from '../../../conversation/record-texts.ts'
import type { TranscriptRecord } from '../../../model/record.ts'
import type { Event } from '../../../model/event.ts'
import { recordClasses, typedByHuman, type RecordClass } from '../../../model/record-class.ts'
import type { TextKind } from '../../../model/search/search-query.ts'
import { eventsIn } from '../../added-commits/added-rows.ts'
import { agentOfFormat } from '../../../../importer/agents.ts'
import type { Agent } from '../../../model/agent.ts'
import type { CommitText } from './cut-passages.ts'
import type { CommitToIndex, TextRow } from './index-messages.ts'

const classes: ReadonlySet<string> = new Set(recordClasses)
const isClass = (name: string): name is RecordClass => classes.has(name)
const isTyped = (name: string): boolean => isClass(name) && typedByHuman.has(name)

/** The kind of text that a row of `events` is; undefined: it has no text that is searched. */
const textKindOf = ({ kind, class: author }: TextRow): TextKind | undefined => {
  switch (kind) {
    case 'prompt':
      return isTyped(author) ? 'prompt' : 'injected'
    case 'response':
    case 'thinking':
      return kind
    case 'tool_call':
      return 'call'
    case 'tool_result':
    case 'error':
      return 'output'
    case 'system':
      return 'injected'
    default:
      return undefined
  }
}

const parsed = (json: Uint8Array): unknown => {
  const text = Buffer.from(json).toString('utf8')
  try {
    return parseBounded(text)
  } catch {
    return text
  }
}

const eventText = (event: Event | undefined): string => {
  switch (event?.type) {
    case 'tool_call':
      return callText(event.payload.name, event.payload.input ? parsed(event.payload.input) : undefined)
    case 'tool_result':
      return event.payload.output ?? ''
    case 'system':
    case 'error':
      return event.payload.message ?? ''
    case 'prompt':
    case 'response':
    case 'thinking':
      return event.payload.content
    default:
      return ''
  }
}

/** Where a text is in an artifact: its record, and which of the record's texts it is. */
export interface TextPlace {
  readonly place: number
  readonly block: number
  readonly class: string
}

/** A text of an artifact, and the uuid of its record; null: it has none. */
export interface PlacedText {
  readonly text: string
  readonly recordUuid: string | null
}

export type TextReader = (place: TextPlace) => PlacedText

interface ReadRecord {
  readonly texts: readonly string[]
  readonly recordUuid: string | null
}

/** Gives the texts of an artifact by their places; each record is read when one of its texts is first asked for. */
const recordReader = ({ lines: { asRecords }, rules }: Agent, bytes: Uint8Array, records: number): TextReader => {
  const own = asRecords(bytes)
  const lines = filledLines(Buffer.from(own.buffer, own.byteOffset, own.byteLength))
  const read = new Map<number, ReadRecord>()
  let all: readonly TranscriptRecord[] | undefined
  const recordAt = (place: number): TranscriptRecord | undefined => {
    const line = lines[place]
    const [record, ...more] = all === undefined && line !== undefined && lines.length === records ? recordsOn(line) : []
    if (record !== undefined && more.length === 0) return record
    all ??= lines.flatMap(recordsOn)
    return all[place]
  }
  const readAt = (place: number, recordClass: string): ReadRecord => {
    const record = recordAt(place)
    const texts = record === undefined ? [] : recordTexts(rules, record, isClass(recordClass) ? recordClass : 'unknown')
    return { texts, recordUuid: record?.uuid ?? null }
  }
  return ({ place, block, class: recordClass }) => {
    const known = read.get(place) ?? readAt(place, recordClass)
    read.set(place, known)
    return { text: known.texts[block] ?? '', recordUuid: known.recordUuid }
  }
}

export interface StoredArtifact {
  readonly format: string
  /** In it. */
  readonly records: number
  readonly bytes: Uint8Array
}

export const textReader = ({ format, records, bytes }: StoredArtifact): TextReader => {
  const agent = agentOfFormat(format)
  if (agent !== undefined) return recordReader(agent, bytes, records)
  const events = eventsIn(format, bytes) ?? []
  return ({ place }) => ({ text: eventText(events[place]), recordUuid: null })
}

/** Texts of a commit whose artifact cannot be read are not found: verify reports the artifact. */
export const commitTexts = ({ format, records, bytes, rows }: CommitToIndex): readonly CommitText[] => {
  if (bytes === undefined) return []
  const textAt = textReader({ format, records, bytes })
  return rows.flatMap((row, at) => {
    const kind = textKindOf(row)
    return kind === undefined ? [] : [{ row: at, kind, text: textAt(row).text, beginsTurn: row.kind === 'prompt' && isTyped(row.class) }]
  })
}
