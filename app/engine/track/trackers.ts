/** Trackers of files: what differs on disk from what is known is a new version, and a file that is deleted is one without content. */
import type { CallParsed } from '../../contract/calls.ts'
import type { TrackCheck, TrackedChange, TrackedFile, TrackedSession, TrackView } from '../../contract/track.ts'
import { choice, count, flag, instant, optional, text, texts } from '../../model/columns.ts'
import { systemCode, systemReason } from '../../model/failure.ts'
import { endedAfterMs, statusAt, type Standing } from '../../model/session-status.ts'
import { hashArtifact } from '../../store/files/artifact-hash.ts'
import { EntryEncoder } from '../../store/files/entry-encoder.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import { inMemory } from '../../store/files/spillable-bytes.ts'
import type { StoreUnit } from '../../store/tables/store-unit.ts'
import { resolveSession } from '../commits/resolve-name.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { withWriteLock } from '../kernel/write-lock.ts'
import { diskPaths, type DiskPaths } from '../file-systems/disk-path.ts'
import lastKnownSql from './last-known.sql?raw'
import liveSessions from './live-sessions.sql?raw'
import { lookAt, readBytes, type FileBytes, type FileStamp } from './look-at-file.ts'
import sessionFilesSql from './session-files.sql?raw'
import trackedFilesSql from './tracked-files.sql?raw'
import { filePayload } from '../../model/objects/object-payload.ts'
import { textIn } from '../file-systems/disk-text.ts'
import { contentHash } from '../../files/object-hash.ts'

interface Known {
  readonly path: string
  readonly isThere: boolean
  readonly sourceHash: string | null
  readonly contentHash: string | null
  readonly by: string
}

const shownBy: ReadonlySet<string> = new Set(['read', 'mention'])

/** Whether a file equals its known version: its bytes, else its text. */
const isAsKnown = ({ sourceHash, content }: FileBytes, known: Known): boolean => {
  if (!known.isThere) return false
  if (known.sourceHash !== null) return known.sourceHash === sourceHash
  const shown = content === undefined ? undefined : textIn(content)
  return shown !== undefined && known.contentHash === contentHash(filePayload(known.path, shown))
}

/** Clients that show a file do not say whether it ends with a line feed. */
const isAsShown = ({ content }: FileBytes, { path, by, contentHash: known }: Known): boolean => {
  const text = content === undefined || !shownBy.has(by) ? undefined : textIn(content)
  return text?.endsWith('\n') === true && known === contentHash(filePayload(path, text.slice(0, -1)))
}

/** A tracker that was not heard of for this long is gone, milliseconds. */
const orphanedAfterMs = 10_000
/** How often it is asked which files a session knows, milliseconds; of the time it takes at most this share. */
const listEveryMs = 3_000
const listShare = 1 / 20
/** Files of a session that are tracked: those that it saw last. */
const maxFiles = 5_000

interface Watched {
  readonly objectId: string
  readonly path: string
  readonly disk: string
  readonly isResumed: boolean
  /** Stamp of the content that was compared last; undefined: none was. */
  stamp: FileStamp | undefined
  /**
   * Stamp at the last poll. A change is compared when it has not changed again until the next poll: an agent's own change is in its
   * transcript by then.
   */
  seen: FileStamp | undefined
  problem: string | null
}

interface Attached {
  readonly files: Map<string, Watched>
  checkedAt: number
  nextListAt: number
}

interface LiveSession extends TrackedSession {
  readonly cwd: string | null
}

/** A file to compare with what is known. */
interface Look {
  readonly file: Watched
  /** Null: it is gone. */
  readonly found: FileBytes | null
}

const sessionColumns = {
  sessionId: text('session_id'),
  title: text('title'),
  cwd: optional(text('cwd')),
  standing: choice<Standing>('standing'),
  lastAt: optional(instant('last_at')),
  roots: texts('roots'),
} as const

const fileColumns = { objectId: text('object_id'), path: text('path'), root: text('root') } as const

const knownColumns = {
  objectId: text('object_id'),
  path: text('path'),
  isThere: flag('is_there'),
  sourceHash: optional(text('source_hash')),
  contentHash: optional(text('content_hash')),
  by: text('given_by'),
} as const

const trackedColumns = {
  sessionId: text('session_id'),
  objectId: text('object_id'),
  path: text('path'),
  versions: count('versions'),
  observedAt: instant('observed_at'),
} as const

/** The stamp of a file that does not exist. */
const gone: FileStamp = 'gone'

