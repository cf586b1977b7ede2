/**
 * Which sessions a size limit or their class ends: ephemeral ones after some days, and the least recently used ones until the packs are small
 * enough. Nothing is removed here.
 */
import type { CallParsed } from '../../contract/calls.ts'
import type { ExpiryPlan, ExpiringSession, KeptFromExpiry } from '../../contract/gc.ts'
import type { RemovedSession } from '../../contract/removal.ts'
import { instant, optional, text } from '../../model/columns.ts'
import { hashOfStart } from '../../store/files/hash-of-start.ts'
import { carried } from '../../store/files/holdings.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { groupBy } from '../../model/group-by.ts'
import { silentProgress } from '../kernel/job.ts'
import { defaultEphemeralDays, readSettings } from '../kernel/settings.ts'
import { artifactsOf } from '../reachability/artifacts-of.ts'
import { continuing } from '../removal/continuing-sessions.ts'
import { removeSessions } from '../removal/remove-sessions.ts'
import { lastVersions } from '../../transcripts/derive-task.ts'
import artifactPlaces from './artifact-places.sql?raw'
import { placeColumns } from './collect-garbage.ts'
import sessionEnds from './session-ends.sql?raw'

const dayMs = 86_400_000

/** `tag/ephemeral`, `tag/ephemeral/trial`. */
const ephemeralTag = /^tag\/ephemeral(?:\/|$)/

/** A session that was recorded after this time may be running. */
const inUseMs = dayMs

interface Candidate {
  readonly shown: RemovedSession
  readonly artifacts: readonly string[]
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number
  readonly entry: SessionEntry
  /** Sessions that continue it. */
  readonly holders: readonly string[]
  /** A tracker saw versions of files, which nothing else has. */
  readonly hasTracked: boolean
}

/** Whether its files on this machine begin with all that the store has of it. */
const isOnDisk = async ({ sources }: SessionEntry): Promise<boolean> => {
  const files = lastVersions(sources)
  const hasLost = sources.some(({ role, missing_lines: missing }) => role === 'earlier' && missing !== 0)
  if (files.length === 0 || hasLost) return false
  for (const { path, bytes, content_hash: hash } of files) if ((await hashOfStart(path, bytes)) !== hash) return false
  return true
}

const sessionEntries = (store: Store): readonly SessionEntry[] =>
  store.subjects().flatMap((subject) => {
    const entry = store.entry(subject)
    return entry?.kind === 'session' ? [entry] : []
  })

const storedBytes = async (store: Store): Promise<ReadonlyMap<string, number>> => {
  const rows = await store.database.query(artifactPlaces, placeColumns)
  return new Map(rows.map((row) => [row.artifactHash, row.storedBytes]))
}

const endsOf = async (store: Store): Promise<ReadonlyMap<string, number | null>> => {
  const columns = { sessionId: text('session_id'), endedAt: optional(instant('ended_at')) }
  return new Map((await store.database.query(sessionEnds, columns)).map(({ sessionId, endedAt }) => [sessionId, endedAt]))
}

