/** The rows of one source: packed as its lines are read, so that what only rows say need not be kept; those of lines that may still change wait. */
import type { PlacedLine } from '../../chains/session-lines.ts'
import { typedByHuman } from '../../model/record-class.ts'
import type { EventMark, LineEvent, TranscriptLine, WholeLine } from '../../model/transcript-line.ts'
import type { Hold } from '../../store/held-bytes.ts'
import { EarlyRows } from '../../store/pack-early.ts'
import { detailOf, eventCells, isRecord, originDetail, recordCells, usageCells } from './derive-rows.ts'
import type { EventOfLine, RowContext, RowLine, RowSource, UsageLine } from './derive-rows.ts'
import type { PackedTables } from './derive-task.ts'
import { LineKeeper } from './kept-line.ts'

/** A response whose text is read from its row when somebody asks for it. */
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

const plainMark = ({ kind, isError, toolName }: LineEvent): Marks => {
  const key = `${kind} ${isError ? '!' : ''}${kind === 'tool_call' ? (toolName ?? '') : ''}`
  const known = plain.get(key)
  if (known !== undefined) return known
  const mark = [{ kind, body: undefined, isError, toolName: kind === 'tool_call' ? toolName : undefined }]
  if (plain.size < mostPlain) plain.set(key, mark)
  return mark
}

/** Names of tools come from transcripts: they may be any number. */
const mostPlain = 1_000

/** Lines whose beginning is asked for later: what was typed, and what an agent was asked. */
const isNamed = ({ class: name }: TranscriptLine): boolean => typedByHuman.has(name) || name === 'sidechain_prompt'

/** The prompt queue may turn out to hold a prompt that is written nowhere else. */
const mayBePromoted = ({ type }: TranscriptLine): boolean => type === 'queue-operation'

/** What the rules or a person decided of a record: one object for all records of which the same was decided. */
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

/** A line whose events wait, and the row of its record. */
interface Waiting {
  readonly line: WholeLine
  readonly row: number
}

const lengthOf = (events: readonly LineEvent[]): number => events.reduce((sum, { body }) => sum + (body?.length ?? 0), 0)

export class SourceRows {
  private readonly records: EarlyRows<'records', RowLine>
  private readonly events: EarlyRows<'events', EventOfLine>
  private readonly usage: EarlyRows<'token_usage', UsageLine>
  /** Line of each row. */
  private readonly linesOf = { records: [] as number[], events: [] as number[], usage: [] as number[] }
  /** Details of records, by row: few have one. */
  private readonly details = new Map<number, string>()
  /** By row of the record. */
  private readonly verdicts: Verdict[] = []
  private readonly waiting = new Map<number, Waiting>()
  private readonly keeper = new LineKeeper()
  private readonly source: RowSource
  private readonly mayChange: (line: TranscriptLine) => boolean

  /**
   * @param mayChange whether a line may be given another class later.
   * @param hold how packed rows wait.
   */
  constructor(source: RowSource, mayChange: (line: TranscriptLine) => boolean, hold: Hold) {
    this.source = source
    this.mayChange = mayChange
    this.records = new EarlyRows('records', recordCells, hold)
    this.events = new EarlyRows('events', eventCells, hold)
    this.usage = new EarlyRows('token_usage', usageCells, hold)
  }

  /** Packs the rows of a line; gives the line with no more than chains and counts need. */
  keep(line: WholeLine): TranscriptLine {
    if (!isRecord(line)) return this.keeper.keep(line, none, '')
    const row = this.waiting.get(line.line)?.row ?? this.addRecord(line)
    if (mayBePromoted(line) || this.mayChange(line)) {
      this.waiting.set(line.line, { line, row })
      return line
    }
    this.verdicts[row] = verdictOf(line)
    return this.keeper.keep(line, this.addEvents(line), isNamed(line) ? line.headline : '')
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
    for (const [number, { line, row }] of this.waiting) {
      const place = places[number - 1]
      const last = (place === undefined ? undefined : changed.get(place)) ?? line
      this.verdicts[row] = verdictOf(last)
      this.addEvents(last)
    }
    this.waiting.clear()
    const placesOf =
      (lines: readonly number[]) =>
      (row: number): PlacedLine => {
        const place = places[(lines[row] ?? 0) - 1]
        if (place === undefined) throw new Error('every line has a place')
        return place
      }
    const [record, event, usage] = [placesOf(this.linesOf.records), placesOf(this.linesOf.events), placesOf(this.linesOf.usage)]
    return {
      records: this.records.finish({
        chain: (row) => record(row).chain,
        commitId: (row) => context.commitOf(record(row)) ?? null,
        isCopy: (row) => record(row).isCopy,
        class: (row) => this.verdict(row).class,
        rule: (row) => this.verdict(row).rule,
        referenceClass: (row) => this.verdict(row).referenceClass,
        mentionsInjected: (row) => this.verdict(row).mentionsInjected,
        detail: (row) => this.details.get(row) ?? originDetail(record(row), context.sessionId),
      }),
      events: this.events.finish({
        chain: (row) => event(row).chain,
        commitId: (row) => context.commitOf(event(row)) ?? null,
        isCopy: (row) => event(row).carriesCopy,
      }),
      token_usage: this.usage.finish({ chain: (row) => usage(row).chain, isCopy: (row) => usage(row).carriesCopy }),
    }
  }

  private verdict(row: number): Verdict {
    const verdict = this.verdicts[row]
    if (verdict === undefined) throw new Error('every record has a verdict')
    return verdict
  }

  /** The row of a record, and that of its usage when it states one. */
  private addRecord(line: WholeLine): number {
    const { source } = this
    // What a row is made of waits for its block, and what the line says waits with it.
    const units = lengthOf(line.events)
    const row = this.records.add({ source, line }, units)
    this.linesOf.records.push(line.line)
    const detail = detailOf(line)
    if (detail !== undefined) this.details.set(row, detail)
    if (line.usage !== undefined) {
      this.usage.add({ source, line, usage: line.usage }, units)
      this.linesOf.usage.push(line.line)
    }
    return row
  }

  private addEvents(line: WholeLine): Marks {
    const { events } = line
    const [first] = events
    if (first === undefined) return none
    if (events.length === 1) return this.addEvent(line, first, 0)
    return events.flatMap((event, block) => this.addEvent(line, event, block))
  }

  private readonly textOfEvent = (row: number): string => this.events.text('body', row) ?? ''

  private addEvent(line: WholeLine, event: LineEvent, block: number): Marks {
    const row = this.events.add({ source: this.source, line, event, block }, event.body?.length ?? 0)
    this.linesOf.events.push(line.line)
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
