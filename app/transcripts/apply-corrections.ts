/** Gives records the classes that a person corrected. Where chains are cut is decided before: corrections change classes and counts, never commits. */
import { readAt } from '../../importer/read-lines.ts'
import { agentCalled } from '../../importer/agents.ts'
import { recordIdentity } from '../../importer/records/correct-line.ts'
import type { PlacedLine } from '../chains/session-lines.ts'
import type { Correction } from '../model/correction.ts'
import { classesFor } from '../model/correction.ts'
import type { TranscriptLine, WholeLine } from '../model/transcript-line.ts'
import { hashBytes } from '../store/files/content-hash.ts'
import type { TableRow } from '../store/tables/tables.ts'
import { isRecord, problemRow } from './derive-rows.ts'
import type { DeriveTask } from './derive-task.ts'
import { mayBeCorrected } from './derive-task.ts'
import type { ReadSource } from './read-sources.ts'

export interface Corrected {
  /** Places of all lines, by source; those of corrected records with their new class. */
  readonly places: readonly (readonly PlacedLine[])[]
  /** The current state of a place. */
  readonly after: (place: PlacedLine) => PlacedLine
  /** The lines of corrected records, by their place now. */
  readonly lines: ReadonlyMap<PlacedLine, WholeLine>
  readonly rows: readonly TableRow<'corrections'>[]
  /** Corrections of this session whose record is not there any more. */
  readonly problems: readonly TableRow<'problems'>[]
}

const keyDigits = 32

/** Names a record by what it holds; undefined for bytes that hold no record. */
export const recordKey = (agent: string, bytes: Buffer, sessionId: string, line: number): string | undefined => {
  const json = agentCalled(agent).lines.recordIn(bytes)
  return json === undefined ? undefined : hashBytes(recordIdentity(json, bytes, sessionId, line)).slice(0, keyDigits)
}

const row = (sourceId: string, sessionId: string, line: WholeLine, correction: Correction): TableRow<'corrections'> => ({
  sourceId,
  line: line.line,
  sessionId,
  recordKey: correction.recordKey,
  class: correction.class,
  classByRule: line.class,
  referenceByRule: line.referenceClass,
  reason: correction.reason ?? null,
  correctedAt: correction.correctedAt,
})

/** The corrections that may concern a session: nothing is read for a line that none can concern. */
class Candidates {
  private readonly byKey: ReadonlyMap<string, Correction>
  private readonly mayBe: (line: TranscriptLine) => boolean
  private readonly sessionId: string

  constructor(task: DeriveTask) {
    this.sessionId = task.sessionId
    this.byKey = new Map(task.corrections.map((correction) => [correction.recordKey, correction]))
    this.mayBe = mayBeCorrected(task)
  }

  /** The correction of a line, with the bytes that decided it. */
  find(read: ReadSource, { line }: PlacedLine): { readonly correction: Correction; readonly bytes: Buffer } | undefined {
    if (!this.mayBe(line) || !isRecord(line)) return undefined
    const bytes = readAt(read.open, line.offset, line.length)
    const correction = this.byKey.get(recordKey(read.source.agent, bytes, this.sessionId, line.line) ?? '')
    const fits = correction !== undefined && classesFor(line.type, line.subtype).includes(correction.class)
    return fits ? { correction, bytes } : undefined
  }
}

/** Number in the file of the line at a place: of records that share a line only the first counts. */
const fileLineAt = (lines: readonly TranscriptLine[], at: number): number =>
  lines.slice(0, at).reduce((sum, { lines: own }) => sum + own, 0) + Math.min(1, lines[at]?.lines ?? 1)

const staleProblems = (task: DeriveTask, transcripts: readonly ReadSource[], found: ReadonlySet<string>): readonly TableRow<'problems'>[] =>
  task.corrections.flatMap((correction) => {
    if (correction.sessionId !== task.sessionId || found.has(correction.recordKey)) return []
    const read = transcripts.find(({ source }) => source.sourceId === correction.sourceId)
    if (read === undefined) return []
    const at = read.lines.findIndex((each) => each.line === correction.line)
    const line = read.lines[at]
    const reason = `the record that was corrected to ${correction.class} is no longer in this file`
    // Without a record of that key now, the line that it had is not a line of this file.
    const place = line === undefined ? {} : { line: fileLineAt(read.lines, at), offset: line.offset, length: line.length }
    return [problemRow(read.source, task.sessionId, { code: 'stale-correction', reason, ...place })]
  })

/** @param places of the lines of each transcript, in the order of `transcripts`. */
export const applyCorrections = (
  task: DeriveTask,
  transcripts: readonly ReadSource[],
  places: readonly (readonly PlacedLine[])[],
): Corrected => {
  const candidates = new Candidates(task)
  const after = new Map<PlacedLine, PlacedLine>()
  const lines = new Map<PlacedLine, WholeLine>()
  const rows: TableRow<'corrections'>[] = []
  const correct = (read: ReadSource, place: PlacedLine): PlacedLine => {
    const found = candidates.find(read, place)
    const { lines: own } = agentCalled(read.source.agent)
    const json = found === undefined ? undefined : own.recordIn(found.bytes)
    const whole = read.rows.waitingLine(place.line.line)
    if (found === undefined || json === undefined || whole === undefined) return place
    const line = own.correct(whole, json, found.correction.class)
    const corrected = { ...place, line }
    lines.set(corrected, line)
    after.set(place, corrected)
    rows.push(row(read.source.sourceId, task.sessionId, whole, found.correction))
    return corrected
  }
  const unchanged = task.corrections.length === 0
  const changed = unchanged ? places : transcripts.map((read, index) => (places[index] ?? []).map((place) => correct(read, place)))
  return {
    places: changed,
    after: (place) => after.get(place) ?? place,
    lines,
    rows,
    problems: staleProblems(task, transcripts, new Set(rows.map((one) => one.recordKey))),
  }
}
