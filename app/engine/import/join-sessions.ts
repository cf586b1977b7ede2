/**
 * Gives sessions that share records their final chains. A copy continues from the commit that contains the original, in any order of
 * import.
 */
import { findFamilies, orderFamily, ownersOf } from '../../chains/order-family.ts'
import type { FamilyMember, SharedUuid } from '../../chains/order-family.ts'
import type { Correction } from '../../model/correction.ts'
import { damageOf } from '../../model/failure.ts'
import { count, instant, optional, text, texts } from '../../model/columns.ts'
import { packedTexts } from '../../store/tables/column-blocks.ts'
import { tables } from '../../store/tables/tables.ts'
import type { JobProgress } from '../kernel/job.ts'
import { lastVersions, type DeriveInputs, type DeriveTask } from '../../transcripts/derive-task.ts'
import type { DerivedSession } from '../../transcripts/derive-task.ts'
import { correctionsOf } from '../kernel/corrections.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { shortestId } from '../../chains/commit-id.ts'
import familyMembers from './family-members.sql?raw'
import familyShares from './family-shares.sql?raw'
import needlessLengths from './needless-lengths.sql?raw'
import recordHolders from './record-holders.sql?raw'
import sharedUuidsOf from './shared-uuids-of.sql?raw'
import sharedUuids from './shared-uuids.sql?raw'
import { reportUnjoined } from './damaged-session.ts'
import { deriveTask, heldOf, knownArtifacts, sourceFiles } from './derive-inputs.ts'
import { inOrder } from './plan-import.ts'
import { exportedRecords, isLinked, inputsOf } from './linked-sessions.ts'
import { parentsOf } from './known-parents.ts'
import { knownSourcesOf } from './known-sources.ts'
import { SessionBatchWriter } from './session-batch-writer.ts'

const placeholder = 'ctx-00000000'

interface Family {
  readonly order: readonly FamilyMember[]
  /** Session → uuid → session that owns it. */
  readonly foreign: ReadonlyMap<string, ReadonlyMap<string, string>>
}

const sameInputs = (a: DeriveInputs, b: DeriveInputs): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Uuids of records, each with the commit that holds it. */
type Holders = readonly (readonly [string, string])[]

const holdersIn = ({ packed: { records } }: DerivedSession): Holders => {
  const commits = packedTexts(tables.records, records, 'commitId')
  return packedTexts(tables.records, records, 'uuid').flatMap((uuid, at) => {
    const commitId = commits[at] ?? null
    return uuid === null || commitId === null ? [] : [[uuid, commitId] as const]
  })
}

class FamilySettler {
  private readonly context: EngineContext
  private readonly scratch: string
  private readonly writer: SessionBatchWriter
  private readonly corrections: readonly Correction[]
  private readonly holders = new Map<string, string>()

  constructor(context: EngineContext, scratch: string, writer: SessionBatchWriter) {
    this.context = context
    this.scratch = scratch
    this.writer = writer
    this.corrections = correctionsOf(context.store)
  }

  /** @param rewritten sessions that are written again in any case */
  async settle(family: Family, rewritten: ReadonlySet<string> = new Set()): Promise<void> {
    const cuts = await this.forkPoints(family)
    const held = await this.held(family)
    for (const { sessionId } of family.order) {
      const own = family.foreign.get(sessionId) ?? new Map<string, string>()
      const exported = exportedRecords(this.context.store, sessionId)
      const foreign = [...new Set([...own.keys(), ...exported.keys()])].sort().flatMap((uuid): [string, string][] => {
        const holder = exported.get(uuid) ?? this.holders.get(uuid)
        return holder === undefined ? [] : [[uuid, holder]]
      })
      const before = inputsOf(this.context.store, sessionId)
      const inputs: DeriveInputs = { ...before, foreign, cuts: [...(cuts.get(sessionId) ?? [])].sort() }
      const isKept = sameInputs(before, inputs) && !rewritten.has(sessionId)
      const holders = isKept ? (held.get(sessionId) ?? []) : await this.write(await this.task(sessionId, inputs))
      for (const [uuid, commitId] of holders) this.holders.set(uuid, commitId)
    }
  }

