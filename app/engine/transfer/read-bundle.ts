/** Reads bundles: what one holds, whether it is whole, and taking it in. */
import { basename } from 'node:path'
import type { BundleView, TransferResult } from '../../contract/transfer.ts'
import { StrataError } from '../../model/failure.ts'
import { refOf } from '../../model/ids.ts'
import { readBundle, type BundleHead, type BundlePart } from '../../store/files/bundle-file.ts'
import { EntryEncoder } from '../../store/files/entry-encoder.ts'
import { inMemory } from '../../store/files/spillable-bytes.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import type { NewJournalEntry } from '../../store/files/journal-entry.ts'
import type { EncodedEntry } from '../../store/files/pack-entry.ts'
import { sizeOf } from '../../store/files/store-folder.ts'
import type { Store } from '../../store/store.ts'
import type { JobProgress } from '../kernel/job.ts'
import { artifactsOf } from '../reachability/artifacts-of.ts'
import { catalogFrom, catalogOf } from '../reachability/catalog.ts'
import { planReceive } from './plan-receive.ts'
import { countsOf, sizeOfEntries } from './receive.ts'

interface Contents {
  readonly head: BundleHead
  readonly entries: readonly NewJournalEntry[]
  /** undefined: they were not read. */
  readonly artifacts: number | undefined
}

/** @param whole whether every artifact is read and verified too. */
const contentsOf = async (path: string, whole: boolean, progress: JobProgress): Promise<Contents> => {
  let head: BundleHead | undefined
  const entries: NewJournalEntry[] = []
  let artifacts = 0
  let isCut = false
  for await (const part of readBundle(path, advancing(progress))) {
    progress.checkpoint()
    if (part.kind === 'head') head = part.head
    else if (part.kind === 'entries') entries.push(...part.entries)
    else if (part.kind === 'artifacts' && whole) artifacts += part.artifacts.length
    else if (part.kind === 'artifacts') {
      isCut = true
      break
    }
  }
  if (head === undefined) throw new StrataError('bundle-malformed', `${path} is empty`, { path, offset: 0 })
  return { head, entries, artifacts: isCut ? undefined : artifacts }
}

const advancing = (progress: JobProgress): ((done: number, total: number) => void) => {
  let seen = 0
  return (done) => {
    progress.advance(done - seen)
    seen = done
  }
}

const viewOf = async (path: string, { head, entries, artifacts }: Contents, store: Holdings): Promise<BundleView> => {
  const catalog = catalogFrom(entries)
  const known = catalogOf(store).commits
  return {
    path,
    bytes: (await sizeOf(path)) ?? 0,
    needs: head.needs,
    sessions: [...catalog.sessions.values()].map(({ session_id: sessionId, commits, sources }) => ({
      sessionId,
      commits: commits.length,
      files: sources.length,
      bytes: sources.reduce((sum, source) => sum + source.bytes, 0),
    })),
    commits: [...catalog.made.values()].map(({ commit_id: commitId, parent, session_id: sessionId }) => ({
      commitId,
      parent: parent ?? null,
      sessionId: sessionId === '' ? null : sessionId,
    })),
    refs: [...catalog.refs].map(([name, commitId]) => ({ name, commitId })),
    summaries: catalog.wishes.filter(({ kind }) => kind === 'summary').length,
    pins: catalog.wishes.filter(({ kind }) => kind === 'pin').length,
    corrections: catalog.wishes.filter(({ kind }) => kind === 'class' || kind === 'thinking').length,
    artifacts: artifacts ?? null,
    missing: head.needs.filter((id) => !known.has(id)),
  }
}

/**
 * The contents of a bundle.
 * @param whole whether all of it is read and verified
 * @throws StrataError bundle-malformed, path-unreadable, cancelled
 */
export const viewBundle = async (store: Holdings, path: string, whole: boolean, progress: JobProgress): Promise<BundleView> => {
  progress.phase('Reading the bundle', 'bytes', await sizeOf(path))
  return viewOf(path, await contentsOf(path, whole, progress), store)
}

type ArtifactsPart = Extract<BundlePart, { readonly kind: 'artifacts' }>

/** The artifacts of a part that the store lacks, as entries of its packs. */
const newsOf = async (store: Holdings, { artifacts, contents, encoded }: ArtifactsPart): Promise<readonly EncodedEntry[]> => {
  const isHere = await Promise.all(artifacts.map(({ hash }) => store.has(hash)))
  if (!isHere.includes(true)) return [encoded]
  const encoder = new EntryEncoder(inMemory)
  for (const [at, { kind, hash }] of artifacts.entries()) {
    const content = contents[at]
    if (isHere[at] === false && content !== undefined) await encoder.add(kind, hash, content)
  }
  return encoder.done()
}

const keepAll = async (store: Store, path: string, progress: JobProgress): Promise<{ artifacts: number; bytes: number }> => {
  const kept = { artifacts: 0, bytes: 0 }
  for await (const part of readBundle(path, advancing(progress))) {
    progress.checkpoint()
    if (part.kind !== 'artifacts') continue
    const news = await newsOf(store, part)
    if (news.length > 0) await store.keep(news)
    kept.bytes += sizeOfEntries(news)
    kept.artifacts += news.reduce((sum, entry) => sum + entry.artifacts.length, 0)
  }
  return kept
}

/** Prefix of the refs of a bundle whose names are in use. */
const originOf = (path: string): string => {
  const name = basename(path)
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  return name.replaceAll(/^-+|-+$/g, '') || 'bundle'
}

/** Says before anything is written what of that which the bundle stands on is not here. */
const checkNeeds = (store: Holdings, path: string, { needs }: BundleHead): void => {
  const { commits } = catalogOf(store)
  const missing = needs.filter((id) => !commits.has(id))
  if (missing.length === 0) return
  throw new StrataError('transfer-incomplete', `${path} requires ${missing.join(', ')}, which this store does not contain`, {
    path,
    missing,
  })
}

/** @throws StrataError transfer-incomplete when an artifact is neither here nor in the bundle */
const checkArtifacts = async (store: Holdings, entries: readonly NewJournalEntry[]): Promise<void> => {
  for await (const { hash } of artifactsOf(store, entries)) {
    if (!(await store.has(hash)))
      throw new StrataError('transfer-incomplete', `Neither the bundle nor this store contains the artifact ${refOf(hash)}`, {
        artifact: hash,
      })
  }
}

/**
 * Imports a bundle. All of it is verified before anything is written, and the entries that name its artifacts are written in one step. The
 * tables do not show it yet: it is pending.
 * @throws StrataError bundle-malformed, path-unreadable, transfer-incomplete, disk-full, cancelled
 */
export const importBundle = async (
  store: Store,
  path: string,
  includesRemoved: boolean,
  progress: JobProgress,
): Promise<TransferResult> => {
  const startedAt = Date.now()
  progress.phase('Verifying the bundle', 'bytes', await sizeOf(path))
  const { head, entries } = await contentsOf(path, true, progress)
  checkNeeds(store, path, head)
  progress.phase('Importing the bundle', 'bytes', await sizeOf(path))
  const kept = await keepAll(store, path, progress)
  const arrival = await planReceive(catalogOf(store), entries, store, { origin: originOf(path), movesForks: false, includesRemoved })
  progress.checkpoint()
  await checkArtifacts(store, arrival.entries)
  await store.accept(arrival.entries)
  return { ...countsOf(arrival), ...kept, healed: 0, unreadable: [], dryRun: false, ms: Date.now() - startedAt }
}
