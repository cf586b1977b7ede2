/** The rows of one source: packed as its lines are read, so that what only rows say need not be kept; those of lines that may still change wait. */
import type { PlacedLine } from '../chains/session-lines.ts'
import { typedByHuman } from '../model/record-class.ts'
import type { EventMark, LineEvent, TranscriptLine, WholeLine } from '../model/transcript-line.ts'
import type { Hold } from '../store/files/spillable-bytes.ts'
import { earlyColumns, EarlyRows, type LateCells } from '../store/tables/early-column-blocks.ts'
import { detailOf, eventCells, isRecord, joinedDetail, originDetail, recordCells, usageCells } from './derive-rows.ts'
import type { EventOfLine, RowContext, RowLine, RowSource, UsageLine } from './derive-rows.ts'
import type { PackedTables } from '../store/tables/row-marks.ts'
import { LineCompactor } from './compact-line.ts'

/** A response whose text is read from its row only when it is requested. */
class ResponseMark implements EventMark {
  readonly isError: boolean
  private readonly read: (row: number) => string
  private readonly row: number

  constructor(isError: boolean, read: (row: number) => string, row: number) {
    this.isError = isError
    this.read = read
    this.row = row
  }

  get kind(): 'response' {
    return 'response'
  }

  get body(): string {
    return this.read(this.row)
  }
}

type Marks = readonly EventMark[]

const none: Marks = []
/** Marks of events of which nothing more is asked, alone in their lists: one of each for all lines. */
const plain = new Map<string, Marks>()

const plainMark = ({ kind, isError, isRefused = false, toolName }: LineEvent): Marks => {
  const key = `${kind} ${isError ? '!' : ''}${isRefused ? '-' : ''}${kind === 'tool_call' ? (toolName ?? '') : ''}`
  const known = plain.get(key)
  if (known !== undefined) return known
  const mark = [{ kind, body: undefined, isError, isRefused, toolName: kind === 'tool_call' ? toolName : undefined }]
  if (plain.size < maxPlain) plain.set(key, mark)
  return mark
}

/** Names of tools come from transcripts: they may be any number. */
const maxPlain = 1_000

/** Lines whose beginning is asked for later: what was typed, and what an agent was asked. */
const isNamed = ({ class: name }: TranscriptLine): boolean =>
  typedByHuman.has(name) || name === 'sidechain_prompt' || name === 'plan_handover'

/** The prompt queue may turn out to hold a prompt that is written nowhere else. */
const mayBePromoted = ({ type }: TranscriptLine): boolean => type === 'queue-operation'

/** The decisions of the rules or a person about a record: one shared object for all records with the same decisions. */
type Verdict = Pick<WholeLine, 'class' | 'rule' | 'referenceClass' | 'mentionsInjected'>

const isSame = (a: Verdict, b: Verdict): boolean =>
  a.class === b.class && a.referenceClass === b.referenceClass && a.mentionsInjected === b.mentionsInjected

const verdicts = new Map<string, Verdict[]>()

const verdictOf = ({ class: name, rule, referenceClass, mentionsInjected }: WholeLine): Verdict => {
  const verdict = { class: name, rule, referenceClass, mentionsInjected }
  const known = verdicts.get(rule) ?? []
  const same = known.find((one) => isSame(one, verdict))
  if (same !== undefined) return same
  known.push(verdict)
  verdicts.set(rule, known)
  return verdict
}

/** Values that are known when chains are cut and classes corrected. */
interface LateParts {
  readonly context: RowContext
  readonly places: readonly PlacedLine[]
  /** Place of each row's line among those of the file. */
  readonly lines: readonly number[]
}

const placeIn = (row: number, { places, lines }: LateParts): PlacedLine => {
  const place = places[lines[row] ?? -1]
  if (place === undefined) throw new Error('every line has a place')
  return place
}

interface LateRecords extends LateParts {
  /** By row of the record. */
  readonly verdicts: readonly Verdict[]
  readonly details: ReadonlyMap<number, string>
}

const verdictIn = (row: number, { verdicts: own }: LateRecords): Verdict => {
  const verdict = own[row]
  if (verdict === undefined) throw new Error('every record has a verdict')
  return verdict
}

const earlyRecords = earlyColumns('records', recordCells)
const earlyEvents = earlyColumns('events', eventCells)
const earlyUsage = earlyColumns('token_usage', usageCells)

const lateRecords: LateCells<'records', LateRecords> = {
  chain: (row, of) => placeIn(row, of).chain,
  commitId: (row, of) => of.context.commitOf(placeIn(row, of)) ?? null,
  isCopy: (row, of) => placeIn(row, of).isCopy,
  class: (row, of) => verdictIn(row, of).class,
  rule: (row, of) => verdictIn(row, of).rule,
  referenceClass: (row, of) => verdictIn(row, of).referenceClass,
  mentionsInjected: (row, of) => verdictIn(row, of).mentionsInjected,
  detail: (row, of) => joinedDetail(of.details.get(row), originDetail(placeIn(row, of), of.context.sessionId)),
}

const lateEvents: LateCells<'events', LateParts> = {
  chain: (row, of) => placeIn(row, of).chain,
  commitId: (row, of) => of.context.commitOf(placeIn(row, of)) ?? null,
  isCopy: (row, of) => placeIn(row, of).carriesCopy,
}

const isUsageCopy = ({ carriesCopy, restates }: PlacedLine): boolean => carriesCopy && restates !== true

