/**
 * Finds unused artifacts. Everything that a journal entry names is required, with what it depends on: sources and commits of sessions, and
 * commits that were made or are held by a name or a pin. All other artifacts are garbage once they are old enough, and those that a removed
 * session may have left in any case.
 */
import type { GarbageRow, GcResult } from '../../contract/gc.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash, type ArtifactHash } from '../../model/ids.ts'
import { count, integer, text } from '../../model/columns.ts'
import { carried } from '../../store/files/holdings.ts'
import { isBefore, type PackPosition } from '../../store/files/pack-files.ts'
import type { JournalEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { replacedCommits } from '../commits/replaced-records.ts'
import artifactPlaces from './artifact-places.sql?raw'
import { artifactsOf, type UnreadableArtifact } from '../reachability/artifacts-of.ts'
import type { JobProgress } from '../kernel/job.ts'

interface Garbage {
  readonly hashes: ReadonlySet<string>
  readonly rows: readonly GarbageRow[]
  readonly young: { readonly artifacts: number; readonly bytes: number }
}

export const placeColumns = {
  artifactHash: text('artifact_hash'),
  kind: text('kind'),
  packId: integer('pack_id'),
  packOffset: count('pack_offset'),
  storedBytes: count('stored_bytes'),
} as const

interface Place {
  readonly packId: number
  readonly packOffset: number
}

const dayMs = 86_400_000
const anyHash = /"([0-9a-f]{64})"/g

/** Every hash that an entry names. A rebuilt conversation names none: it can be rebuilt. */
const namedIn = (entry: JournalEntry): readonly string[] =>
  entry.kind === 'materialised' ? [] : [...JSON.stringify(entry).matchAll(anyHash)].map(([, hash = '']) => hash)

const neededBy = async (store: Store, entries: readonly JournalEntry[], step: () => void): Promise<ReadonlySet<string>> => {
  const needed = new Set(entries.flatMap(namedIn))
  const { lost } = store
  const passLost = ({ ref, reason }: UnreadableArtifact): void => {
    if (!lost.has(ref)) throw new StrataError('artifact-corrupt', reason, { artifact: ref })
  }
  for await (const { hash } of artifactsOf(store, entries.map(carried), new Set(), passLost)) {
    needed.add(hash)
    step()
  }
  return needed
}

/** Time of the first journal entry after the artifact: the artifact is at least that old. */
const writtenBy = (entries: readonly JournalEntry[]): ((place: Place) => number) => {
  const marks = [...entries].sort((a, b) => a.seq - b.seq)
  return ({ packId, packOffset }) => {
    let [low, high] = [0, marks.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const [endId, endOffset] = marks[middle]?.pack_end ?? [0, 0]
      if (endId > packId || (endId === packId && endOffset > packOffset)) high = middle
      else low = middle + 1
    }
    const mark = marks[low]
    return mark === undefined ? Infinity : Date.parse(mark.at)
  }
}

interface Replaced {
  readonly recordHash: string
  readonly artifact: ArtifactHash | undefined
  /** When its session changed last. */
  readonly at: number | undefined
  /** A name or a pin holds it. */
  readonly isHeld: boolean
}

const replacedOf = async (store: Store, entries: readonly JournalEntry[], step: () => void): Promise<readonly Replaced[]> => {
  const sessions = new Map(
    entries.flatMap((entry) => (entry.kind === 'session' ? [[entry.session_id, Date.parse(entry.at)] as const] : [])),
  )
  const held = entries.flatMap((entry) => {
    if (entry.kind === 'ref') return entry.commit_id ?? []
    return (entry.kind === 'pin' && entry.pinned) || entry.kind === 'summary' ? entry.commit_id : []
  })
  const found: Replaced[] = []
  for (const { record, recordHash, longId } of await replacedCommits(store)) {
    step()
    const artifact = await store.findArtifact(record.artifact_ref).catch(() => undefined)
    found.push({ recordHash, artifact, at: sessions.get(record.session_id ?? ''), isHeld: held.some((id) => longId.startsWith(id)) })
  }
  return found
}

/** Artifacts that nothing needs, sorted by what they were. */
class Found {
  readonly hashes = new Set<string>()
  readonly young = { artifacts: 0, bytes: 0 }
  readonly #rows = new Map<string, GarbageRow>()

  get rows(): readonly GarbageRow[] {
    return [...this.#rows.values()]
  }

  keep(bytes: number): void {
    this.young.artifacts++
    this.young.bytes += bytes
  }

  add(hash: ArtifactHash, what: GarbageRow['what'], kind: string, bytes: number): void {
    this.hashes.add(hash)
    const before = this.#rows.get(`${what} ${kind}`)
    const row = { what, kind, artifacts: (before?.artifacts ?? 0) + 1, bytes: (before?.bytes ?? 0) + bytes }
    this.#rows.set(`${what} ${kind}`, row)
  }
}

const hashesOf = (commits: readonly Replaced[]): ReadonlySet<string> =>
  new Set(commits.flatMap(({ recordHash, artifact }) => [recordHash, ...(artifact === undefined ? [] : [artifact])]))

/**
 * @param keepDays how long ago something has to have been needed last, days
 * @param erasedTo unreferenced artifacts before this place may be of a removed session and are deleted at any age
 * @param step is called with every artifact that is looked at; what it throws ends it
 * @throws StrataError artifact-corrupt, journal-corrupt
 */
const findGarbage = async (
  store: Store,
  { keepDays, erasedTo }: Pick<GarbageOptions, 'keepDays' | 'erasedTo'>,
  step: () => void,
  now = Date.now(),
): Promise<Garbage> => {
  const entries = store.subjects().flatMap((subject) => store.entry(subject) ?? [])
  const isOld = (at: number): boolean => keepDays === 0 || at < now - keepDays * dayMs
  const commits = await replacedOf(store, entries, step)
  const held = hashesOf(commits.filter(({ isHeld }) => isHeld))
  const recent = hashesOf(commits.filter(({ at }) => at !== undefined && !isOld(at)))
  const replaced = hashesOf(commits)
  const needed = await neededBy(store, entries, step)
  const cached = new Set(entries.flatMap((entry) => (entry.kind === 'materialised' ? [entry.artifact_hash] : [])))
  const written = writtenBy(entries)
  const isErased = ({ packId, packOffset: offset }: Place): boolean => erasedTo !== undefined && isBefore({ packId, offset }, erasedTo)
  const found = new Found()
  for (const { artifactHash: name, kind, storedBytes, ...place } of await store.database.query(artifactPlaces, placeColumns)) {
    const hash = artifactHash(name)
    if (needed.has(hash) || held.has(hash)) continue
    if (cached.has(hash)) found.add(hash, 'cached', kind, storedBytes)
    else if (recent.has(hash) || !(isOld(written(place)) || isErased(place))) found.keep(storedBytes)
    else found.add(hash, replaced.has(hash) ? 'replaced' : 'left over', kind, storedBytes)
  }
  return found
}

export interface GarbageOptions {
  readonly dryRun: boolean
  readonly keepDays: number
  /** End of the packs when a session was last removed: up to there they may contain its data; undefined: they do not. */
  readonly erasedTo: PackPosition | undefined
}

export interface Collected extends Omit<GcResult, 'erasure'> {
  /** Damaged packs. A backup may complete them, so they keep their unused artifacts. */
  readonly damagedPacks: readonly number[]
}

/** @throws StrataError artifact-corrupt, journal-corrupt, disk-full, cancelled */
export const collectGarbage = async (
  store: Store,
  { dryRun, keepDays, erasedTo }: GarbageOptions,
  progress: JobProgress,
): Promise<Collected> => {
  const startedAt = Date.now()
  const { packBytes: packBytesBefore } = await store.sizes()
  progress.phase('Finding unused artifacts', 'entries', undefined)
  let found: Garbage | undefined
  const find = async (): Promise<ReadonlySet<string>> => {
    found = await findGarbage(store, { keepDays, erasedTo }, () => {
      progress.checkpoint()
      progress.advance(1)
    })
    return found.hashes
  }
  if (dryRun) await find()
  else {
    let seen = 0
    const onProgress = (done: number): void => {
      if (seen === 0) progress.phase('Copying required artifacts', 'bytes', packBytesBefore)
      progress.advance(done - seen)
      seen = done
    }
    await store.collect(find, { onProgress, signal: progress.signal })
  }
  if (found === undefined) throw new Error('garbage is always looked for')
  const packBytesAfter = dryRun ? null : (await store.sizes()).packBytes
  const { hashes, rows, young } = found
  const left = dryRun ? [] : (await store.database.query(artifactPlaces, placeColumns)).filter((place) => hashes.has(place.artifactHash))
  const damagedPacks = [...new Set(left.map(({ packId }) => packId))]
  return { dryRun, keepDays, rows, young, packBytesBefore, packBytesAfter, damagedPacks, ms: Date.now() - startedAt }
}
