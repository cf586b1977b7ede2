/** Rows of the table of artifacts for an entry of a pack. */
import type { EntryLocation } from '../files/pack-files.ts'
import type { ArtifactHead } from '../files/pack-head.ts'
import type { TableRow } from './tables.ts'

/** One row per artifact; what they share is divided among them by their size. */
export const artifactRows = (artifacts: readonly ArtifactHead[], location: EntryLocation): readonly TableRow<'artifacts'>[] => {
  const all = artifacts.reduce((sum, { rawBytes }) => sum + rawBytes, 0)
  return artifacts.map(({ kind, hash, rawBytes }) => ({
    artifactHash: hash,
    kind,
    packId: location.packId,
    packOffset: location.offset,
    entryBytes: location.length,
    storedBytes: artifacts.length === 1 ? location.length : Math.max(1, Math.round((location.length * rawBytes) / all)),
    rawBytes,
  }))
}
