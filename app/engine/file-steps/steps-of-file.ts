/** The steps that the agent of a chain saw for one file, and the changes that others made to it. The facts of the sessions must exist. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import { wholeFile } from '../../files/known-file.ts'
import { fitsPatch } from '../../files/patched-file.ts'
import { flag, instant, optional, text, type Row } from '../../model/columns.ts'
import { groupBy } from '../../model/group-by.ts'
import type { Store } from '../../store/store.ts'
import { isTranscript } from '../../../importer/agents.ts'
import { recordsAt, seenByAgent, type RecordAt } from './chain-records.ts'
import type { PlacedSteps } from './kept-files.ts'
import { placeColumns, readContents, recordsOf, stepColumns, stepOf, withStepParts, type StepPlace } from './step-table.ts'
import { type OtherChange, recordKey } from '../../files/replay.ts'
import { asChange, changing, type FileStep } from '../../files/file-step.ts'
import lastVersions from './last-versions.sql?raw'
import commitObject from './commit-object.sql?raw'
import fileRecordsSql from './file-records.sql?raw'

const columns = { ...stepColumns, isOwn: flag('is_own') } as const

type TrailRow = Row<typeof columns>

const fileRecords = withStepParts(fileRecordsSql)

/** Where a trail ends: with all of the chain, or before or after the steps of a record. */
export interface TrailEnd {
  readonly record: { readonly sourceId: string; readonly line: number }
  readonly isIncluded: boolean
}

/** What records say about a file, in the order of a chain. */
export interface StepsOfFile {
  /** Session of the tip of the chain; '': the commit is in no table. */
  readonly sessionId: string
  readonly records: readonly PlacedSteps[]
  /** Changes by others, in the order of time. */
  readonly others: readonly OtherChange[]
  /** The record that last changed the content before the end, or showed more of it; undefined: none did. */
  readonly last: (RecordAt & { readonly sourceHash: string | null }) | undefined
  /** Whether a record of the chain comes before the end. */
  readonly isBefore: (at: RecordAt) => boolean
  /** Time of the end, milliseconds since 1970; null: no record there has a time. */
  readonly endAt: number | null
}

export interface TrailOptions {
  readonly end?: TrailEnd | undefined
  /** Computes only what determines the file at the end; excludes earlier versions and checks. */
  readonly onlyEnd?: boolean
}

/** For a record of another session, only the fact that it changed this file is used. */
const otherOf = (row: TrailRow, session: string, path: string): readonly OtherChange[] => {
  const isOfOtherSession = row.sessionId !== session
  const own = row.step === 'ran' ? stepOf(row, new Map()) : changing([path])
  const step = isOfOtherSession ? changing([path]) : own === undefined ? undefined : asChange(own)
  return row.occurredAt === null || step === undefined ? [] : [{ ...row, at: row.occurredAt, isOfOtherSession, step }]
}

/** Own rows in the order of the chain, up to the end. */
const ownRows = (rows: readonly TrailRow[], links: readonly ChainLink[], isBefore: (row: StepPlace) => boolean): readonly TrailRow[] => {
  const byCommit = groupBy(
    rows.filter(({ isOwn }) => isOwn),
    ({ commitId }) => commitId,
  )
  return links.flatMap(({ commitId }) => byCommit.get(commitId) ?? []).filter(isBefore)
}

interface Ending {
  readonly isBefore: (row: StepPlace) => boolean
  readonly at: number | null
}

/** Which rows are before the end, and when that is. @param endedAt of the last commit, where the tables have it */
const endingAt = async (
  store: Store,
  links: readonly ChainLink[],
  end: TrailEnd | undefined,
  endedAt: number | null | undefined,
): Promise<Ending> => {
  const last = links.at(-1)
  if (last === undefined) return { isBefore: () => true, at: null }
  // The last record of a transcript's commit is the one at which it ends.
  if (end === undefined && endedAt !== undefined && isTranscript(last.format)) return { isBefore: () => true, at: endedAt }
  const places = new Map<string, number>()
  let [endPlace, at]: [number, number | null] = [Infinity, null]
  const rows = await recordsAt(store, [last])
  rows.forEach((row, place) => {
    places.set(recordKey(row), place)
    if (end !== undefined && recordKey(row) === recordKey(end.record)) [endPlace, at] = [place, row.occurredAt]
  })
  if (end === undefined)
    at = rows.reduce<number | null>((latest, { occurredAt }) => (occurredAt === null ? latest : Math.max(latest ?? 0, occurredAt)), null)
  const isBefore = (row: StepPlace): boolean => {
    const place = row.commitId === last.commitId ? (places.get(recordKey(row)) ?? 0) : -1
    return end?.isIncluded === true ? place <= endPlace : place < endPlace
  }
  return { isBefore, at }
}

