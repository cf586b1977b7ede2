/** The artifacts that a batch adds to the packs, and those that are new to the index. */
import type { ArtifactHash } from '../model/ids.ts'
import type { ArtifactIndex } from './tables/artifact-index.ts'
import { artifactRows } from './tables/artifact-rows.ts'
import type { HeldEntry } from './files/pack-entry.ts'
import type { EntryLocation } from './files/pack-files.ts'
import type { TableRow } from './tables/tables.ts'

/** The contents of the packs. */
export interface PackHoldings {
  readonly index: ArtifactIndex
  /** Artifacts that the index lists and that cannot be read: every entry with one of them is new. */
  readonly lost: ReadonlySet<ArtifactHash>
}

const isNew = ({ index, lost }: PackHoldings, hash: ArtifactHash): boolean => !index.has(hash) || lost.has(hash)

/** Entries with an artifact that neither the packs nor an entry before them have. */
export const entriesWithNews = (entries: readonly HeldEntry[], held: PackHoldings): readonly HeldEntry[] => {
  const chosen = new Set<ArtifactHash>()
  return entries.filter(({ artifacts }) => {
    const news = artifacts.filter(({ hash }) => isNew(held, hash) && !chosen.has(hash))
    for (const { hash } of news) chosen.add(hash)
    return news.length > 0
  })
}

interface NewArtifact {
  readonly hash: ArtifactHash
  readonly row: TableRow<'artifacts'>
  readonly location: EntryLocation
}

/** The artifacts of appended entries that the packs lacked, each where it stands first. */
export const newArtifacts = (
  entries: readonly HeldEntry[],
  locations: readonly EntryLocation[],
  held: PackHoldings,
): readonly NewArtifact[] => {
  const found = new Map<ArtifactHash, NewArtifact>()
  entries.forEach(({ artifacts }, at) => {
    const location = locations[at]
    if (location === undefined) throw new Error('An entry was appended without a place')
    artifactRows(artifacts, location).forEach((row, of) => {
      const hash = artifacts[of]?.hash
      if (hash !== undefined && !found.has(hash) && isNew(held, hash)) found.set(hash, { hash, row, location })
    })
  })
  return [...found.values()]
}
