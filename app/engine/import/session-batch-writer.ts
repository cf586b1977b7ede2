/** Gathers derived sessions and writes them to the store in batches; gives longer ids to commits whose id another commit has. Until shareBetweenSessions the sessions are not settled. */
import { firstAgent } from '../../../importer/agents.ts'
import { rm } from 'node:fs/promises'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import type { Store } from '../../store/store.ts'
import { pickColumns } from '../../model/columns.ts'
import { commitTable } from '../../model/rows/commit-row.ts'
import type { ReplacedSession } from '../../store/tables/row-cache.ts'
import { settledMark } from './linked-sessions.ts'
import idCollisions from './id-collisions.sql?raw'
import type { DeriveTask } from '../../transcripts/derive-task.ts'
import { releaseBuffers, buffersOf } from '../../transcripts/release-buffers.ts'
import { gatherSessions } from '../added-commits/retained-commits.ts'
import type { DerivedSession } from '../../transcripts/derive-task.ts'

/** A derived session together with the task it came from. */
export interface ReadySession {
  readonly derived: DerivedSession
  readonly task: DeriveTask
}

const batchBytes = 32 * 1024 * 1024
const batchSessions = 1000
const batchMs = 700
/**
 * Written sessions are shown when there are many records, or after about a second: few large transactions take less time than many small
 * ones, but a person watches the list grow.
 */
const showRecords = 10_000
const soonestMs = 700
const latestMs = 1_300
/** After this number of shown records, the write-ahead log is merged into the file. */
const foldedRecords = 5_000

/** The first sessions are written and shown as soon as nothing else is being written: a person waits for them. */
const awaitedSessions = 20

/** The record and the session of a commit's id. */
interface IdOwner {
  readonly hash: string
  readonly sessionId: string
}

/** The session whose rows are replaced by those of a derived one. */
export const replacedBy = ({ sessionId, marked, rows }: DerivedSession): ReplacedSession => ({
  sessionId,
  marked,
  artifacts: marked && rows.commits.flatMap(({ artifactHash, recordHash }) => [artifactHash, recordHash]),
})

export const unitOf = (store: Store, { derived, task: { inputs, known } }: ReadySession): StoreUnit => {
  const before = store.session(derived.sessionId)
  // A session that was written before and has nothing could not be read from the packs.
  const isRepair = before !== undefined && known !== 'all' && known.length === 0
  const names = new Set(derived.refs.map((ref) => ref.name))
  return {
    entries: derived.entries,
    isRepair,
    journal: {
      kind: 'session',
      session_id: derived.sessionId,
      sources: derived.sources.map((source) => ({
        source_id: source.sourceId,
        ...(source.agent === firstAgent ? {} : { agent: source.agent }),
        path: source.path,
        file: source.file,
        root: source.root,
        role: source.role,
        ...(source.agentId === undefined ? {} : { agent_id: source.agentId }),
        bytes: source.bytes,
        modified_ns: source.modifiedNs,
        content_hash: source.contentHash,
        manifest_hash: source.manifestHash,
        lines: source.lines,
        records: source.records,
        ...(source.missingLines === undefined ? {} : { missing_lines: source.missingLines }),
      })),
      refs: derived.refs.map((ref) => ({ name: ref.name, commit_id: ref.commitId })),
      dropped_refs: (before?.refs ?? []).map((ref) => ref.name).filter((name) => !names.has(name)),
      commits: derived.commits.map(([id, hash]) => [id, hash]),
      inputs: {
        foreign: inputs.foreign.map(([uuid, id]) => [uuid, id]),
        cuts: [...inputs.cuts],
        ...(inputs.principal === undefined ? {} : { principal: inputs.principal }),
        ...(inputs.granularity === undefined ? {} : { granularity: inputs.granularity }),
        ...(inputs.filesystems === undefined ? {} : { filesystems: inputs.filesystems.map(([root, id]) => [root, id]) }),
      },
      ...(inputs.foreign.length === 0 ? {} : { goes_on_from: derived.foreignParents }),
    },
    rows: derived.rows,
    packed: derived.packed,
    replaces: replacedBy(derived),
  }
}

/** Forgets sessions that waited to be written: they are written, or will be derived again. */
const forgetWaiting = async (batch: readonly ReadySession[]): Promise<void> => {
  releaseBuffers(batch.flatMap(({ derived }) => buffersOf(derived)))
  for (const { derived } of batch) if (derived.waitsIn !== undefined) await rm(derived.waitsIn, { force: true })
}

export class SessionBatchWriter {
  private readonly store: Store
  private readonly onWritten: (sessionIds: readonly string[]) => void
  private ready: ReadySession[] = []
  private bytes = 0
  private since = Date.now()
  private writing: Promise<readonly DeriveTask[]> = Promise.resolve([])
  /** Sessions that the tables do not show yet, and whose the ids of their commits are. */
  private unshown: string[] = []
  private readonly unshownIds = new Map<string, IdOwner>()
  private unshownRecords = 0
  private shownAt = 0
  private shownSessions = 0
  private unfoldedRecords = 0
  private isWriting = false

  constructor(store: Store, onWritten: (sessionIds: readonly string[]) => void) {
    this.store = store
    this.onWritten = onWritten
  }

