/** Proves a store: every entry of every pack is hashed again, the journal is read again, and the tables are compared with both. */
import { artifactHash, refOf } from '../model/ids.ts'
import { StrataError } from '../model/failure.ts'
import { ArtifactIndex } from './artifact-index.ts'
import type { Journal } from './journal.ts'
import type { JournalEntry } from './journal-entry.ts'
import { decodePackEntry } from './pack-entry.ts'
import { firstPosition, type EntryLocation, type PackFiles, type Scanned } from './pack-files.ts'

/** What is wrong, and where. Offset in bytes. */
interface StoreProblem {
  readonly where: 'packs' | 'journal' | 'index'
  readonly reason: string
  readonly packId?: number | undefined
  readonly offset?: number | undefined
  readonly artifact?: string | undefined
}

export interface VerifyResult {
  readonly entries: number
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
 * Hashes every entry of the packs again, reads the journal again, and compares the table of artifacts, given as `known`, with the packs.
 * @throws StrataError cancelled
 */
export const verifyPacks = async (
  packs: PackFiles,
  journal: Journal,
  known: ArtifactIndex,
  options: VerifyOptions,
): Promise<VerifyResult> => {
  const problems: StoreProblem[] = []
  const seen = new ArtifactIndex()
  let entries = 0
  let done = 0
  for await (const found of packs.scan(firstPosition)) {
    if (options.signal?.aborted === true) throw new StrataError('cancelled', 'The check was cancelled')
    const problem = await problemOf(packs, found, known)
    if (problem !== undefined) problems.push(problem)
    if (found.kind === 'entry') {
      entries++
      seen.set(found.header.hash, found.location)
    }
    done += found.location.length
    options.onProgress?.(done, packs.bytes)
  }
  if (known.size > seen.size)
    problems.push({ where: 'index', reason: `${known.size - seen.size} artifacts that it lists are not in the packs` })
  problems.push(...(await journalProblems(journal, seen)))
  return { entries, bytes: packs.bytes, problems }
}

const problemOf = async (packs: PackFiles, found: Scanned, known: ArtifactIndex): Promise<StoreProblem | undefined> => {
  const at = { packId: found.location.packId, offset: found.location.offset }
  if (found.kind === 'damage') return { where: 'packs', reason: found.reason, ...at }
  const artifact = refOf(found.header.hash)
  try {
    await decodePackEntry(await packs.read(found.location))
  } catch (cause) {
    if (!(cause instanceof StrataError)) throw cause
    return { where: 'packs', reason: cause.message, ...at, artifact }
  }
  if (isListed(known.find(found.header.hash), found.location)) return undefined
  return { where: 'index', reason: `it does not list ${artifact} where it is`, ...at, artifact }
}

const isListed = (listed: EntryLocation | undefined, found: EntryLocation): boolean =>
  listed !== undefined && listed.packId === found.packId && listed.offset === found.offset && listed.length === found.length

/** Every line must be intact, and what the sessions consist of must be in the packs. */
const journalProblems = async (journal: Journal, seen: ArtifactIndex): Promise<readonly StoreProblem[]> => {
  const problems: StoreProblem[] = []
  try {
    for await (const entry of journal.read()) problems.push(...missingArtifacts(entry, seen))
  } catch (cause) {
    if (!(cause instanceof StrataError)) throw cause
    problems.push({ where: 'journal', reason: cause.message })
  }
  return problems
}

const missingArtifacts = (entry: JournalEntry, seen: ArtifactIndex): readonly StoreProblem[] => {
  if (entry.kind !== 'session') return []
  const needed = [...entry.commits.map(([, record]) => record), ...entry.sources.map((source) => source.manifest_hash)].map(artifactHash)
  return needed
    .filter((hash) => !seen.has(hash))
    .map((hash) => ({
      where: 'journal',
      reason: `line ${entry.seq} needs ${refOf(hash)}, which is not in the packs`,
      artifact: refOf(hash),
    }))
}