  /** Which commit holds each shared record of sessions whose rows are as they have to be. */
  private async held({ order, foreign }: Family): Promise<ReadonlyMap<string, Holders>> {
    const sessions = order.map(({ sessionId }) => sessionId)
    const uuids = [...new Set([...foreign.values()].flatMap((own) => [...own.keys()]))]
    const columns = { sessionId: text('session_id'), uuid: text('uuid'), commitId: text('commit_id') }
    const held = new Map<string, (readonly [string, string])[]>()
    for (const row of await this.context.store.database.query(recordHolders, columns, { sessions, uuids })) {
      const own = held.get(row.sessionId) ?? []
      held.set(row.sessionId, own)
      own.push([row.uuid, row.commitId])
    }
    return held
  }

  /** Uuids of each owner from which other sessions continue. */
  private async forkPoints(family: Family): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const cuts = new Map<string, Set<string>>()
    for (const { sessionId } of family.order) {
      const own = family.foreign.get(sessionId)
      if (own === undefined || own.size === 0) continue
      const exported = exportedRecords(this.context.store, sessionId)
      // Records that were made for an export represent its commit: the session does not continue from what they follow.
      const uuids = new Set([...own.keys(), ...exported.keys()])
      for (const uuid of await parentsOf(this.context.store, sessionId, uuids, () => this.deriveParents(sessionId, uuids))) {
        // An exported record continues from an existing commit, so no session has to be cut for it.
        const owner = exported.has(uuid) ? undefined : own.get(uuid)
        if (owner !== undefined) cuts.set(owner, (cuts.get(owner) ?? new Set()).add(uuid))
      }
    }
    return cuts
  }

  private async deriveParents(sessionId: string, uuids: ReadonlySet<string>): Promise<readonly string[]> {
    const foreign = [...uuids].map((uuid) => [uuid, placeholder] as const)
    return (await this.context.pool.deriveOne(await this.task(sessionId, { foreign, cuts: [], principal: undefined }))).foreignParents
  }

  /** Derives and writes a session, again with longer ids while one is taken; gives which commit holds each of its records. */
  private async write(task: DeriveTask): Promise<Holders> {
    const derived = await this.context.pool.deriveOne(task)
    // What waits in a file is gone when it is written.
    const holders = holdersIn(derived)
    const [again] = [...(await this.writer.add({ derived, task })), ...(await this.writer.flush())]
    return again === undefined ? holders : this.write(again)
  }

  private async task(sessionId: string, inputs: DeriveInputs): Promise<DeriveTask> {
    const { store } = this.context
    const { corrections, scratch } = this
    const stored = inOrder(lastVersions(await knownSourcesOf(store, sessionId)).map((known) => ({ kind: 'stored' as const, known })))
    const sources = await sourceFiles(store, stored, scratch)
    const held = heldOf(store, sessionId)
    return deriveTask({ sessionId, sources, inputs, held, known: await knownArtifacts(store, sessionId), corrections, scratch })
  }
}

const sharedColumns = { uuid: text('uuid'), sessionIds: texts('session_ids') } as const

const findShared = (context: EngineContext): Promise<readonly SharedUuid[]> => context.store.database.query(sharedUuids, sharedColumns)

/** The uuids that the families of these sessions share: with other sessions, with sessions that share uuids with those, and so on. */
const findSharedBy = async (context: EngineContext, sessions: ReadonlySet<string>): Promise<readonly SharedUuid[]> => {
  for (let members = sessions; ;) {
    const shared = await context.store.database.query(sharedUuidsOf, sharedColumns, { sessions: [...members] })
    const known = members.size
    members = new Set([...members, ...shared.flatMap(({ sessionIds }) => sessionIds)])
    if (members.size === known) return shared
  }
}

/** Looking everywhere takes less than looking for what many sessions share: from this share of all sessions on. */
const many = 1 / 2

