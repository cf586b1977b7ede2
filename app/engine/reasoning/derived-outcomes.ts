/** What became of decisions, by the records of all sessions: a derived table, file by file. */
import { groupBy } from '../../model/group-by.ts'
import { count, instant, optional, text, texts, type Row } from '../../model/columns.ts'
import { shareSubject, SupersededDecisions } from '../../reasoning/superseded-decisions.ts'
import { recordKey } from '../../files/replay.ts'
import type { Store } from '../../store/store.ts'
import { execute } from '../../store/tables/query.ts'
import type { Derived, Given } from '../derived/derived.ts'
import { batchesOf, fromArtifacts } from '../derived/from-artifacts.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { linesLeft, unknownLines, type EditLines, type LinesOfFile } from './lines-left.ts'
import decisionsOnFiles from './decisions-on-files.sql?raw'
import newOutcomes from './new-outcomes.sql?raw'
import outcomeFiles from './outcome-files.sql?raw'

/** Increase it when the rules change. */
const rules = '4'

const partColumns = { sessionId: text('session_id'), size: count('size'), mark: text('mark') } as const
/** A file, named by its path where others have a session. */
type FilePart = Row<typeof partColumns>

const decisionColumns = {
  path: text('path'),
  eventId: text('event_id'),
  summary: text('summary'),
  sourceId: text('source_id'),
  line: count('line'),
  occurredAt: optional(instant('occurred_at')),
  edits: optional(texts('edits')),
} as const
type Decision = Row<typeof decisionColumns>

interface Outcome {
  readonly decision: Decision
  readonly written: number
  readonly left: number
  readonly isKnown: boolean
  readonly isSure: boolean
  readonly seen: LinesOfFile['lastAt']
  newer: Decision | undefined
}

const latest = (places: readonly LinesOfFile['lastAt'][]): LinesOfFile['lastAt'] =>
  places.reduce((last, place) => ((place?.occurredAt ?? 0) >= (last?.occurredAt ?? 0) ? place : last), undefined)

const sum = (edits: readonly EditLines[], of: 'written' | 'left'): number => edits.reduce((all, edit) => all + edit[of], 0)

const outcomeOf = (decision: Decision, { edits, isKnown, isSure, lastAt }: LinesOfFile): Outcome => {
  const all = decision.edits ?? []
  const own = all.flatMap((edit) => edits.get(edit) ?? [])
  const left = sum(own, 'left')
  const seen = left === 0 ? latest(own.map(({ goneAt }) => goneAt)) : lastAt
  // A file that it did not change says nothing of it.
  const isOther = all.length === 0
  const isFollowed = own.length === all.length
  return {
    decision,
    written: sum(own, 'written'),
    left,
    isKnown: isOther || isKnown,
    isSure: isOther || (isSure && isFollowed),
    seen,
    newer: undefined,
  }
}

const isSameRecord = (one: Decision, other: Decision): boolean => one.sourceId === other.sourceId && one.line === other.line

/** The later decision on the subject whose edit removed the last line of this one. */
const replacing = ({ decision, written, left, seen }: Outcome, byEdit: ReadonlyMap<string, Decision>): Decision | undefined => {
  if (written === 0 || left > 0 || seen === undefined) return undefined
  const later = byEdit.get(recordKey(seen))
  return later !== undefined && !isSameRecord(later, decision) && shareSubject(later.summary, decision.summary) ? later : undefined
}

/** @param decisions about one file, in the order of time */
const outcomesOf = (decisions: readonly Decision[], lines: LinesOfFile): readonly Outcome[] => {
  const all = new SupersededDecisions<Outcome>()
  const outcomes = decisions.map((decision) => {
    const outcome = outcomeOf(decision, lines)
    for (const earlier of all.add(outcome, decision.summary, [decision.path]))
      if (!isSameRecord(earlier.decision, decision) && (earlier.decision.edits ?? []).length > 0) earlier.newer ??= decision
    return outcome
  })
  const byEdit = new Map(decisions.flatMap((decision) => (decision.edits ?? []).map((edit) => [edit, decision] as const)))
  for (const outcome of outcomes) outcome.newer ??= replacing(outcome, byEdit)
  return outcomes
}

const make = async (context: EngineContext, batch: readonly FilePart[], pause: () => Promise<void>): Promise<void> => {
  const { database } = context.store
  const paths = batch.map(({ sessionId }) => sessionId)
  const decisions = groupBy(await database.query(decisionsOnFiles, decisionColumns, { paths }), ({ path }) => path)
  const edited = paths.filter((path) => decisions.get(path)?.some(({ edits }) => (edits ?? []).length > 0) === true)
  const lines = new Map((await linesLeft(context, edited, pause)).map((own, at) => [edited[at], own]))
  const found = paths.flatMap((path) => outcomesOf(decisions.get(path) ?? [], lines.get(path) ?? unknownLines))
  await database.transaction(async (connection) => {
    for (const table of ['event_outcomes', 'outcome_files'])
      await execute(connection, `DELETE FROM ${table} WHERE path IN (SELECT unnest($paths::VARCHAR[]))`, { paths })
    await execute(connection, newOutcomes, {
      ids: found.map(({ decision }) => decision.eventId),
      paths: found.map(({ decision }) => decision.path),
      written: found.map(({ written }) => String(written)),
      left: found.map(({ left }) => String(left)),
      known: found.map(({ isKnown }) => String(isKnown)),
      sure: found.map(({ isSure }) => String(isSure)),
      seen_times: found.map(({ seen }) => String(seen?.occurredAt ?? '')),
      seen_sources: found.map(({ seen }) => seen?.sourceId ?? ''),
      seen_lines: found.map(({ seen }) => String(seen?.line ?? '')),
      newer_sources: found.map(({ newer }) => newer?.sourceId ?? ''),
      newer_lines: found.map(({ newer }) => String(newer?.line ?? '')),
    })
    await execute(connection, 'INSERT INTO outcome_files SELECT unnest($paths::VARCHAR[]), unnest($marks::VARCHAR[])', {
      paths,
      marks: batch.map(({ mark }) => mark),
    })
  })
}

const forget = ({ database }: Store): Promise<void> =>
  database.transaction(async (connection) => {
    await execute(connection, 'DELETE FROM event_outcomes WHERE event_id NOT IN (SELECT event_id FROM said_events)', {})
    await execute(connection, 'DELETE FROM outcome_files WHERE path NOT IN (SELECT path FROM event_outcomes)', {})
  })

/** Characters of the versions that are in memory together. */
const batchChars = 32 * 1024 * 1024

export const derivedOutcomes = (context: EngineContext): Derived<FilePart, Given> => ({
  tables: ['thinking_events', 'event_outcomes', 'outcome_files'],
  after: ['files', 'said'],
  ...fromArtifacts,
  schedule: { delayMs: 9000, waitsForRest: true, share: 1 / 20 },
  phase: 'Following what was decided',
  unit: 'files',
  summaryOf: (files) => `Decisions about ${files} files followed`,
  given: () => Promise.resolve({ mark: '' }),
  missing: async () => {
    const files = await context.store.database.query(outcomeFiles, partColumns, { rules })
    return files.length === 0 ? undefined : files
  },
  batches: batchesOf(batchChars),
  make: (batch, _given, { pause }) => make(context, batch, pause),
  forget: () => forget(context.store),
})
