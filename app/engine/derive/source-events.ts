/** The events of one source: packed as its lines are read, so that what they say need not be kept; those of lines that may still change wait. */
import type { PlacedLine } from '../../chains/session-lines.ts'
import { typedByHuman } from '../../model/record-class.ts'
import type { EventMark, LineEvent, TranscriptLine, WholeLine } from '../../model/transcript-line.ts'
import { EarlyRows } from '../../store/pack-early.ts'
import type { PackedRows } from '../../store/pack-rows.ts'
import type { RowCells } from '../../store/row-cells.ts'
import type { RowContext } from './derive-rows.ts'

/** What the row of an event is made of. */
interface EventItem {
  readonly line: TranscriptLine
  readonly event: LineEvent
  readonly block: number
}

/** Columns that are known as soon as a line is read. */
const earlyCells: Partial<RowCells<'events', EventItem>> = {
  line: ({ line }) => line.line,
  block: ({ block }) => block,
  kind: ({ event }) => event.kind,
  class: ({ line }) => line.class,
  occurredAt: ({ line }) => line.occurredAt ?? null,
  body: ({ event }) => event.body ?? null,
  chars: ({ event }) => event.chars,
  toolName: ({ event }) => event.toolName ?? null,
  toolUseId: ({ event }) => event.toolUseId ?? null,
  filePath: ({ event }) => event.filePath ?? null,
  isError: ({ event }) => event.isError,
  model: ({ event }) => event.model ?? null,
  subtype: ({ event }) => event.subtype ?? null,
}

type Rows = EarlyRows<'events', EventItem>

/** A response whose text is read from its row when somebody asks for it. */
class ResponseMark implements EventMark {
  readonly isError: boolean
  private readonly rows: Rows
  private readonly row: number

  constructor(isError: boolean, rows: Rows, row: number) {
    this.isError = isError
    this.rows = rows
    this.row = row
  }

  get kind(): 'response' {
    return 'response'
  }

  get body(): string {
    return this.rows.text('body', this.row) ?? ''
  }
}

const none: readonly EventMark[] = []
/** Marks of events of which nothing more is asked, alone in their lists: one of each for all lines. */
const plain = new Map<string, readonly [EventMark]>()

const plainMark = ({ kind, isError }: LineEvent): readonly [EventMark] => {
  const key = isError ? `${kind}!` : kind
  const known = plain.get(key)
  if (known !== undefined) return known
  const mark = [{ kind, body: undefined, isError }] as const
  plain.set(key, mark)
  return mark
}

/** Lines whose beginning is asked for later: what was typed, and what an agent was asked. */
const isNamed = ({ class: name }: TranscriptLine): boolean => typedByHuman.has(name) || name === 'sidechain_prompt'

export class SourceEvents {
  private readonly rows: Rows = new EarlyRows('events', earlyCells)
  /** Line of each row. */
  private readonly lineOf: number[] = []
  private readonly waiting = new Map<number, readonly LineEvent[]>()
  private readonly mayChange: (line: TranscriptLine) => boolean
  private lastUuid: string | undefined

  /** @param mayChange whether a line may be given other events later. */
  constructor(mayChange: (line: TranscriptLine) => boolean) {
    this.mayChange = mayChange
  }

  /** Packs the events of a line; gives the line with no more of them than chains and counts need. */
  keep(line: WholeLine): TranscriptLine {
    if (this.mayChange(line)) {
      this.waiting.set(line.line, line.events)
      return line
    }
    // Most records go on from the one before: one copy of its uuid is enough.
    const parentUuid = line.parentUuid === this.lastUuid ? this.lastUuid : line.parentUuid
    this.lastUuid = line.uuid
    return { ...line, parentUuid, events: this.add(line, line.events), headline: isNamed(line) ? line.headline : '' }
  }

  /**
   * The rows, when chains are cut and classes corrected.
   * @param places of all lines, in the order of the file.
   * @param changed events of lines that were given others.
   */
  finish(
    sourceId: string,
    places: readonly PlacedLine[],
    context: RowContext,
    changed: ReadonlyMap<PlacedLine, readonly LineEvent[]>,
  ): PackedRows {
    for (const [line, events] of this.waiting) {
      const place = places[line - 1]
      if (place !== undefined) this.add(place.line, changed.get(place) ?? events)
    }
    this.waiting.clear()
    const placeOf = (row: number): PlacedLine => {
      const place = places[(this.lineOf[row] ?? 0) - 1]
      if (place === undefined) throw new Error('every line has a place')
      return place
    }
    return this.rows.finish({
      sourceId: () => sourceId,
      sessionId: () => context.sessionId,
      chain: (row) => placeOf(row).chain,
      commitId: (row) => context.commitOf(placeOf(row)) ?? null,
      isCopy: (row) => placeOf(row).carriesCopy,
    })
  }

  private add(line: TranscriptLine, events: readonly LineEvent[]): readonly EventMark[] {
    const [first] = events
    if (first === undefined) return none
    if (events.length === 1) return this.addOne(line, first, 0)
    return events.flatMap((event, block) => this.addOne(line, event, block))
  }

  private addOne(line: TranscriptLine, event: LineEvent, block: number): readonly EventMark[] {
    const row = this.rows.add({ line, event, block }, event.body?.length ?? 0)
    this.lineOf.push(line.line)
    const { kind, isError, toolName, filePath } = event
    switch (kind) {
      case 'prompt':
        return [{ kind, body: event.body, isError }]
      case 'response':
        return [new ResponseMark(isError, this.rows, row)]
      case 'tool_call':
        return [{ kind, body: undefined, toolName, filePath, isError }]
      default:
        return plainMark(event)
    }
  }
}
