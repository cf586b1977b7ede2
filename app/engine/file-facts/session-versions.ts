/** The versions of files in the chains of a session, and how later observations checked them. */
import { append } from '../../model/append.ts'
import { filePayload } from '../../model/objects/object-payload.ts'
import type { ObjectCheckRow, ObjectStepRow, ObjectVersionRow, ReworkedLinesRow } from '../../model/rows/object-row.ts'
import type { RecordAt } from '../file-steps/chain-records.ts'
import { contentHash, sourceHash } from '../../files/object-hash.ts'
import { isSelection, isTransfer, ranText, type FileStep, asChange } from '../../files/file-step.ts'
import { contentOf, knownLines, type KnownFile } from '../../files/known-file.ts'
import type { FileVersion, StepOutcome } from '../../files/known-files.ts'
import type { FileCheck } from '../../files/file-check.ts'
import { type OtherChange, Replay, type TakenStep } from '../../files/replay.ts'
import { carryWriters, linesIn } from '../../files/line-writers.ts'
import { moveLines, noLines, withoutVersions, type Lines, type Loss } from './file-lines.ts'
import { walkTree, type PlacedSteps, type SessionTree } from './session-tree.ts'

/** The id of the object that a path names; null: it is not absolute. */
export type ObjectIdOf = (at: Pick<RecordAt, 'sessionId'>, root: string, path: string) => string | null

const writes = (step: FileStep): step is Extract<FileStep, { step: 'written' | 'edited' }> =>
  step.step === 'written' || step.step === 'edited'

/** The client saw it, not the agent. */
const isBackup = (step: FileStep): boolean => step.step === 'absent' || ('by' in step && step.by === 'backup')

interface ChainState {
  readonly files: Replay
  readonly lines: Map<string, Lines>
  /** What was lost of the lines that a version wrote. */
  readonly losses: Map<number, readonly Loss[]>
  /** The change by others that came last since the agent knew the file. */
  readonly news: Map<string, OtherChange>
  /** Files whose backup by the client differed from what the agent knew, since the agent last saw them. */
  readonly surprising: Set<string>
}

const copied = (state: ChainState): ChainState => ({
  files: state.files.copy(),
  lines: new Map(state.lines),
  losses: new Map(state.losses),
  news: new Map(state.news),
  surprising: new Set(state.surprising),
})

export interface SessionVersions {
  readonly versions: readonly ObjectVersionRow[]
  readonly checks: readonly ObjectCheckRow[]
  readonly reworked: readonly ReworkedLinesRow[]
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

interface StepContext {
  readonly placed: PlacedSteps
  readonly chain: string
  readonly step: FileStep
  /** Checks by its record so far. */
  readonly seen: readonly FileCheck[]
  readonly state: ChainState
}

type Stale = Pick<ObjectVersionRow, 'stale' | 'staleSourceId' | 'staleLine'>
const notStale: Stale = { stale: null, staleSourceId: null, staleLine: null }

/** With the version before. */
type Compared = Pick<ObjectVersionRow, 'added' | 'removed' | 'undone'>
const notCompared: Compared = { added: null, removed: null, undone: null }

type ContentColumns = Pick<ObjectVersionRow, 'contentHash' | 'sourceHash' | 'chars' | 'lines' | 'knownLines'>

/** Null: the client shows files without carriage returns and byte order marks; what the agent wrote, and copies, are the bytes. */
const sourceHashOf = (step: FileStep, content: string): string | null => {
  if (step.step === 'written') return sourceHash(Buffer.from(content))
  return step.step === 'whole' ? (step.sourceHash ?? null) : null
}

const contentColumns = ({ path, file }: FileVersion, step: FileStep): ContentColumns => {
  const unknown = { sourceHash: null, chars: null, lines: null, knownLines: 0 }
  if (file === null) return { ...unknown, contentHash: contentHash(filePayload(path, null)) }
  const content = contentOf(file)
  if (content === undefined)
    return { ...unknown, contentHash: null, sourceHash: file.sourceHash ?? null, lines: file.total ?? null, knownLines: knownLines(file) }
  const lines = linesIn(content).length
  const source = sourceHashOf(step, content)
  return { contentHash: contentHash(filePayload(path, content)), sourceHash: source, chars: content.length, lines, knownLines: lines }
}

/**
 * Updates the news and surprises of an agent: files that it saw or changed itself are no longer news. A backup of the client that refutes
 * its knowledge is a surprise.
 */
const noteSeen = (steps: readonly FileStep[], checks: readonly FileCheck[], { news, surprising }: ChainState): void => {
  for (const { by, outcome, path } of checks) if (by === 'backup' && outcome === 'refuted') surprising.add(path)
  for (const step of steps) {
    if (!('path' in step) || isBackup(step) || isSelection(step)) continue
    news.delete(step.path)
    surprising.delete(step.path)
  }
}

class VersionMaker {
  readonly versions: Mutable<ObjectVersionRow>[] = []
  readonly checks: ObjectCheckRow[] = []
  readonly #records: RecordAt[] = []
  /** What was lost of versions whose lines are known to the end of a chain. */
  readonly #losses = new Map<number, readonly Loss[]>()
  readonly #objectIdOf: ObjectIdOf
  readonly #others: readonly OtherChange[]

