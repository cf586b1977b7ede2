/**
 * Finds the files that have changed since they were read. Size and modification time decide for most files. Where only the change time or
 * the inode number differs, the bytes decide: the file may have been replaced, or only its mode was changed.
 */
import type { OpenFile, SeenFile, TranscriptFile } from '../../model/transcript-file.ts'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { closeFile, isUnchanged, openFile } from '../../../importer/read-lines.ts'
import { compareSeen, mayChangeUnseen, seenFile } from '../../../importer/seen-file.ts'
import { appendRows } from '../../store/tables/append-rows.ts'
import { forgetSeenFiles } from '../../store/tables/seen-files.ts'
import type { FileStamps } from './file-changes.ts'
import type { Store } from '../../store/store.ts'
import type { TableRow } from '../../store/tables/tables.ts'
import { hashInSlices } from '../../transcripts/hash-file.ts'
import type { JobProgress } from '../kernel/job.ts'
import { sourcesOfChange } from './known-sources.ts'
import { sessionOf, sourcesByVersion, versionOfFile, type KnownSource, type SourceVersions } from './plan-import.ts'

type SeenRow = TableRow<'seen_files'>

interface Sorted {
  /** New ones, and those with another size or time. */
  readonly changed: readonly TranscriptFile[]
  /** Only their bytes can decide. */
  readonly doubtful: readonly TranscriptFile[]
  /** Nothing is known of how they looked: they are taken for what was read. */
  readonly unseen: readonly TranscriptFile[]
}

const sort = (files: readonly TranscriptFile[], versions: SourceVersions): Sorted => {
  const sorted = { changed: [] as TranscriptFile[], doubtful: [] as TranscriptFile[], unseen: [] as TranscriptFile[] }
  for (const file of files) {
    const version = versionOfFile(file)
    // A part of another file has no separate stamp.
    if (file.readFrom !== undefined && versions.has(version)) continue
    const sight = versions.has(version) ? compareSeen(versions.get(version), file) : 'changed'
    if (sight === 'other') sorted.doubtful.push(file)
    else if (sight === 'unknown') sorted.unseen.push(file)
    else if (sight === 'changed') sorted.changed.push(file)
  }
  return sorted
}

/** A file that differs only in its inode is on a file system with unstable inodes: from then on its inode is not compared. */
const seenAgain = (known: KnownSource, now: SeenFile, changedNs: bigint): SeenFile =>
  known.seen?.changedNs === String(changedNs) ? { ...now, inode: '' } : now

const seenIfSame = async (open: OpenFile, known: KnownSource): Promise<SeenRow | undefined> => {
  const hash = await hashInSlices(open, open.size)
  if (hash !== known.contentHash || !isUnchanged(open)) return undefined
  return { path: known.path, contentHash: known.contentHash, ...seenAgain(known, open.seen, open.changedNs) }
}

/**
 * The stamp of a file that still matches the store; undefined when it does not match or cannot be read: the import that reads it reports
 * that.
 */
const lookInto = async (file: TranscriptFile, known: KnownSource | undefined): Promise<SeenRow | undefined> => {
  if (known === undefined) return undefined
  try {
    const open = openFile(file.path)
    try {
      return open.size === known.bytes ? await seenIfSame(open, known) : undefined
    } finally {
      closeFile(open)
    }
  } catch {
    return undefined
  }
}

/** Saves the stamps of files whose contents are the same as in the store. */
const remember = (store: Store, seen: readonly SeenRow[]): Promise<void> =>
  store.database.transaction(async (connection) => {
    await forgetSeenFiles(
      connection,
      seen.map(({ path }) => path),
    )
    await appendRows(connection, 'seen_files', seen)
  })

interface Settled {
  readonly changed: ReadonlySet<TranscriptFile>
  readonly seen: readonly SeenRow[]
}

const settleDoubts = async (store: Store, doubtful: readonly TranscriptFile[], progress: JobProgress): Promise<Settled> => {
  if (doubtful.length === 0) return { changed: new Set(), seen: [] }
  const paths = doubtful.map(({ path }) => path)
  const known = sourcesByVersion(await sourcesOfChange(store, [...new Set(doubtful.map(sessionOf))], paths))
  progress.phase(
    'Comparing files',
    'bytes',
    doubtful.reduce((sum, { size }) => sum + size, 0),
  )
  const changed = new Set<TranscriptFile>()
  const seen: SeenRow[] = []
  for (const file of doubtful) {
    progress.checkpoint()
    const row = await lookInto(file, known.get(versionOfFile(file)))
    if (row === undefined) changed.add(file)
    else seen.push(row)
    progress.advance(file.size)
    await nextTurn()
  }
  return { changed, seen }
}

/** Saves the first stamps of files whose size and modification time are the same as in the store; nothing else was compared. */
export const rememberFirstLook = async (store: Store, sources: readonly KnownSource[], files: FileStamps): Promise<void> => {
  const now = Date.now()
  const seen = sources.flatMap(({ path, contentHash, bytes, modifiedNs, seen: before }): readonly SeenRow[] => {
    const { size, modifiedNs: time, changedNs, inode } = files.get(path) ?? {}
    if (before !== undefined || size !== bytes || time !== modifiedNs || changedNs === undefined || inode === undefined) return []
    return mayChangeUnseen(BigInt(changedNs), now) ? [] : [{ path, contentHash, changedNs, inode }]
  })
  if (seen.length > 0) await remember(store, seen)
}

/** The first stamps of files that have none: each costs one row. */
const seenFirst = async (store: Store, unseen: readonly TranscriptFile[]): Promise<readonly SeenRow[]> => {
  const settled = unseen.filter(({ changedNs }) => !mayChangeUnseen(changedNs, Date.now()))
  if (settled.length === 0) return []
  const known = sourcesByVersion(await sourcesOfChange(store, [...new Set(settled.map(sessionOf))], []))
  return settled.flatMap((file) => {
    const source = known.get(versionOfFile(file))
    const seen = seenFile({ ctimeNs: file.changedNs, ino: file.inode }, 0)
    return source === undefined ? [] : [{ path: file.path, contentHash: source.contentHash, ...seen }]
  })
}

/**
 * Those of the files that are new, have changed or belong to another session now, in their order.
 * @param versions of the sources that the store holds, those of the files among them.
 * @param remembers whether what is found out is written, so that no file is compared twice for the same reason.
 * @throws StrataError cancelled
 */
export const findChanged = async (
  store: Store,
  files: readonly TranscriptFile[],
  versions: SourceVersions,
  progress: JobProgress,
  remembers = true,
): Promise<readonly TranscriptFile[]> => {
  const { changed, doubtful, unseen } = sort(files, versions)
  const settled = await settleDoubts(store, doubtful, progress)
  const seen = remembers ? [...settled.seen, ...(await seenFirst(store, unseen))] : []
  if (seen.length > 0) await remember(store, seen)
  if (settled.changed.size === 0) return changed
  const all = new Set([...changed, ...settled.changed])
  return files.filter((file) => all.has(file))
}
