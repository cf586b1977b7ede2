/** Proves a store: every artifact of every pack is hashed again, the journal is read again, and the tables are compared with both. */
import { append } from '../model/append.ts'
import { artifactHash, refOf, type ArtifactHash } from '../model/ids.ts'
import { StrataError } from '../model/failure.ts'
import { ArtifactIndex } from './tables/artifact-index.ts'
import { lostIn } from './copy-packs.ts'
import type { Journal } from './files/journal.ts'
import type { JournalEntry } from './files/journal-entry.ts'
import { decodePackEntry } from './files/pack-entry.ts'
import { firstPosition, type EntryLocation, type PackFiles, type Scanned } from './files/pack-files.ts'

/** A fault and its place. Offset in bytes. */
interface StoreProblem {
  readonly where: 'packs' | 'journal' | 'index'
  readonly reason: string
  readonly packId?: number | undefined
  readonly offset?: number | undefined
  readonly artifact?: string | undefined
  /** True for an artifact that the last repair found lost. */
  readonly isLoss?: boolean
  /** True for a whole pack whose file is gone. */
  readonly isGone?: boolean
}

export interface PacksCheck {
  readonly artifacts: number
  /** Size of the packs, bytes. */
  readonly bytes: number
  readonly problems: readonly StoreProblem[]
}

export interface VerifyOptions {
  /** Gets the bytes of the packs that were checked, of all. */
  readonly onProgress?: (done: number, total: number) => void
  readonly signal?: AbortSignal
}

/**
 * Hashes every artifact of the packs again, reads the journal again, and compares the table of artifacts, given as `known`, with the packs.
 * @throws StrataError cancelled
 */
export const verifyPacks = async (
  packs: PackFiles,
  journal: Journal,
  known: ArtifactIndex,
  options: VerifyOptions,
): Promise<PacksCheck> => {
  const problems: StoreProblem[] = []
  const check = new IndexCheck(known)
  let artifacts = 0
  let done = 0
  for await (const found of packs.scan(firstPosition)) {
    if (options.signal?.aborted === true) throw new StrataError('cancelled', 'The check was cancelled')
    // For a missing pack, the journal and the tables contain more than the numbers of the other packs.
    const problem = packs.has(found.location.packId) ? await problemOf(packs, found) : undefined
    if (problem !== undefined) problems.push(problem)
    if (found.kind === 'entry') {
      artifacts += found.head.artifacts.length
      for (const { hash } of found.head.artifacts) check.see(hash, found.location)
    }
    done += found.location.length
    options.onProgress?.(done, packs.bytes)
  }
  const read = await journalProblems(journal, check.seen)
  const missing = missingPacks(packs, [...known.packIds(), ...read.packIds])
  problems.push(...missing, ...check.problems(), ...read.problems)
  return { artifacts, bytes: packs.bytes, problems }
}

const problemOf = async (packs: PackFiles, found: Scanned): Promise<StoreProblem | undefined> => {
  const at = { packId: found.location.packId, offset: found.location.offset }
  if (found.kind === 'damage') return { where: 'packs', reason: found.reason, ...at }
  try {
    await decodePackEntry(await packs.read(found.location))
    return undefined
  } catch (cause) {
    if (!(cause instanceof StrataError)) throw cause
    return { where: 'packs', reason: cause.message, ...at, artifact: String(cause.data['artifact']) }
  }
}

/** Compares what the index lists with what is found. An artifact may be in several entries: the index lists one of them. */
class IndexCheck {
  /** Artifacts that were found. */
  readonly seen = new ArtifactIndex()
  readonly #known: ArtifactIndex
  /** Artifacts that were found where the index lists them. */
  readonly #confirmed = new ArtifactIndex()
  readonly #elsewhere: { readonly hash: ArtifactHash; readonly location: EntryLocation }[] = []

  constructor(known: ArtifactIndex) {
    this.#known = known
  }

  see(hash: ArtifactHash, location: EntryLocation): void {
    this.seen.set(hash, location)
    if (isListed(this.#known.find(hash), location)) this.#confirmed.set(hash, location)
    else this.#elsewhere.push({ hash, location })
  }

  problems(): readonly StoreProblem[] {
    const unlisted = this.#elsewhere
      .filter(({ hash }) => !this.#confirmed.has(hash))
      .map(({ hash, location: { packId, offset } }): StoreProblem => {
        const artifact = refOf(hash)
        return { where: 'index', reason: `it does not list ${artifact} where it is`, packId, offset, artifact }
      })
    const missing = this.#known.size - this.seen.size
    if (missing <= 0) return unlisted
    return [...unlisted, { where: 'index', reason: `${missing} artifacts that it lists are not in the packs` }]
  }
}

const isListed = (listed: EntryLocation | undefined, found: EntryLocation): boolean =>
  listed !== undefined && listed.packId === found.packId && listed.offset === found.offset && listed.length === found.length

/** Packs that were there, since something was found in them once, and are not any more. */
const missingPacks = (packs: PackFiles, named: readonly number[]): readonly StoreProblem[] =>
  [...new Set(named)]
    .filter((packId) => !packs.has(packId) && !packs.retired.includes(packId))
    .sort((a, b) => a - b)
    .map((packId) => ({ where: 'packs', reason: 'the pack file is missing', packId, offset: 0, isGone: true }))

interface JournalCheck {
  readonly problems: readonly StoreProblem[]
  /** Packs that had entries when something was written. */
  readonly packIds: readonly number[]
}

const filled = ([packId, offset]: readonly [number, number]): readonly number[] => (offset === 0 ? [] : [packId])

/** Every line must be intact, and what the sessions consist of now must be in the packs. */
const journalProblems = async (journal: Journal, seen: ArtifactIndex): Promise<JournalCheck> => {
  const problems: StoreProblem[] = []
  const lost = new Set(lostIn(journal))
  const packIds = new Set(filled([journal.packEnd.packId, journal.packEnd.offset]))
  try {
    for await (const entry of journal.read()) {
      for (const packId of filled(entry.pack_end)) packIds.add(packId)
      // What an earlier state of a session consisted of may have been collected since.
      if (journal.seqOf(entry.subject) === entry.seq) append(problems, missingArtifacts(entry, seen, lost))
    }
  } catch (cause) {
    if (!(cause instanceof StrataError)) throw cause
    problems.push({ where: 'journal', reason: cause.message })
  }
  return { problems, packIds: [...packIds] }
}

const missingArtifacts = (entry: JournalEntry, seen: ArtifactIndex, lost: ReadonlySet<string>): readonly StoreProblem[] => {
  if (entry.kind !== 'session') return []
  const needed = [...entry.commits.map(([, record]) => record), ...entry.sources.map((source) => source.manifest_hash)].map(artifactHash)
  return needed
    .filter((hash) => !seen.has(hash))
    .map((hash) => ({
      where: 'journal',
      reason: `entry ${entry.seq} needs ${refOf(hash)}, which is not in the packs`,
      artifact: refOf(hash),
      isLoss: lost.has(refOf(hash)),
    }))
}