  constructor(objectIdOf: ObjectIdOf, others: readonly OtherChange[]) {
    this.#objectIdOf = objectIdOf
    this.#others = others
  }

  begin(before: readonly PlacedSteps[]): ChainState {
    const state: ChainState = {
      files: new Replay(
        this.#others,
        before.map(({ at }) => at.commitId),
      ),
      lines: new Map(),
      losses: new Map(),
      news: new Map(),
      surprising: new Set(),
    }
    for (const placed of before) this.take(placed, state, null)
    return state
  }

  /** @param chain null: its rows are those of another session */
  take(placed: PlacedSteps, state: ChainState, chain: string | null): void {
    let ordinals = { version: 0, check: 0 }
    const seen: FileCheck[] = []
    const begin = (_: PlacedSteps, others: readonly OtherChange[]): void => {
      for (const change of others)
        if (change.step.step === 'ran' && change.step.effect.kind === 'paths')
          for (const path of change.step.effect.written) state.news.set(path, change)
    }
    const take = ({ step, ...outcome }: TakenStep<PlacedSteps>): void => {
      append(seen, outcome.checks)
      const moved = isTransfer(step) ? state.lines.get(step.path) : undefined
      if (chain !== null) ordinals = this.#add(outcome, { placed, chain, step, seen, state }, ordinals)
      else if (!isTransfer(step)) for (const { path, file } of outcome.versions) this.#carry(path, file, -1, state, false)
      // A file that is moved or copied keeps its lines, and who wrote them.
      if (step.step === 'moved') state.lines.delete(step.path)
      if (isTransfer(step)) moveLines(state.lines, step.to, step.step === 'moved' ? moved : withoutVersions(moved))
    }
    state.files.take(placed, this.#records.push(placed.at) - 1, { begin, take })
    noteSeen(placed.steps, seen, state)
  }

  #add(
    { versions, checks }: StepOutcome,
    context: StepContext,
    { version, check }: { version: number; check: number },
  ): { version: number; check: number } {
    const { at } = context.placed
    for (const one of checks) {
      const since = this.#records[one.since]
      this.checks.push({
        ...this.#originOf(context, one),
        ordinal: check,
        outcome: one.outcome,
        sinceSourceId: since?.sourceId ?? at.sourceId,
        sinceLine: since?.line ?? at.line,
      })
      check += 1
    }
    for (const one of versions) {
      this.#addVersion(one, context, version)
      version += 1
    }
    return { version, check }
  }

  #addVersion(version: FileVersion, context: StepContext, ordinal: number): void {
    const { path, file } = version
    const { step, seen, state } = context
    const carried = isTransfer(step)
      ? undefined
      : this.#carry(path, file, writes(step) ? this.versions.length : -1, state, step.step === 'written' && step.isNew === true)
    const stale = writes(step) ? this.#staleness(path, seen, state) : undefined
    this.versions.push({
      ...this.#originOf(context, version),
      ordinal,
      isChange: writes(step),
      isThere: file !== null,
      ...contentColumns(version, step),
      ...(carried ?? notCompared),
      surviving: null,
      ...(stale ?? notStale),
    })
  }

  #originOf({ placed, chain }: StepContext, { path, by, proof }: Pick<FileVersion, 'path' | 'by' | 'proof'>) {
    const { at, root, model, clientVersion } = placed
    return { ...at, chain, model, clientVersion, objectId: this.#objectIdOf(at, root, path), path, by, proof }
  }