const isBelow = (path: string, folder: string): boolean => path.startsWith(folder.endsWith('/') ? folder : `${folder}/`)

/** Undefined: nothing is new. */
const kindOf = ({ found }: Look, known: Known | undefined): TrackedChange['kind'] | undefined => {
  if (found === null) return known?.isThere === true ? 'deleted' : undefined
  if (known === undefined || !known.isThere) return 'appeared'
  if (isAsKnown(found, known) || isAsShown(found, known)) return undefined
  // When only a part was known, the rest may be unchanged: more of the file is known now.
  return known.sourceHash === null && known.contentHash === null && known.by !== 'tracker' ? 'seen' : 'changed'
}

const unitOf = async (change: TrackedChange, content: Buffer | undefined): Promise<StoreUnit> => {
  const encoder = new EntryEncoder(inMemory)
  const hash = content === undefined || content.length === 0 ? undefined : hashArtifact(content)
  if (hash !== undefined && content !== undefined) await encoder.add('raw', hash, content)
  const journal: NewJournalEntry = {
    kind: 'tracked',
    session_id: change.sessionId,
    object_id: change.objectId,
    path: change.path,
    observed_at: new Date(change.at).toISOString(),
    source_hash: change.sourceHash,
    bytes: change.bytes,
    ...(hash === undefined ? {} : { artifact_hash: hash }),
  }
  return { entries: await encoder.done(), journal, replaces: undefined, rows: {} }
}

export class Trackers {
  readonly #context: EngineContext
  readonly #attached = new Map<string, Attached>()
  /** Looks come one after the other: two trackers of one file add one version. */
  #last: Promise<unknown> = Promise.resolve()

  constructor(context: EngineContext) {
    this.#context = context
  }

  /** @throws StrataError not-found, ambiguous-id, disk-full, artifact-corrupt */
  check(input: CallParsed<'track.check'>): Promise<TrackCheck> {
    const done = this.#last.then(() => this.#check(input))
    this.#last = done.catch(() => undefined)
    return done
  }

