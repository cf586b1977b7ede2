/** Leaves artifacts out of the packs that nothing needs: each pack that holds some is replaced by one without them. */
import type { ArtifactIndex } from './tables/artifact-index.ts'
import { isSame, PackCopying, type IsKept } from './copy-packs.ts'
import type { PackFiles } from './files/pack-files.ts'
import type { StoreParts } from './store-parts.ts'

export interface RepackOptions {
  /** Full hashes of the artifacts that nothing needs. */
  readonly garbage: ReadonlySet<string>
  /** Gets the bytes of the packs that were gone through, of all. */
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** Packs that hold something that nothing needs; none that is damaged, which a backup may complete. */
const packsToCopy = async (packs: PackFiles, index: ArtifactIndex, garbage: ReadonlySet<string>): Promise<readonly number[]> => {
  const found = new Set<number>()
  const damaged = new Set<number>()
  for await (const one of packs.scan({ packId: 1, offset: 0 })) {
    const { packId } = one.location
    if (one.kind === 'damage') damaged.add(packId)
    else if (one.head.artifacts.some(({ hash }) => garbage.has(hash) && isSame(index.find(hash), one.location))) found.add(packId)
  }
  return [...found].filter((packId) => !damaged.has(packId))
}

/**
 * No write may run meanwhile; reading continues. Afterwards the index has all new locations, and still lists what is gone.
 * @throws StrataError artifact-corrupt, disk-full, cancelled; packs that were done before stay done
 */
export const repack = async (parts: StoreParts, index: ArtifactIndex, options: RepackOptions): Promise<void> => {
  const { garbage, onProgress, signal } = options
  const ids = await packsToCopy(parts.packs, index, garbage)
  if (ids.length === 0) return
  parts.packs.startBehind(parts.packs.end)
  // An artifact may be in several entries: the one that the index lists is kept.
  const isKept: IsKept = (hash, location) => !garbage.has(hash) && isSame(index.find(hash), location)
  const copying = new PackCopying(parts, index, { passesDamage: false, isKept, onProgress, signal })
  for (const packId of ids) await copying.replace(packId)
}