/** The last row before one that gives the whole content; 0: none does. */
const lastWhole = (rows: readonly TrailRow[], path: string, before: number): number => {
  for (let at = before - 1; at >= 0; at -= 1) {
    const row = rows[at]
    // It had another path before.
    if ((row?.step === 'moved' || row?.step === 'copied') && row.toPath === path) return 0
    if (row?.path === path && (row.step === 'whole' || row.step === 'written' || row.step === 'gone')) return at
  }
  return 0
}

/** Whether a person changed the content while it was written: what was known before is then needed. */
const needsEarlier = (step: FileStep, path: string): boolean =>
  step.step === 'written' &&
  step.path === path &&
  step.patch !== undefined &&
  !fitsPatch(wholeFile(step.content, 'observed', 0), step.patch)

/** The rows of a file, also under the paths that it was moved from. */
const rowsOf = async (
  store: Store,
  commits: readonly string[],
  path: string,
  named: { readonly session: string; readonly object: string },
): Promise<Found> => {
  const paths = new Set([path])
  for (;;) {
    const rows = await store.database.query(fileRecords, columns, { commits, paths: [...paths], ...named })
    const before = paths.size
    for (const { path: from, toPath, isOwn } of rows) if (isOwn && from !== null && toPath !== null && paths.has(toPath)) paths.add(from)
    if (paths.size === before) return { rows, paths }
  }
}

interface Found {
  readonly rows: readonly TrailRow[]
  readonly paths: ReadonlySet<string>
}

const lastVersion = async (
  store: Store,
  links: readonly ChainLink[],
  path: string,
  isBefore: (row: StepPlace) => boolean,
): Promise<StepsOfFile['last']> => {
  const commits = links.map(({ commitId }) => commitId)
  const rows = await store.database.query(lastVersions, { ...placeColumns, sourceHash: optional(text('source_hash')) }, { commits, path })
  const byCommit = groupBy(rows, ({ commitId }) => commitId)
  for (const { commitId } of [...links].reverse()) {
    const last = (byCommit.get(commitId) ?? []).filter(isBefore).at(-1)
    if (last !== undefined) return last
  }
  return undefined
}

interface Named {
  readonly session: string
  /** Milliseconds since 1970; null: the commit has no time; undefined: it is in no table. */
  readonly endedAt: number | null | undefined
  readonly object: string
}

/** The session of a commit, its end, and the object that the path names there. */
const namedIn = async (store: Store, commit: string, path: string): Promise<Named> => {
  const named = { sessionId: text('session_id'), endedAt: optional(instant('ended_at')), objectId: optional(text('object_id')) } as const
  const [row] = await store.database.query(commitObject, named, { commit, path })
  return { session: row?.sessionId ?? '', endedAt: row?.endedAt, object: row?.objectId ?? '' }
}

interface Wanted {
  readonly path: string
  readonly paths: ReadonlySet<string>
  readonly onlyEnd: boolean
}

/** The rows that are needed, with their contents. */
const readRows = async (store: Store, links: readonly ChainLink[], rows: readonly TrailRow[], { path, paths, onlyEnd }: Wanted) => {
  let from = onlyEnd ? lastWhole(rows, path, rows.length) : 0
  for (;;) {
    const own = rows.slice(from)
    const contents = await readContents(store, links, own, paths)
    const [first] = own
    const steps = first?.step === 'written' ? contents.get(recordKey(first)) : undefined
    if (from === 0 || steps?.some((step) => needsEarlier(step, path)) !== true) return { own, contents }
    from = lastWhole(rows, path, from)
  }
}

/**
 * @param chain tip first; with an end, its tip is the commit of that record
 * @throws StrataError not-found, artifact-corrupt
 */
export const stepsOfFile = async (
  store: Store,
  chain: readonly ChainLink[],
  path: string,
  { end, onlyEnd = false }: TrailOptions = {},
): Promise<StepsOfFile> => {
  const links = seenByAgent(chain)
  const { session, endedAt, object } = await namedIn(store, chain[0]?.commitId ?? '', path)
  const commits = links.map(({ commitId }) => commitId)
  const { rows, paths } = await rowsOf(store, commits, path, { session, object })
  const { isBefore, at: endAt } = await endingAt(store, links, end, links.at(-1) === chain[0] ? endedAt : undefined)
  const all = ownRows(rows, links, isBefore)
  const { own, contents } = await readRows(store, links, all, { path, paths, onlyEnd })
  const others = rows
    .filter(({ isOwn }) => !isOwn)
    .flatMap((row) => otherOf(row, session, path))
    .sort((a, b) => a.at - b.at)
  const records = recordsOf(own.map((row) => ({ row, step: stepOf(row, contents) })))
  const last = await lastVersion(store, links, path, isBefore)
  return { sessionId: session, records, others, last, isBefore, endAt }
}
