/** What pack entries hold, artifact by artifact. */
import type { ArtifactHash } from '../../app/model/ids.ts'
import { heldBytes } from '../../app/store/files/spillable-bytes.ts'
import { decodePackEntry, type HeldEntry } from '../../app/store/files/pack-entry.ts'
import type { ArtifactHead } from '../../app/store/files/pack-head.ts'

/** The artifacts of all entries, in order. */
export const artifactsOf = (entries: readonly HeldEntry[]): readonly ArtifactHead[] => entries.flatMap(({ artifacts }) => artifacts)

/** The first artifact of an entry, which has one. */
export const artifactOf = (entry: HeldEntry | undefined): ArtifactHead => {
  const first = entry?.artifacts[0]
  if (first === undefined) throw new Error('an entry holds an artifact')
  return first
}

/** Content by hash, decoded and verified. */
export const contentsOf = async (entries: readonly HeldEntry[]): Promise<ReadonlyMap<ArtifactHash, Buffer>> => {
  const found = new Map<ArtifactHash, Buffer>()
  for (const { bytes } of entries) {
    const { head, contents } = await decodePackEntry(Buffer.from(heldBytes(bytes)))
    head.artifacts.forEach(({ hash }, at) => found.set(hash, contents[at] ?? Buffer.alloc(0)))
  }
  return found
}