const lateUsage: LateCells<'token_usage', LateParts> = {
  chain: (row, of) => placeIn(row, of).chain,
  isCopy: (row, of) => isUsageCopy(placeIn(row, of)),
}

/** A line whose events wait, its place among those of the file, and the row of its record. */
interface Waiting {
  readonly line: WholeLine
  readonly at: number
  readonly row: number
}

const lengthOf = (events: readonly LineEvent[]): number => events.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)

export class SourceRows {
  private records: EarlyRows<'records', RowLine>
  private events: EarlyRows<'events', EventOfLine>
  private usage: EarlyRows<'token_usage', UsageLine>
  /** Place of each row's line among those of the file. */
  private linesOf = { records: [] as number[], events: [] as number[], usage: [] as number[] }
  /** Details of records, by row: few have one. */
  private details = new Map<number, string>()
  /** By row of the record. */
  private verdicts: Verdict[] = []
  private waiting = new Map<number, Waiting>()
  private readonly keeper = new LineCompactor()
  private readonly source: RowSource
  private readonly mayChange: (line: TranscriptLine) => boolean
  private readonly hold: Hold

  /**
   * @param mayChange whether a line may be given another class later.
   * @param hold how packed rows wait.
   */
  constructor(source: RowSource, mayChange: (line: TranscriptLine) => boolean, hold: Hold) {
    this.source = source
    this.mayChange = mayChange
    this.hold = hold
    this.records = new EarlyRows(earlyRecords, hold)
    this.events = new EarlyRows(earlyEvents, hold)
    this.usage = new EarlyRows(earlyUsage, hold)
  }

  /** The same rows, which can be finished while lines are added here; what is packed is shared. */
  copy(): SourceRows {
    const copy = new SourceRows(this.source, this.mayChange, this.hold)
    copy.records = this.records.copy()
    copy.events = this.events.copy()
    copy.usage = this.usage.copy()
    const { records, events, usage } = this.linesOf
    copy.linesOf = { records: [...records], events: [...events], usage: [...usage] }
    copy.details = new Map(this.details)
    copy.verdicts = [...this.verdicts]
    copy.waiting = new Map(this.waiting)
    return copy
  }

  /**
   * Packs the rows of a line; gives the line with no more than chains and counts need.
   * @param at its place among those of the file.
   */
  keep(line: WholeLine, at: number): TranscriptLine {
    if (!isRecord(line)) return this.keeper.keep(line, none, '')
    const row = this.waiting.get(line.line)?.row ?? this.addRecord(line, at)
    if (mayBePromoted(line) || this.mayChange(line)) {
      this.waiting.set(line.line, { line, at, row })
      return line
    }
    this.verdicts[row] = verdictOf(line)
    return this.keeper.keep(line, this.addEvents(line, at), isNamed(line) ? line.headline : '')
  }

  /** A line that may change, whole. */
  waitingLine(line: number): WholeLine | undefined {
    return this.waiting.get(line)?.line
  }

  /**
   * The rows, when chains are cut and classes corrected.
   * @param places of all lines, in the order of the file.
   * @param changed lines that were given another class, by their places.
   */
  finish(places: readonly PlacedLine[], context: RowContext, changed: ReadonlyMap<PlacedLine, WholeLine>): PackedTables {
    for (const { line, at, row } of this.waiting.values()) {
      const place = places[at]
      const last = (place === undefined ? undefined : changed.get(place)) ?? line
      this.verdicts[row] = verdictOf(last)
      this.addEvents(last, at)
    }
    this.waiting.clear()
    const { records, events, usage } = this.linesOf
    const parts = { context, places }
    return {
      records: this.records.finish(lateRecords, { ...parts, lines: records, verdicts: this.verdicts, details: this.details }),
      events: this.events.finish(lateEvents, { ...parts, lines: events }),
      token_usage: this.usage.finish(lateUsage, { ...parts, lines: usage }),
    }
  }

  /** The row of a record, and those of its usage when it states one. */
  private addRecord(line: WholeLine, at: number): number {
    const { source } = this
    // What a row is made of waits for its block, and what the line says waits with it.
    const units = lengthOf(line.events)
    const row = this.records.add({ source, line }, units)
    this.linesOf.records.push(at)
    const detail = detailOf(line, source.sessionId)
    if (detail !== undefined) this.details.set(row, detail)
    if (line.usage !== undefined) {
      for (const usage of [line.usage, ...line.usage.further]) {
        this.usage.add({ source, line, usage }, units)
        this.linesOf.usage.push(at)
      }
    }
    return row
  }

  private addEvents(line: WholeLine, at: number): Marks {
    const { events } = line
    const [first] = events
    if (first === undefined) return none
    if (events.length === 1) return this.addEvent(line, at, first, 0)
    return events.flatMap((event, block) => this.addEvent(line, at, event, block))
  }

  private readonly textOfEvent = (row: number): string => this.events.text('body', row) ?? ''

  private addEvent(line: WholeLine, at: number, event: LineEvent, block: number): Marks {
    const row = this.events.add({ source: this.source, line, event, block }, event.body?.length ?? 0)
    this.linesOf.events.push(at)
    const { kind, isError, toolName, filePath } = event
    switch (kind) {
      case 'prompt':
        return [{ kind, body: event.body, isError }]
      case 'response':
        return [new ResponseMark(isError, this.textOfEvent, row)]
      case 'tool_call':
        return filePath === undefined ? plainMark(event) : [{ kind, body: undefined, toolName, filePath, isError }]
      default:
        return plainMark(event)
    }
  }
}
