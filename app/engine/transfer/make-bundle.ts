/** Makes a bundle: sessions, commits and refs of this store in one file. */
import type { BundleMade } from '../../contract/transfer.ts'
import { artifactHash } from '../../model/ids.ts'
import { writeBundle, type BundlePlace } from '../../store/files/bundle-file.ts'
import type { Holdings } from '../../store/files/holdings.ts'
import type { EncodedEntry } from '../../store/files/pack-entry.ts'
import type { JobProgress } from '../kernel/job.ts'
import { artifactsOf, encodedBatches, recordWith } from '../reachability/artifacts-of.ts'
import { catalogOf, type Catalog } from '../reachability/catalog.ts'
import { sendReadable } from './readable-part.ts'
import { selectEntries, type Asked, type Selection } from './select-entries.ts'

/** Artifacts of commits that the receiver has. */
const heldThere = async (store: Holdings, { commits }: Catalog, without: ReadonlySet<string>): Promise<Set<string>> => {
  const held = new Set<string>()
  for (const id of without) {
    const hash = commits.get(id)
    if (hash === undefined) continue
    held.add(hash)
    held.add(await store.findArtifact((await recordWith(store, artifactHash(hash))).artifact_ref))
  }
  return held
}

async function* counted(batches: AsyncIterable<readonly EncodedEntry[]>, progress: JobProgress): AsyncGenerator<readonly EncodedEntry[]> {
  for await (const batch of batches) {
    progress.checkpoint()
    yield batch
    for (const { artifacts } of batch) progress.advance(artifacts.length)
  }
}

const headOf = ({ entries, needs }: Selection) => {
  const count = (kind: string): number => entries.filter((entry) => entry.kind === kind).length
  return { version: 1 as const, needs, sessions: count('session'), commits: count('commit'), refs: count('ref') }
}

/**
 * With everything requested, unreadable items are skipped and reported.
 * @throws StrataError not-found, ambiguous-id, target-exists, path-refused, disk-full, artifact-corrupt, cancelled
 */
export const makeBundle = async (store: Holdings, place: BundlePlace, asked: Asked, progress: JobProgress): Promise<BundleMade> => {
  const startedAt = Date.now()
  const sending = { store, catalog: catalogOf(store), asked }
  const made = await sendReadable(sending, progress, async (catalog) => {
    const selection = await selectEntries(store, catalog, asked)
    const held = await heldThere(store, catalog, selection.without)
    progress.phase('Writing the bundle', 'entries', undefined)
    const artifacts = encodedBatches(store, artifactsOf(store, selection.entries, held))
    const { version, ...head } = headOf(selection)
    const written = await writeBundle(place, { version, ...head }, selection.entries, counted(artifacts, progress))
    return { path: place.path, ...written, ...head }
  })
  return { ...made, ms: Date.now() - startedAt }
}
