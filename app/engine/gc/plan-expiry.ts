/**
 * Which sessions a size limit or their class ends: ephemeral ones after some days, and the least recently used ones until the packs are small
 * enough. Nothing is removed here.
 */
import { stat } from 'node:fs/promises'
import type { CallParsed } from '../../contract/calls.ts'
import type { ExpiryPlan, ExpiringSession, KeptFromExpiry } from '../../contract/gc.ts'
import type { RemovedSession } from '../../contract/removal.ts'
import { instant, optional, text } from '../../model/columns.ts'
import { carried } from '../../store/files/holdings.ts'
import type { SessionEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { silentProgress } from '../kernel/job.ts'
import { defaultEphemeralDays, readSettings } from '../kernel/settings.ts'
import { artifactsOf } from '../reachability/artifacts-of.ts'
import { removeSessions } from '../removal/remove-sessions.ts'
import { lastVersions } from '../../transcripts/derive-task.ts'
import artifactPlaces from './artifact-places.sql?raw'
import { placeColumns } from './collect-garbage.ts'
import sessionEnds from './session-ends.sql?raw'

const dayMs = 86_400_000

/** `tag/ephemeral`, `tag/ephemeral/trial`. */
const ephemeralRef = /^(?:tag|fork)\/ephemeral(?:\/|$)/

interface Candidate {
  readonly shown: RemovedSession
  readonly artifacts: readonly string[]
  /** Milliseconds since 1970. */
  readonly lastUsedAt: number
  /** All its files are on this machine. */
  readonly isElsewhere: boolean
}

const hasSize = async (path: string, bytes: number): Promise<boolean> => {
  try {
    return (await stat(path)).size >= bytes
  } catch {
    return false
  }
}

const isOnDisk = async ({ sources }: SessionEntry): Promise<boolean> => {
  for (const { path, bytes } of lastVersions(sources)) if (!(await hasSize(path, bytes))) return false
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
  const ends = await endsOf(store)
  const found: Candidate[] = []
  for (const entry of entries) {
    const own = shown.get(entry.session_id)
    if (own === undefined) continue
    const lastUsedAt = ends.get(entry.session_id) ?? Date.parse(entry.at)
    found.push({ shown: own, artifacts: await artifactsOfEntry(store, entry), lastUsedAt, isElsewhere: await isOnDisk(entry) })
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

const isEphemeral = ({ shown: { holds } }: Candidate): boolean =>
  holds.some(({ what, id }) => (what === 'tag' || what === 'fork') && ephemeralRef.test(id))

/** Something besides its class holds it. */
const isHeld = ({ shown: { holds } }: Candidate): boolean => holds.some(({ id }) => !ephemeralRef.test(id))

/** Files on disk that are shorter than they were imported do not contain it any more. */
const isOnlyCopy = ({ isElsewhere }: Candidate): boolean => !isElsewhere

const expiring = ({ shown, lastUsedAt, isElsewhere }: Candidate, why: ExpiringSession['why'], bytes: number): ExpiringSession => ({
  sessionId: shown.sessionId,
  title: shown.title,
  why,
  lastUsedAt,
  bytes,
  isOnlyCopy: !isElsewhere,
})

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
  let after = packBytes - cachedBytes(store, bytes)
  const mayGo = (candidate: Candidate): boolean => {
    const why = isHeld(candidate) ? 'held' : isOnlyCopy(candidate) && !onlyCopies ? 'only copy' : undefined
    if (why !== undefined) kept.push({ sessionId: candidate.shown.sessionId, title: candidate.shown.title, why })
    return why === undefined
  }
  const end = (candidate: Candidate, why: ExpiringSession['why']): void => {
    const freed = space.free(candidate)
    after -= freed
    sessions.push(expiring(candidate, why, freed))
  }
  const left: Candidate[] = []
  for (const candidate of candidates) {
    const isOver = isEphemeral(candidate) && candidate.lastUsedAt < now - days * dayMs
    if (!isOver) left.push(candidate)
    else if (mayGo(candidate)) end(candidate, 'ephemeral')
  }
  for (const candidate of limit === undefined ? [] : left) {
    if (after <= (limit ?? Infinity)) break
    if (mayGo(candidate)) end(candidate, 'size')
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
