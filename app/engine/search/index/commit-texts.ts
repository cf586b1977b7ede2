/** The whole texts of a commit, from its rows of `events` and, for what these have not, from its artifact. */
import { linesIn, recordsOn } from '../../../conversation/artifact-lines.ts'
import { callText, recordTexts } from '../../../conversation/record-texts.ts'
import type { TranscriptRecord } from '../../../../importer/claude-code/record-schema.ts'
import type { Event } from '../../../model/event.ts'
import { recordClasses, typedByHuman, type RecordClass } from '../../../model/record-class.ts'
import type { TextKind } from '../../../model/search/search-query.ts'
import { eventsIn } from '../../added-commits/added-rows.ts'
import { archiveFormat } from '../../derive/archive-session.ts'
import type { CommitText } from './cut-passages.ts'
import type { CommitToIndex, TextRow } from './index-messages.ts'

const classes: ReadonlySet<string> = new Set(recordClasses)
const isClass = (name: string): name is RecordClass => classes.has(name)
const isTyped = (name: string): boolean => isClass(name) && typedByHuman.has(name)

/** The kind of text that a row of `events` is; undefined: it says nothing that is searched. */
export const textKindOf = ({ kind, class: author }: Pick<TextRow, 'kind' | 'class'>): TextKind | undefined => {
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

const isWhole = ({ body, chars }: TextRow): boolean => body !== null && body.length >= chars

const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json) as unknown
  } catch {
    return json
  }
}

/** From the row alone. */
const rowText = ({ kind, toolName, body }: TextRow): string =>
  kind === 'tool_call' ? callText(toolName ?? '', parsed(body ?? '')) : (body ?? '')

const eventText = (event: Event): string => {
  switch (event.type) {
    case 'tool_call':
      return callText(event.payload.name, event.payload.input ? parsed(Buffer.from(event.payload.input).toString('utf8')) : undefined)
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

/** The texts of the artifact's records, by place and block; each record is read when it is first asked for. */
class ArtifactTexts {
  readonly #lines: readonly Buffer[]
  readonly #records: number
  readonly #read = new Map<number, readonly string[]>()
  #all: readonly TranscriptRecord[] | undefined

  constructor(bytes: Buffer, records: number) {
    this.#lines = [...linesIn(bytes)].filter((line) => line.some((byte) => byte !== 0x20 && byte !== 0x0d && byte !== 0x09))
    this.#records = records
  }

  #record(place: number): TranscriptRecord | undefined {
    const line = this.#lines[place]
    if (this.#all === undefined && line !== undefined && this.#lines.length === this.#records) {
      const [record, ...more] = recordsOn(line)
      if (record !== undefined && more.length === 0) return record
    }
    this.#all ??= this.#lines.flatMap(recordsOn)
    return this.#all[place]
  }

  text({ place, block, class: recordClass }: TextRow): string {
    const known = this.#read.get(place)
    if (known !== undefined) return known[block] ?? ''
    const record = this.#record(place)
    const texts = record === undefined ? [] : recordTexts(record, isClass(recordClass) ? recordClass : 'unknown')
    this.#read.set(place, texts)
    return texts[block] ?? ''
  }
}

type TextCommit = Pick<CommitToIndex, 'format' | 'bytes' | 'rows' | 'records'>

/** The text of each row, whole. */
export const wholeTexts = ({ format, bytes, rows, records }: TextCommit): readonly string[] => {
  if (bytes === undefined) return rows.map(rowText)
  if (format !== archiveFormat) {
    const events = eventsIn(format, bytes) ?? []
    return rows.map((row) =>
      isWhole(row) ? rowText(row) : eventText(events[row.place] ?? { type: 'output', timestamp: null, payload: { raw: null } }),
    )
  }
  const artifact = new ArtifactTexts(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), records)
  return rows.map((row) => (isWhole(row) ? rowText(row) : artifact.text(row)))
}

export const commitTexts = (commit: TextCommit): readonly CommitText[] => {
  const texts = wholeTexts(commit)
  return commit.rows.flatMap((row, at) => {
    const kind = textKindOf(row)
    return kind === undefined ? [] : [{ row: at, kind, text: texts[at] ?? '', beginsTurn: row.kind === 'prompt' && isTyped(row.class) }]
  })
}
