/** Writes stored source files back to disk, byte for byte: below a folder the user gives, or where they were. */
import { dirname } from 'node:path'
import type { RefusedFile, RestoredFile, RestoreResult, UnreadableFile } from '../../contract/restore.ts'
import { isHistorySource } from '../../../importer/agents.ts'
import { damageOf, StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { syncFolder } from '../../store/files/store-folder.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { journalSources } from '../import/known-sources.ts'
import type { KnownSource } from '../import/plan-import.ts'
import type { JobProgress } from '../kernel/job.ts'
import { pathBelow, type ReadArtifact } from '../kernel/stored-bytes.ts'
import { isThere, restoreFile } from './restore-file.ts'
import { whyNotInPlace } from './places.ts'
import { leftOverRemover } from './partial-files.ts'

export type RestoreWhat = { readonly all: true } | { readonly name: string }

/** Sources with the same path below different imported folders go to separate folders. */
const targets = (sources: readonly KnownSource[]): ReadonlyMap<KnownSource, string> => {
  const taken = new Map<string, number>()
  const result = new Map<KnownSource, string>()
  for (const source of sources) {
    const before = taken.get(source.file) ?? 0
    taken.set(source.file, before + 1)
    result.set(source, before === 0 ? source.file : `root-${before + 1}/${source.file}`)
  }
  return result
}

const matches = (source: KnownSource, name: string): boolean =>
  source.file === name || source.path === name || source.sourceId === name || source.sessionId === name || source.file.endsWith(`/${name}`)

/** The original paths of sources. Earlier versions of rewritten files are excluded, because they have none. */
const inTheirPlaces = (sources: readonly KnownSource[]): ReadonlyMap<KnownSource, string> =>
  new Map(sources.flatMap((source) => (source.role === 'earlier' ? [] : [[source, source.path] as const])))

/** Sources that a name selects: a file, a path, a session, or a unique prefix of a session id. */
const select = (sources: readonly KnownSource[], what: RestoreWhat): readonly KnownSource[] => {
  if ('all' in what) return sources
  const exact = sources.filter((source) => matches(source, what.name))
  if (exact.length > 0) return exact
  const sessions = [...new Set(sources.map((source) => source.sessionId).filter((id) => what.name.length >= 4 && id.startsWith(what.name)))]
  if (sessions.length > 1)
    throw new StrataError('ambiguous-id', `“${what.name}” is ambiguous: several session ids begin with it`, { candidates: sessions })
  const found = sources.filter((source) => source.sessionId === sessions[0])
  if (found.length === 0) throw new StrataError('not-found', `The store contains no file or session “${what.name}”`, { name: what.name })
  return found
}

/** The outcomes of the files so far, and the folders in which files were written. */
class Restored {
  readonly files: RestoredFile[] = []
  readonly alreadyThere: RestoredFile[] = []
  readonly unreadable: UnreadableFile[] = []
  readonly occupied: RestoredFile[] = []
  readonly refused: RefusedFile[] = []
  readonly #folders = new Set<string>()

  add(outcome: 'written' | 'there', path: string, restored: RestoredFile): void {
    const isWritten = outcome === 'written'
    if (isWritten) this.#folders.add(dirname(path))
    ;(isWritten ? this.files : this.alreadyThere).push(restored)
  }

  /** Makes the names of what was written survive a power cut. */
  async sync(): Promise<void> {
    for (const folder of this.#folders) await syncFolder(folder)
  }

  get result(): Omit<RestoreResult, 'dryRun' | 'promptsOnly'> {
    const { files, alreadyThere, unreadable, occupied, refused } = this
    return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), alreadyThere, unreadable, occupied, refused }
  }
}

const summaryOf = ({ files, alreadyThere, unreadable, occupied, dryRun }: RestoreResult, to: string | null): string => {
  const there = alreadyThere.length === 0 ? '' : `, ${alreadyThere.length} already existed`
  const left = occupied.length === 0 ? '' : `, ${occupied.length} not written: another file has that path`
  const lost = unreadable.length === 0 ? '' : `; ${unreadable.length} could not be read`
  return `${countOf(files.length, 'file')} ${dryRun ? 'to restore' : 'restored'} to ${to ?? 'their places'}${there}${left}${lost}`
}

export interface RestoreOptions {
  /** A folder; null: where each file was when it was imported. */
  readonly to: string | null
  readonly dryRun: boolean
}

/**
 * Restores files one after the other. Files that cannot be read from the packs are named in the result, and partial copies are removed.
 * @throws StrataError not-found, ambiguous-id, target-exists, path-refused, disk-full, cancelled; files that were restored before stay
 */
export const restoreFiles = async (
  { store }: EngineContext,
  what: RestoreWhat,
  { to, dryRun }: RestoreOptions,
  progress: JobProgress,
): Promise<{ readonly result: RestoreResult; readonly summary: string }> => {
  const selected = select(journalSources(store), what)
  const sources = selected.filter(({ path }) => !isHistorySource(path))
  const promptsOnly = [...new Set(selected.flatMap(({ path, sessionId }) => (isHistorySource(path) ? [sessionId] : [])))]
  progress.phase(dryRun ? 'Comparing files with the disk' : 'Restoring files', 'files', sources.length)
  const restored = new Restored()
  const removeLeftOvers = leftOverRemover()
  const read: ReadArtifact = (hash) => {
    progress.checkpoint()
    return store.read(hash)
  }
  const write = async (source: KnownSource, path: string): Promise<'written' | 'there'> => {
    if (dryRun) return (await isThere(path, source)) ? 'there' : 'written'
    await removeLeftOvers(path)
    return restoreFile(path, source, read)
  }
  for (const [source, file] of to === null ? inTheirPlaces(sources) : targets(sources)) {
    progress.checkpoint()
    const refusal = to === null ? await whyNotInPlace(source) : undefined
    if (refusal !== undefined) restored.refused.push({ path: source.path, reason: refusal })
    else {
      const path = to === null ? source.path : pathBelow(to, file)
      try {
        restored.add(await write(source, path), path, { file, bytes: source.bytes })
      } catch (thrown) {
        const reason = damageOf(thrown)
        if (reason !== undefined) restored.unreadable.push({ file: source.file, sessionId: source.sessionId, reason })
        else if (to === null && isOccupied(thrown)) restored.occupied.push({ file, bytes: source.bytes })
        else throw thrown
      }
    }
    progress.advance(1)
  }
  if (!dryRun) await restored.sync()
  const result = { ...restored.result, dryRun, promptsOnly }
  return { result, summary: summaryOf(result, to) }
}

const isOccupied = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'target-exists'
