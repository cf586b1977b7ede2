/** Proves that the store holds what it says: every entry, every source file, every commit. */
import { countOf } from '../../model/format/count.ts'
import type { StoreFault as Fault, VerifyResult } from '../../contract/verify.ts'
import { StrataError } from '../../model/failure.ts'
import { artifactHash, refOf } from '../../model/ids.ts'
import { commitIdOf } from '../../chains/commit-id.ts'
import { text } from '../../model/columns.ts'
import { decodeCommit } from '../../store/files/commit-record.ts'
import { addedCommit, addedCommitIds } from '../../store/added-commits.ts'
import type { Store } from '../../store/store.ts'
import { journalSources } from '../import/known-sources.ts'
import type { JobProgress } from '../kernel/job.ts'
import refCommits from './ref-commits.sql?raw'
import { storedBytes } from '../kernel/stored-bytes.ts'

/** The results of the check. */
interface Findings {
  readonly faults: Fault[]
  readonly losses: Fault[]
}

/** Sorts what cannot be read: lost artifacts that a repair reported are no news. */
const addUnreadable = ({ lost }: Store, findings: Findings, what: string, where: string, thrown: unknown): void => {
  const reason = reasonOf(thrown)
  const name = thrown instanceof StrataError ? (thrown.data['artifact'] ?? thrown.data['text']) : undefined
  const ref = typeof name === 'string' && /^[0-9a-f]{64}$/.test(name) ? refOf(artifactHash(name)) : name
  ;(typeof ref === 'string' && lost.has(ref) ? findings.losses : findings.faults).push({ what, where, reason })
}

const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof StrataError) return thrown.message
  throw thrown
}

/** Reads to the end: the bytes are compared with their hash on the way. */
const drain = async (bytes: AsyncGenerator<Buffer>): Promise<void> => {
  let step = await bytes.next()
  while (step.done !== true) step = await bytes.next()
}

const verifySources = async (store: Store, progress: JobProgress, findings: Findings): Promise<number> => {
  const sources = journalSources(store)
  progress.phase('Rebuilding source files', 'files', sources.length)
  for (const source of sources) {
    progress.checkpoint()
    try {
      await drain(storedBytes(source.manifestHash, (hash) => store.read(hash)))
    } catch (thrown) {
      addUnreadable(store, findings, 'source', source.file, thrown)
    }
    progress.advance(1)
  }
  return sources.length
}

/** A commit is right when its record can be read, its id follows from its record, and its artifact and parent exist. */
const verifyCommit = async (store: Store, id: string, recordHash: string, ids: ReadonlySet<string>): Promise<string | undefined> => {
  const record = decodeCommit(await store.read(artifactHash(recordHash)))
  const inputs = {
    parent: record.parent ?? '',
    artifactRef: record.artifact_ref,
    createdAt: record.created_at,
    template: record.template ?? '',
  }
  if (commitIdOf(inputs, id.length - 'ctx-'.length) !== id) return 'its id does not match its record'
  if (record.parent !== undefined && !ids.has(record.parent)) return `its parent ${record.parent} is missing`
  await store.findArtifact(record.artifact_ref)
  return undefined
}

/** The hash of the record of every commit; and the ids that may be named as a parent. */
const allCommits = (store: Store): { readonly commits: ReadonlyMap<string, string>; readonly ids: ReadonlySet<string> } => {
  const commits = new Map<string, string>()
  for (const id of store.sessionIds()) for (const [commit, hash] of store.session(id)?.commits ?? []) commits.set(commit, hash)
  const made = addedCommitIds(store).flatMap((id) => addedCommit(store, id) ?? [])
  for (const entry of made) commits.set(entry.commit_id, entry.record_hash)
  const elsewhere = made.flatMap(({ unknown_parent: isUnknown, parent }) => (isUnknown === true && parent !== undefined ? [parent] : []))
  return { commits, ids: new Set([...commits.keys(), ...elsewhere]) }
}

const verifyCommits = async (store: Store, progress: JobProgress, findings: Findings): Promise<number> => {
  const { commits, ids } = allCommits(store)
  progress.phase('Checking commits', 'entries', commits.size)
  for (const [id, hash] of commits) {
    progress.checkpoint()
    try {
      const reason = await verifyCommit(store, id, hash, ids)
      if (reason !== undefined) findings.faults.push({ what: 'commit', where: id, reason })
    } catch (thrown) {
      addUnreadable(store, findings, 'commit', id, thrown)
    }
    progress.advance(1)
  }
  for (const { name, commitId } of await store.database.query(refCommits, { name: text('name'), commitId: text('commit_id') })) {
    if (!ids.has(commitId)) findings.faults.push({ what: 'ref', where: name, reason: `its commit ${commitId} is missing` })
  }
  return commits.size
}

const verifyPacks = async (store: Store, progress: JobProgress): ReturnType<Store['verify']> => {
  const { packBytes } = await store.sizes()
  progress.phase('Checking packs and the journal', 'bytes', packBytes)
  let seen = 0
  const onProgress = (done: number): void => {
    progress.advance(done - seen)
    seen = done
  }
  return store.verify({ onProgress, signal: progress.signal })
}

type PackProblem = Awaited<ReturnType<Store['verify']>>['problems'][number]

const packFault = ({ where, reason, packId, offset }: PackProblem): Fault => {
  const place = packId === undefined ? where : `pack ${packId}, byte ${offset ?? 0}`
  return { what: where, where: place, reason }
}

/** A missing pack is a fault only if something else is lacking; otherwise its contents were written again elsewhere. */
const packFaults = (problems: readonly PackProblem[], others: readonly Fault[]): readonly Fault[] => {
  const isLacking = others.length > 0 || problems.some(({ where }) => where !== 'packs')
  return problems.filter(({ isGone }) => isLacking || isGone !== true).map(packFault)
}

/**
 * Reads every byte of the store. Faults are data; it throws only when it cannot read at all.
 * @param searchFaults what is wrong with the search index, in sentences
 */
export const verifyStore = async (
  store: Store,
  progress: JobProgress,
  searchFaults: () => Promise<readonly string[]>,
): Promise<{ readonly result: VerifyResult; readonly summary: string }> => {
  const findings: Findings = { faults: [], losses: [] }
  const { faults, losses } = findings
  const { artifacts: entries, bytes, problems } = await verifyPacks(store, progress)
  const sources = await verifySources(store, progress, findings)
  const commits = await verifyCommits(store, progress, findings)
  for (const reason of await searchFaults())
    faults.push({ what: 'search index', where: 'search.db', reason: `${reason}: run strata reindex --search` })
  const known = problems.filter(({ isLoss }) => isLoss === true)
  const news = problems.filter(({ isLoss }) => isLoss !== true)
  faults.unshift(...packFaults(news, faults))
  losses.unshift(...known.map(packFault))
  return {
    result: { entries, bytes, sources, commits, faults, losses },
    summary: `${entries} entries, ${sources} files, ${commits} commits checked: ${endOf(findings)}`,
  }
}

const endOf = ({ faults, losses }: Findings): string => {
  if (faults.length > 0) return countOf(faults.length, 'fault')
  return losses.length === 0 ? 'no faults' : `no faults; ${losses.length} known losses`
}