const holdersOf = async (store: Store, sessions: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> => {
  const holders = groupBy(await continuing(store, sessions), ({ heldId }) => heldId)
  return new Map([...holders].map(([sessionId, all]) => [sessionId, all.map((pair) => pair.sessionId)]))
}

const trackedIn = async (store: Store): Promise<ReadonlySet<string>> => {
  const rows = await store.database.query('SELECT DISTINCT session_id FROM tracked_files', { sessionId: text('session_id') })
  return new Set(rows.map(({ sessionId }) => sessionId))
}

const artifactsOfEntry = async (store: Store, entry: SessionEntry): Promise<readonly string[]> => {
  const hashes: string[] = []
  // What cannot be read takes no space that a removal would free.
  for await (const { hash } of artifactsOf(store, [carried(entry)], new Set(), () => undefined)) hashes.push(hash)
  return hashes
}

/** The least recently used first. A session is used when it is recorded, and when its files are imported again with something new. */
const candidatesIn = async (context: EngineContext): Promise<readonly Candidate[]> => {
  const { store } = context
  const entries = sessionEntries(store)
  if (entries.length === 0) return []
  const ids = entries.map(({ session_id: id }) => id)
  const { result } = await removeSessions(context, { sessions: ids, dryRun: true, force: false }, silentProgress)
  const shown = new Map(result.sessions.map((session) => [session.sessionId, session]))
  const [ends, holders, tracked] = [await endsOf(store), await holdersOf(store, ids), await trackedIn(store)]
  const found: Candidate[] = []
  for (const entry of entries) {
    const own = shown.get(entry.session_id)
    if (own === undefined) continue
    const lastUsedAt = ends.get(entry.session_id) ?? Date.parse(entry.at)
    found.push({
      shown: own,
      artifacts: await artifactsOfEntry(store, entry),
      lastUsedAt,
      entry,
      holders: holders.get(entry.session_id) ?? [],
      hasTracked: tracked.has(entry.session_id),
    })
  }
  return found.sort((a, b) => a.lastUsedAt - b.lastUsedAt || a.shown.sessionId.localeCompare(b.shown.sessionId))
}

/** What the removal of sessions frees: artifacts that no other session needs. */
class Space {
  readonly #users = new Map<string, number>()
  readonly #bytes: ReadonlyMap<string, number>

  constructor(candidates: readonly Candidate[], bytes: ReadonlyMap<string, number>) {
    this.#bytes = bytes
    for (const { artifacts } of candidates) for (const hash of artifacts) this.#users.set(hash, (this.#users.get(hash) ?? 0) + 1)
  }

  free({ artifacts }: Candidate): number {
    let freed = 0
    for (const hash of artifacts) {
      const left = (this.#users.get(hash) ?? 1) - 1
      this.#users.set(hash, left)
      if (left === 0) freed += this.#bytes.get(hash) ?? 0
    }
    return freed
  }
}

const tagsOf = ({ shown: { holds } }: Candidate): readonly string[] =>
  holds.flatMap(({ what, id }) => (what === 'tag' && ephemeralTag.test(id) ? [id] : []))

/** Why it stays; undefined: nothing besides its class holds it. @param gone sessions that go before it */
const heldBy = (
  { shown, holders, hasTracked, lastUsedAt }: Candidate,
  gone: ReadonlySet<string>,
  now: number,
): KeptFromExpiry['why'] | undefined => {
  const isNamed = shown.holds.some(({ what, id }) => what !== 'tag' || !ephemeralTag.test(id))
  if (isNamed || holders.some((holder) => !gone.has(holder))) return 'held'
  if (shown.notes > 0 || hasTracked) return 'notes'
  return lastUsedAt > now - inUseMs ? 'in use' : undefined
}

/** Conversations that can be rebuilt: a collection removes them first. */
const cachedBytes = (store: Store, bytes: ReadonlyMap<string, number>): number =>
  store.subjects().reduce((sum, subject) => {
    const entry = store.entry(subject)
    return entry?.kind === 'materialised' ? sum + (bytes.get(entry.artifact_hash) ?? 0) : sum
  }, 0)

type Asked = Pick<CallParsed<'expiry.plan'>, 'maxBytes' | 'ephemeralDays'>

/** As asked, else as set, else the usual ones. */
const limitsOf = ({ dir }: Store, { maxBytes, ephemeralDays }: Asked) => {
  const settings = readSettings(dir)
  return { limit: maxBytes ?? settings.maxBytes, days: ephemeralDays ?? settings.ephemeralDays ?? defaultEphemeralDays }
}

/** @throws StrataError artifact-corrupt, journal-corrupt */
export const planExpiry = async (
  context: EngineContext,
  { maxBytes, ephemeralDays, onlyCopies }: CallParsed<'expiry.plan'>,
  now = Date.now(),
): Promise<ExpiryPlan> => {
  const { store } = context
  const { limit, days } = limitsOf(store, { maxBytes, ephemeralDays })
  const [bytes, candidates, { packBytes }] = [await storedBytes(store), await candidatesIn(context), await store.sizes()]
  const space = new Space(candidates, bytes)
  const [sessions, kept]: [ExpiringSession[], KeptFromExpiry[]] = [[], []]
  const gone = new Set<string>()
  let after = packBytes - cachedBytes(store, bytes)
  const end = async (candidate: Candidate, why: ExpiringSession['why']): Promise<void> => {
    const { shown, entry, lastUsedAt } = candidate
    const { sessionId, title } = shown
    const held = heldBy(candidate, gone, now)
    const isOnlyCopy = held === undefined && !(await isOnDisk(entry))
    if (held !== undefined || (isOnlyCopy && !onlyCopies)) {
      kept.push({ sessionId, title, why: held ?? 'only copy' })
      return
    }
    const freed = space.free(candidate)
    after -= freed
    gone.add(sessionId)
    sessions.push({ sessionId, title, why, lastUsedAt, bytes: freed, isOnlyCopy, tags: tagsOf(candidate) })
  }
  const left: Candidate[] = []
  for (const candidate of candidates) {
    const isOver = tagsOf(candidate).length > 0 && candidate.lastUsedAt < now - days * dayMs
    if (isOver) await end(candidate, 'ephemeral')
    else left.push(candidate)
  }
  for (const candidate of limit === undefined ? [] : left) {
    if (after <= (limit ?? Infinity)) break
    await end(candidate, 'size')
  }
  return {
    maxBytes: limit ?? null,
    ephemeralDays: days,
    packBytes,
    afterBytes: after,
    sessions,
    kept,
    isReached: limit === undefined || after <= limit,
  }
}
