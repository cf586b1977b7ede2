/** Rebuilds the conversation of a commit from the store, and names it while it is rebuilt. */
import { chooseCommits, type ChainLink, type Stop } from '../../chains/choose-commits.ts'
import { materialise, type Materialised } from '../../chains/materialise.ts'
import { artifactHash, type ArtifactHash } from '../../model/ids.ts'
import { ArtifactHasher } from '../../store/files/artifact-hash.ts'
import { Pieces } from '../../store/files/pieces.ts'
import type { Store } from '../../store/store.ts'
import { formats } from '../kernel/chain-formats.ts'
import { silentProgress, type JobProgress } from '../kernel/job.ts'
import { yieldToEventLoop } from '../kernel/run-in-slices.ts'

export interface Rebuilt extends Materialised {
  readonly pieces: Pieces
  /** Its name as an artifact; undefined when it is empty. */
  readonly hash: ArtifactHash | undefined
}

/** Rebuilds a chain without storing the result. @param chain tip first; an empty chain gives an empty conversation */
export const rebuild = async (
  store: Store,
  chain: readonly ChainLink[],
  { stop, format }: { readonly stop: Stop; readonly format: string | undefined },
  progress: JobProgress = silentProgress,
): Promise<Rebuilt> => {
  const chosen = new Set(chain.length === 0 ? [] : chooseCommits(chain, stop).path)
  progress.phase('Rebuilding the conversation', 'commits', chosen.size)
  const read = async (link: ChainLink): Promise<Uint8Array> => {
    progress.checkpoint()
    const bytes = await store.read(artifactHash(link.artifactHash))
    if (chosen.has(link)) progress.advance(1)
    return bytes
  }
  const pieces = new Pieces()
  const hasher = new ArtifactHasher()
  const materialised = await materialise({
    chain,
    stop,
    format,
    formats,
    read,
    pause: yieldToEventLoop(progress),
    write: (bytes) => {
      pieces.add(bytes)
      // Hashed while what follows is read and decompressed.
      hasher.update(bytes)
    },
  })
  return { ...materialised, pieces, hash: pieces.length === 0 ? undefined : hasher.digest() }
}