  /** Has the first batch wait for something. */
  after(before: Promise<unknown>): void {
    this.writing = before.then(() => [])
    this.writing.catch(() => undefined)
  }

  /** Takes a session; writes a batch when enough has gathered. Gives tasks to derive again because their ids are taken. */
  async add(session: ReadySession): Promise<readonly DeriveTask[]> {
    if (this.ready.length === 0) this.since = Date.now()
    this.ready.push(session)
    this.bytes += session.derived.bytesRead
    const full = this.bytes >= batchBytes || this.ready.length >= batchSessions || Date.now() - this.since >= batchMs
    if (!full && (this.isWriting || !this.isAwaited)) return []
    // One batch is written while the next gathers; a third waits, so that memory stays bounded.
    const again = await this.writing
    this.begin()
    return again
  }

  /** Writes what has gathered and waits for it: afterwards all of it is acknowledged and shown. */
  async flush(): Promise<readonly DeriveTask[]> {
    const before = await this.writing
    this.begin()
    const after = await this.writing
    this.writing = Promise.resolve([])
    await this.show()
    return [...before, ...after]
  }

  private begin(): void {
    const batch = this.ready
    this.isWriting = true
    this.writing = this.write(batch).finally(() => {
      this.isWriting = false
      return forgetWaiting(batch)
    })
    // The next wait for the batch sees a failure.
    this.writing.catch(() => undefined)
    this.ready = []
    this.bytes = 0
  }

  private get isAwaited(): boolean {
    return this.shownSessions < awaitedSessions
  }

  private isTimeToShow(records: number): boolean {
    const since = Date.now() - this.shownAt
    return this.isAwaited || since >= latestMs || (since >= soonestMs && this.unshownRecords + records >= showRecords)
  }

  private async show(): Promise<void> {
    await this.store.show()
    this.shownAt = Date.now()
    if (this.unshown.length > 0) this.onWritten(this.unshown)
    this.shownSessions += this.unshown.length
    this.unfoldedRecords += this.unshownRecords
    this.unshown = []
    this.unshownRecords = 0
    this.unshownIds.clear()
    if (this.unfoldedRecords < foldedRecords) return
    // The last rows of each transaction stay in memory until they are in the file, and others would be spilled for want of it.
    await this.store.database.checkpoint()
    this.unfoldedRecords = 0
  }

  private async write(all: readonly ReadySession[]): Promise<readonly DeriveTask[]> {
    if (all.length === 0) return []
    const stale = all.filter(({ derived }) => !this.store.present.fits(derived.sessionId, derived.marked))
    const batch = all.filter((session) => !stale.includes(session))
    const taken = await this.takenIds(batch)
    const written = batch.filter((session) => !taken.has(session))
    const isShown = this.isTimeToShow(written.reduce((sum, { derived }) => sum + derived.packed.records.rows, 0))
    if (written.length > 0) {
      const units = written.map((session) => unitOf(this.store, session))
      await gatherSessions(
        this.store,
        units.map((unit) => ({ ...unit, followUps: [settledMark(false)] })),
        isShown ? 'now' : 'later',
      )
      for (const { derived } of written) {
        this.unshown.push(derived.sessionId)
        this.unshownRecords += derived.packed.records.rows
        for (const [id, hash] of derived.commits) this.unshownIds.set(id, { hash, sessionId: derived.sessionId })
      }
    }
    if (isShown) await this.show()
    const longer = [...taken].map(([{ task }, ids]) => ({ ...task, takenIds: [...task.takenIds, ...ids] }))
    return [...longer, ...stale.map(({ task }) => ({ ...task, marks: this.store.present.marksOf(task.sessionId) }))]
  }

  /** Ids that a session's commits have now and had not before: the others are its own. */
  private newIds({ sessionId, commits }: DerivedSession): readonly string[] {
    const before = new Map(this.store.session(sessionId)?.commits)
    return commits.flatMap(([id, hash]) => (before.get(id) === hash ? [] : [id]))
  }

  /** Ids that commits of other sessions, in the store or earlier in the batch, have already. The same record has the same id by right. */
  private async takenIds(batch: readonly ReadySession[]): Promise<ReadonlyMap<ReadySession, readonly string[]>> {
    const ids = batch.flatMap(({ derived }) => this.newIds(derived))
    const stored = await this.store.database.query(idCollisions, pickColumns(commitTable, 'commitId', 'recordHash', 'sessionId'), { ids })
    const owner = new Map<string, IdOwner>()
    const inBatch = new Set(batch.map(({ derived }) => derived.sessionId))
    for (const row of stored) if (!inBatch.has(row.sessionId)) owner.set(row.commitId, { hash: row.recordHash, sessionId: row.sessionId })
    for (const [id, before] of this.unshownIds) if (!inBatch.has(before.sessionId)) owner.set(id, before)
    const result = new Map<ReadySession, readonly string[]>()
    for (const ready of batch) {
      const taken = ready.derived.commits.filter(([id, hash]) => {
        const other = owner.get(id)
        return other !== undefined && other.hash !== hash && other.sessionId !== ready.derived.sessionId
      })
      if (taken.length > 0)
        result.set(
          ready,
          taken.map(([id]) => id),
        )
      else for (const [id, hash] of ready.derived.commits) owner.set(id, { hash, sessionId: ready.derived.sessionId })
    }
    return result
  }
}
