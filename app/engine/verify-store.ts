/** Proves that the store holds what it says: every entry, every source file, every commit. */
import type { VerifyResult } from '../contract/job-results.ts'
import { StrataError } from '../model/failure.ts'
import { artifactHash } from '../model/ids.ts'
import { commitIdOf } from '../chains/commit-id.ts'
import { text } from '../store/columns.ts'
import { decodeCommit } from '../store/commit-record.ts'
import { madeCommit, madeCommitIds } from '../store/made-commits.ts'
import type { Store } from '../store/store.ts'
import { journalSources } from './import/known-sources.ts'
import type { JobProgress } from './job.ts'
import refCommits from './sql/ref-commits.sql?raw'
import { storedBytes } from './stored-bytes.ts'

type Fault = VerifyResult['faults'][number]

const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof StrataError) return thrown.message
  throw thrown
}

/** Reads to the end: the bytes are compared with their hash on the way. */
const drain = async (bytes: AsyncGenerator<Buffer>): Promise<void> => {
  let step = await bytes.next()
  while (step.done !== true) step = await bytes.next()
}

const verifySources = async (store: Store, progress: JobProgress, faults: Fault[]): Promise<number> => {
  const sources = journalSources(store)
  progress.phase('Putting source files together', 'files', sources.length)
  for (const source of sources) {
    progress.checkpoint()
    try {
      await drain(storedBytes(source.manifestHash, (hash) => store.read(hash)))
    } catch (thrown) {
      faults.push({ what: 'source', where: source.file, reason: reasonOf(thrown) })
    }
    progress.advance(1)
  }
  return sources.length
}

/** A commit is right when its record can be read, its id follows from its record, and its artifact and parent are there. */
const verifyCommit = async (store: Store, id: string, recordHash: string, ids: ReadonlySet<string>): Promise<string | undefined> => {
  const record = decodeCommit(await store.read(artifactHash(recordHash)))
  const inputs = {
    parent: record.parent ?? '',
    artifactRef: record.artifact_ref,
    createdAt: record.created_at,
    template: record.template ?? '',
  }
  if (commitIdOf(inputs, id.length - 'ctx-'.length) !== id) return 'its id does not follow from its record'
  if (record.parent !== undefined && !ids.has(record.parent)) return `its parent ${record.parent} is missing`
  await store.findArtifact(record.artifact_ref)
  return undefined
}

/** The hash of the record of every commit; and the ids that may be named as a parent. */
const allCommits = (store: Store): { readonly commits: ReadonlyMap<string, string>; readonly ids: ReadonlySet<string> } => {
  const commits = new Map<string, string>()
  for (const id of store.sessionIds()) for (const [commit, hash] of store.session(id)?.commits ?? []) commits.set(commit, hash)
  const made = madeCommitIds(store).flatMap((id) => madeCommit(store, id) ?? [])
  for (const entry of made) commits.set(entry.commit_id, entry.record_hash)
  const elsewhere = made.flatMap(({ unknown_parent: isUnknown, parent }) => (isUnknown === true && parent !== undefined ? [parent] : []))
  return { commits, ids: new Set([...commits.keys(), ...elsewhere]) }
}

const verifyCommits = async (store: Store, progress: JobProgress, faults: Fault[]): Promise<number> => {
  const { commits, ids } = allCommits(store)
  progress.phase('Checking commits', 'entries', commits.size)
  for (const [id, hash] of commits) {
    progress.checkpoint()
    try {
      const reason = await verifyCommit(store, id, hash, ids)
      if (reason !== undefined) faults.push({ what: 'commit', where: id, reason })
    } catch (thrown) {
      faults.push({ what: 'commit', where: id, reason: reasonOf(thrown) })
    }
    progress.advance(1)
  }
  for (const { name, commitId } of await store.database.query(refCommits, { name: text('name'), commitId: text('commit_id') })) {
    if (!ids.has(commitId)) faults.push({ what: 'ref', where: name, reason: `its commit ${commitId} is missing` })
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
  const place = packId === undefined ? where : `${where}, pack ${packId}, byte ${offset ?? 0}`
  return { what: where, where: place, reason }
}

/** What was in a pack that is gone is missing somewhere, or was written again elsewhere: then the pack is not missing either. */
const packFaults = (problems: readonly PackProblem[], others: readonly Fault[]): readonly Fault[] => {
  const isLacking = others.length > 0 || problems.some(({ where }) => where !== 'packs')
  return problems.filter(({ isGone }) => isLacking || isGone !== true).map(packFault)
}

/** Reads every byte of the store. Faults are data; it throws only when it cannot read at all. */
export const verifyStore = async (
  store: Store,
  progress: JobProgress,
): Promise<{ readonly result: VerifyResult; readonly summary: string }> => {
  const faults: Fault[] = []
  const { artifacts: entries, bytes, problems } = await verifyPacks(store, progress)
  const sources = await verifySources(store, progress, faults)
  const commits = await verifyCommits(store, progress, faults)
  faults.unshift(...packFaults(problems, faults))
  const end = faults.length === 0 ? 'everything is as it should be' : `${faults.length} faults`
  return {
    result: { entries, bytes, sources, commits, faults },
    summary: `${entries} entries, ${sources} files, ${commits} commits checked: ${end}`,
  }
}