const findSharedAfter = async (context: EngineContext, changed: ReadonlySet<string> | undefined): Promise<readonly SharedUuid[]> => {
  const areMany = changed === undefined || changed.size >= context.store.sessionIds().length * many
  return areMany ? findShared(context) : findSharedBy(context, changed)
}

const readFamily = async (context: EngineContext, ids: readonly string[], shared: readonly SharedUuid[]): Promise<Family> => {
  const { database } = context.store
  const begins = { sessionId: text('session_id'), firstAt: optional(instant('first_at')) } as const
  const members = await database.query(familyMembers, { ...begins, forkedFrom: texts('forked_from') }, { sessions: ids })
  const shares = await database.query(familyShares, { ...begins, holders: texts('holders'), woven: count('woven') }, { sessions: ids })
  const order = orderFamily(members, shares)
  const inFamily = new Set(ids)
  const own = shared.filter(({ sessionIds }) => sessionIds.some((id) => inFamily.has(id)))
  return { order, foreign: ownersOf(order, own) }
}

/**
 * Sessions that share no record with another: that were exported, so that all that they begin with was made for them, or that shared
 * some when they were derived.
 */
const alone = (
  { store }: EngineContext,
  changed: ReadonlySet<string> | undefined,
  shared: readonly SharedUuid[],
): readonly (readonly string[])[] => {
  const sharing = new Set(shared.flatMap(({ sessionIds }) => sessionIds))
  const isAlone = (id: string): boolean => !sharing.has(id) && (exportedRecords(store, id).size > 0 || isLinked(store, id))
  return [...(changed ?? store.sessionIds())].filter(isAlone).map((id) => [id])
}

const needlesslyLong = async ({ store }: EngineContext, sessions: readonly string[]): Promise<readonly string[]> => {
  const rows = await store.database.query(needlessLengths, { sessionId: text('session_id') }, { sessions, shortest: shortestId })
  return rows.map(({ sessionId }) => sessionId)
}

/**
 * A copy that was read before its original may have had the id of the original's commit until the family was settled: the original was given
 * a longer one, which it would not have had in another order.
 */
const shortenIds = async (
  context: EngineContext,
  families: readonly (readonly string[])[],
  settle: (ids: readonly string[], rewritten: ReadonlySet<string>) => Promise<void>,
): Promise<void> => {
  const tried = new Set<string>()
  for (;;) {
    const rewritten = new Set((await needlesslyLong(context, families.flat())).filter((id) => !tried.has(id)))
    if (rewritten.size === 0) return
    for (const ids of families) if (ids.some((id) => rewritten.has(id))) await settle(ids, rewritten)
    for (const id of rewritten) tried.add(id)
  }
}

/**
 * Settles every family that has one of the given sessions; undefined: every family. A session that shares nothing any more is a family by
 * itself. The result depends only on the content of all sessions.
 * @returns the members of these families
 */
export const joinSessions = async (
  context: EngineContext,
  changed: ReadonlySet<string> | undefined,
  scratch: string,
  progress: JobProgress,
): Promise<readonly string[]> => {
  const shared = await findSharedAfter(context, changed)
  const families = [...findFamilies(shared), ...alone(context, changed, shared)].filter(
    (ids) => changed === undefined || ids.some((id) => changed.has(id)),
  )
  if (families.length === 0) return []
  progress.phase('Joining resumed sessions', 'sessions', families.length)
  const writer = new SessionBatchWriter(context.store, (ids) => context.changed(ids))
  const settle = async (ids: readonly string[], rewritten?: ReadonlySet<string>): Promise<void> => {
    progress.checkpoint()
    try {
      await new FamilySettler(context, scratch, writer).settle(await readFamily(context, ids, shared), rewritten)
    } catch (thrown) {
      const damage = damageOf(thrown)
      if (damage === undefined) throw thrown
      await reportUnjoined(context.store, ids, damage)
    }
  }
  for (const ids of families) {
    await settle(ids)
    progress.advance(1)
  }
  await shortenIds(context, families, settle)
  return families.flat()
}