  /** @throws StrataError not-found, ambiguous-id */
  async show({ sessions }: CallParsed<'track.show'>): Promise<TrackView> {
    const wanted = await this.#named(sessions)
    return { sessions: sessions.length === 0 ? [] : await this.#sessions(wanted, Date.now()), files: await this.#files(wanted) }
  }

  async #check({ sessions, outside }: CallParsed<'track.check'>): Promise<TrackCheck> {
    const found = await this.#sessions(await this.#named(sessions), Date.now())
    const changes: TrackedChange[] = []
    for (const session of found) changes.push(...(await this.#look(session, outside)))
    const ids = found.map(({ sessionId }) => sessionId)
    const files = ids.length === 0 ? [] : await this.#files(ids)
    return { sessions: found.map(({ cwd: _, ...session }) => session), files, changes }
  }

  #named(sessions: readonly string[]): Promise<readonly string[]> {
    return Promise.all(sessions.map((name) => resolveSession(this.#context.store.database, name)))
  }

  /** The sessions with these ids; without ids, the sessions that are running or waiting. */
  async #sessions(sessions: readonly string[], now: number): Promise<readonly LiveSession[]> {
    const { database } = this.#context.store
    const rows = await database.query(liveSessions, sessionColumns, { sessions, all: sessions.length === 0, since: now - endedAfterMs })
    return rows
      .filter(({ standing, lastAt }) => sessions.length > 0 || statusAt(standing, lastAt, now) !== 'ended')
      .map(({ standing: _, lastAt: __, ...session }) => session)
  }

  async #look(session: LiveSession, outside: boolean): Promise<readonly TrackedChange[]> {
    const now = Date.now()
    const before = this.#attached.get(session.sessionId)
    const isOrphaned = before === undefined || now - before.checkedAt > orphanedAfterMs
    // Changes that happened without a tracker are found by examining every file again.
    const attached: Attached = isOrphaned ? { files: new Map(), checkedAt: now, nextListAt: 0 } : before
    this.#attached.set(session.sessionId, attached)
    if (now >= attached.nextListAt) await this.#list(session, attached, outside)
    const looks: Look[] = []
    for (const file of attached.files.values()) {
      const look = await this.#lookAt(file, session, outside)
      if (look !== undefined) looks.push(look)
    }
    attached.checkedAt = Date.now()
    if (looks.length === 0) return []
    try {
      return await this.#keep(session, looks)
    } catch (thrown) {
      // The next look compares them again.
      for (const { file } of looks) file.stamp = undefined
      throw thrown
    }
  }

  async #list({ sessionId, cwd }: LiveSession, attached: Attached, outside: boolean): Promise<void> {
    const { store, ensureObjects } = this.#context
    const began = Date.now()
    await ensureObjects(() => Promise.resolve([sessionId]))
    const paths: DiskPaths = await diskPaths(this.#context)
    const rows = await store.database.query(sessionFilesSql, fileColumns, { session: sessionId, most: maxFiles })
    const tracked = await store.database.query(trackedFilesSql, trackedColumns, { sessions: [sessionId], all: false })
    const seen = new Set(tracked.map(({ objectId }) => objectId))
    for (const { objectId, path, root } of rows) {
      const disk = paths.of(sessionId, root, path)
      if (disk === undefined || attached.files.has(objectId) || (!outside && (cwd === null || !isBelow(disk, cwd)))) continue
      attached.files.set(objectId, {
        objectId,
        path,
        disk,
        isResumed: seen.has(objectId),
        stamp: undefined,
        seen: undefined,
        problem: null,
      })
    }
    const took = Date.now() - began
    attached.nextListAt = began + took + Math.max(listEveryMs, took / listShare)
  }

  /** Undefined: its content was compared already, has not rested yet, or cannot be reached. */
  async #lookAt(file: Watched, { cwd }: LiveSession, outside: boolean): Promise<Look | undefined> {
    const isBound = !outside && cwd !== null
    const looked = await lookAt(file.disk, isBound ? cwd : '/', isBound)
    file.problem = looked.kind === 'unreachable' ? looked.reason : null
    if (looked.kind === 'unreachable') return undefined
    const stamp = looked.kind === 'gone' ? gone : looked.stamp
    const hasRested = file.stamp === undefined || stamp === file.seen
    file.seen = stamp
    if (stamp === file.stamp || !hasRested) return undefined
    try {
      const found = looked.kind === 'gone' ? null : await readBytes(file.disk)
      file.stamp = stamp
      return { file, found }
    } catch (thrown) {
      if (systemCode(thrown) === undefined) throw thrown
      file.problem = systemReason(thrown)
      return undefined
    }
  }

  /** The indexing protocol: unchanged files are ignored, every other file is a new version. */
  async #keep({ sessionId }: LiveSession, looks: readonly Look[]): Promise<readonly TrackedChange[]> {
    const { store, changed, ensureObjects } = this.#context
    await ensureObjects(() => Promise.resolve([sessionId]))
    const objects = looks.map(({ file }) => file.objectId)
    const changes = await withWriteLock(store, async () => {
      const known = new Map<string, Known>(
        (await store.database.query(lastKnownSql, knownColumns, { objects })).map(({ objectId, ...one }) => [objectId, one]),
      )
      const at = Date.now()
      const found: TrackedChange[] = []
      const units: StoreUnit[] = []
      for (const look of looks) {
        const { objectId, path } = look.file
        const kind = kindOf(look, known.get(objectId))
        if (kind === undefined) continue
        const change = { sessionId, objectId, path, at, kind, sourceHash: look.found?.sourceHash ?? null, bytes: look.found?.size ?? 0 }
        found.push(change)
        units.push(await unitOf(change, look.found?.content))
      }
      if (units.length > 0) await store.writeUnits(units)
      return found
    })
    if (changes.length > 0) changed([sessionId])
    return changes
  }

  async #files(sessions: readonly string[]): Promise<readonly TrackedFile[]> {
    const now = Date.now()
    const rows = await this.#context.store.database.query(trackedFilesSql, trackedColumns, { sessions, all: sessions.length === 0 })
    const files = new Map<string, TrackedFile>(
      rows.map((row) => [`${row.sessionId} ${row.objectId}`, { ...row, disk: null, state: 'orphaned', problem: null }]),
    )
    for (const [sessionId, { files: own, checkedAt }] of this.#attached) {
      if (sessions.length > 0 && !sessions.includes(sessionId)) continue
      const isAttached = now - checkedAt <= orphanedAfterMs
      for (const { objectId, path, disk, isResumed, problem } of own.values()) {
        const { versions = 0, observedAt = null } = files.get(`${sessionId} ${objectId}`) ?? {}
        const state = !isAttached || problem !== null ? 'orphaned' : isResumed ? 'resumed' : 'attached'
        files.set(`${sessionId} ${objectId}`, { sessionId, objectId, path, disk, state, versions, observedAt, problem })
      }
    }
    return [...files.values()]
  }
}