  /** What was found is not what was known; or others changed it, and what was found is not recorded. */
  #staleness(path: string, seen: readonly FileCheck[], state: ChainState): Stale | undefined {
    const change = state.news.get(path)
    const place = { staleSourceId: change?.sourceId ?? null, staleLine: change?.line ?? null }
    const found = seen.filter((check) => check.path === path && check.by === 'edit')
    // A text that the file had is no sign that the agent did not know the file: what is computed of it may be wrong.
    const recorded = found.filter(({ isOfCall }) => isOfCall !== true)
    if (state.surprising.has(path) || recorded.some(({ outcome }) => outcome === 'refuted')) return { stale: 'observed', ...place }
    return recorded.length === 0 && change?.isOfOtherSession === true ? { stale: 'likely', ...place } : undefined
  }

  /** @param writer number of the version that wrote what is new; -1: none did @param isNew there was no file before */
  #carry(path: string, file: KnownFile | null, writer: number, { lines, losses }: ChainState, isNew: boolean): Compared | undefined {
    const content = file === null ? '' : contentOf(file)
    const before = lines.get(path) ?? (isNew ? noLines : undefined)
    if (content === undefined) {
      lines.delete(path)
      return undefined
    }
    const after = linesIn(content)
    const versions = [...(before?.versions ?? []), ...(writer === -1 ? [] : [writer])]
    if (before === undefined) {
      lines.set(path, { written: { lines: after, writers: after.map(() => writer) }, versions })
      return undefined
    }
    const { now, lost, ...compared } = carryWriters(before.written, after, writer)
    for (const [loser, count] of lost) losses.set(loser, [...(losses.get(loser) ?? []), { by: this.versions.length, lines: count }])
    lines.set(path, { written: now, versions })
    return compared
  }

  /** Counts what is left at the end of a chain. */
  end({ lines, losses }: ChainState): void {
    for (const { written, versions } of lines.values()) {
      const left = new Map<number, number>()
      for (const writer of written.writers) left.set(writer, (left.get(writer) ?? 0) + 1)
      for (const version of versions) {
        const row = this.versions[version]
        if (row !== undefined) row.surviving = left.get(version) ?? 0
        this.#losses.set(version, losses.get(version) ?? [])
      }
    }
  }

  /** Which version removed how many of the lines that another one wrote. */
  reworked(): readonly ReworkedLinesRow[] {
    return [...this.#losses].flatMap(([version, losses]) =>
      losses.flatMap(({ by, lines }): readonly ReworkedLinesRow[] => {
        const [row, next] = [this.versions[version], this.versions[by]]
        if (row === undefined || next === undefined) return []
        const { sessionId, sourceId, line, ordinal } = row
        return [{ sessionId, sourceId, line, ordinal, bySourceId: next.sourceId, byLine: next.line, byOrdinal: next.ordinal, lines }]
      }),
    )
  }
}

/** The changes that agents of the session made, for each other. */
const changesOf = (tree: SessionTree): readonly OtherChange[] =>
  [...tree.steps].flatMap(([commitId, placed]) =>
    placed.flatMap(({ at, steps }) =>
      steps.flatMap((step): readonly OtherChange[] => {
        const change = asChange(step)
        if (change === undefined || at.occurredAt === null) return []
        return [{ at: at.occurredAt, sourceId: at.sourceId, line: at.line, commitId, isOfOtherSession: false, step: change }]
      }),
    ),
  )

/** @param others changes by other sessions */
export const sessionVersions = async (
  tree: SessionTree,
  objectIdOf: ObjectIdOf,
  others: readonly OtherChange[],
  pause: () => Promise<void>,
): Promise<SessionVersions> => {
  const changes = [...others, ...changesOf(tree)].sort((a, b) => a.at - b.at)
  const maker = new VersionMaker(objectIdOf, changes)
  const ends: ChainState[] = []
  await walkTree(
    tree,
    ({ before }) => maker.begin(before),
    copied,
    async ({ commitId, chain }, state, isLeaf) => {
      state.files.enter(commitId)
      for (const placed of tree.steps.get(commitId) ?? []) maker.take(placed, state, chain)
      if (isLeaf) ends.push(state)
      await pause()
    },
  )
  // Where a conversation was taken back, what counts is the end that came last.
  for (const state of ends.sort((a, b) => (a.files.lastAt ?? 0) - (b.files.lastAt ?? 0))) maker.end(state)
  return { versions: maker.versions, checks: maker.checks, reworked: maker.reworked() }
}

/** The rows of what the records say. */
export const stepRows = (tree: SessionTree, objectIdOf: ObjectIdOf): readonly ObjectStepRow[] =>
  [...tree.steps.values()].flat().flatMap(({ at, root, steps }) =>
    steps.map((step, ordinal) => ({
      ...at,
      ordinal,
      step: step.step,
      path: 'path' in step ? step.path : null,
      toPath: isTransfer(step) ? step.to : null,
      objectId: 'path' in step ? objectIdOf(at, root, step.path) : null,
      effect: step.step === 'ran' ? ranText(step) : null,
      sourceHash: step.step === 'bytes' ? step.sourceHash : null,
    })),
  )
