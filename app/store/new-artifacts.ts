/** What a batch adds to the packs, and what of it the index has to learn. */
import type { ArtifactHash } from '../model/ids.ts'
import type { ArtifactIndex } from './artifact-index.ts'
import { artifactRows } from './artifact-rows.ts'
import type { HeldEntry } from './pack-entry.ts'
import type { EntryLocation } from './pack-files.ts'
import type { TableRow } from './tables.ts'

/** Entries with an artifact that neither the packs nor an entry before them have. */
export const entriesWithNews = (entries: readonly HeldEntry[], index: ArtifactIndex): readonly HeldEntry[] => {
  const chosen = new Set<ArtifactHash>()
  return entries.filter(({ artifacts }) => {
    const news = artifacts.filter(({ hash }) => !index.has(hash) && !chosen.has(hash))
    for (const { hash } of news) chosen.add(hash)
    return news.length > 0
  })
}

interface NewArtifact {
  readonly hash: ArtifactHash
  readonly row: TableRow<'artifacts'>
  readonly location: EntryLocation
}

/** The artifacts of appended entries that the index lacks, each where it stands first. */
export const newArtifacts = (
  entries: readonly HeldEntry[],
  locations: readonly EntryLocation[],
  index: ArtifactIndex,
): readonly NewArtifact[] => {
  const found = new Map<ArtifactHash, NewArtifact>()
  entries.forEach(({ artifacts }, at) => {
    const location = locations[at]
    if (location === undefined) throw new Error('An entry was appended without a place')
    artifactRows(artifacts, location).forEach((row, of) => {
      const hash = artifacts[of]?.hash
      if (hash !== undefined && !found.has(hash) && !index.has(hash)) found.set(hash, { hash, row, location })
    })
  })
  return [...found.values()]
}
