/** Searches what a push or a bundle would contain for secrets. */
import type { TransferContents } from '../../contract/transfer.ts'
import { redactArtifact, Redactor } from '../../secrets/redactor.ts'
import { damageOf, StrataError } from '../../model/failure.ts'
import { artifactHash } from '../../model/ids.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { Store } from '../../store/store.ts'
import { formats } from '../kernel/chain-formats.ts'
import { runInSlices } from '../kernel/run-in-slices.ts'
import type { JobProgress } from '../kernel/job.ts'
import { privateWords } from '../kernel/settings.ts'
import { artifactsOf, recordWith } from '../reachability/artifacts-of.ts'
import type { UnreadableArtifact } from '../reachability/artifacts-of.ts'
import { catalogOf } from '../reachability/catalog.ts'
import { selectEntries, type Asked, type Selection } from './select-entries.ts'

type Named = readonly [commitId: string, recordHash: string]

const commitsOf = ({ entries }: Selection): readonly Named[] =>
  entries.flatMap((entry): readonly Named[] => {
    if (entry.kind === 'session') return entry.commits.map(([id, hash]) => [id, hash])
    return entry.kind === 'commit' ? [[entry.commit_id, entry.record_hash]] : []
  })

/** False: what `work` searches cannot be read. */
const isSearched = async (work: () => Promise<void>): Promise<boolean> => {
  try {
    await work()
    return true
  } catch (thrown) {
    if (damageOf(thrown) === undefined) throw thrown
    return false
  }
}

const search = async (store: Store, [commitId, hash]: Named, redactor: Redactor, progress: JobProgress): Promise<void> => {
  const record = await recordWith(store, hash)
  const bytes = await store.read(artifactHash(await store.findArtifact(record.artifact_ref)))
  const known = formats.find(record.format)
  redactor.reads(commitId)
  redactor.text(record.summary ?? '')
  const searchAsText = (): void => {
    redactor.text(new TextDecoder().decode(bytes))
  }
  if (known === undefined) {
    searchAsText()
    return
  }
  try {
    await runInSlices(redactArtifact(known, bytes, redactor), progress)
  } catch (thrown) {
    // A commit may contain bytes that are not of its format.
    if (!(thrown instanceof StrataError) || thrown.code !== 'delta-malformed') throw thrown
    searchAsText()
  }
}

/** Records are read as those of commits are: signatures and encoded contents are no secrets. All other lines are one text. */
const searchLines = (text: string, redactor: Redactor): void => {
  const others: string[] = []
  for (const line of text.split('\n')) {
    if (line.startsWith('{')) redactor.json(line)
    else others.push(line)
  }
  redactor.text(others.join('\n'))
}

/**
 * Searches the contents of a session outside of its commits: files beside a transcript, and lines without a commit.
 * @returns number of those that cannot be read
 */
const searchFiles = async (store: Store, entry: NewJournalEntry, redactor: Redactor, progress: JobProgress): Promise<number> => {
  if (entry.kind !== 'session') return 0
  let unreadable = 0
  const pass = ({ kind }: UnreadableArtifact): void => {
    if (kind === 'manifest') unreadable += 1
  }
  redactor.reads(entry.session_id)
  for await (const { hash, kind } of artifactsOf(store, [entry], new Set(), pass)) {
    progress.checkpoint()
    if (kind !== 'raw') continue
    const read = async (): Promise<void> => searchLines(new TextDecoder().decode(await store.read(hash)), redactor)
    if (!(await isSearched(read))) unreadable += 1
  }
  return unreadable
}

/** @throws StrataError not-found, ambiguous-id, cancelled */
export const contentsOf = async (store: Store, asked: Asked, progress: JobProgress): Promise<TransferContents> => {
  const selection = await selectEntries(store, catalogOf(store), asked)
  const commits = commitsOf(selection)
  const redactor = new Redactor(privateWords(store.dir))
  let unreadable = 0
  progress.phase('Searching for secrets', 'commits', commits.length)
  for (const commit of commits) {
    progress.checkpoint()
    if (!(await isSearched(() => search(store, commit, redactor, progress)))) unreadable += 1
    progress.advance(1)
  }
  for (const entry of selection.entries) unreadable += await searchFiles(store, entry, redactor, progress)
  const sessions = selection.entries.filter(({ kind }) => kind === 'session').length
  return { sessions, commits: commits.length, unreadable, found: redactor.found() }
}
