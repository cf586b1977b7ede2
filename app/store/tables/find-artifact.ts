/** Finds the artifact that a ref, a hash or the beginning of one names. */
import { StrataError } from '../../model/failure.ts'
import { artifactHash, type ArtifactHash } from '../../model/ids.ts'
import type { ArtifactIndex } from './artifact-index.ts'
import { count, integer, text } from '../../model/columns.ts'
import type { Database } from './database.ts'
import type { EntryLocation, PackFiles } from '../files/pack-files.ts'

const listed = async (prefix: string, database: Database): Promise<readonly ArtifactHash[]> => {
  const sql = 'SELECT DISTINCT artifact_hash FROM artifacts WHERE starts_with(artifact_hash, $prefix::VARCHAR) ORDER BY ALL LIMIT 20'
  return (await database.query(sql, { hash: text('artifact_hash') }, { prefix })).map((row) => artifactHash(row.hash))
}

/** Where an artifact lies according to the tables. */
export const listedLocation = async (hash: ArtifactHash, database: Database): Promise<EntryLocation | undefined> => {
  const sql = 'SELECT pack_id, pack_offset, entry_bytes FROM artifacts WHERE artifact_hash = $hash::VARCHAR LIMIT 1'
  const columns = { packId: integer('pack_id'), offset: count('pack_offset'), length: count('entry_bytes') }
  const [location] = await database.query(sql, columns, { hash })
  return location
}

const stored = async (prefix: string, index: ArtifactIndex, packs: PackFiles): Promise<readonly ArtifactHash[]> => {
  const heads = await Promise.all(index.startingWith(prefix).map((location) => packs.head(location)))
  const hashes = heads.flatMap((head) => (head?.artifacts ?? []).map(({ hash }) => hash))
  return [...new Set(hashes)].filter((hash) => hash.startsWith(prefix)).sort()
}

const prefixOf = (name: string): string => {
  const prefix = /^(?:art-)?([0-9a-f]{4,64})$/.exec(name)?.[1]
  if (prefix === undefined) throw new StrataError('malformed-id', `“${name}” is not an artifact ref or hash`, { text: name })
  return prefix
}

const onlyOne = (name: string, found: readonly ArtifactHash[]): ArtifactHash => {
  const [hash] = found
  if (hash === undefined)
    throw new StrataError('not-found', `The store does not contain the artifact ${name}`, {
      text: name,
      list: 'strata sql "FROM artifacts"',
    })
  if (found.length === 1) return hash
  throw new StrataError('ambiguous-id', `${name} is ambiguous: ${found.length} artifacts match`, { text: name, candidates: found })
}

/**
 * @param index undefined: it is not loaded, and the tables are asked
 * @throws StrataError malformed-id, not-found, ambiguous-id (its data lists the candidates)
 */
export const findArtifact = async (
  name: string,
  database: Database,
  index: ArtifactIndex | undefined,
  packs: PackFiles,
): Promise<ArtifactHash> => {
  const prefix = prefixOf(name)
  const found = prefix.length < 8 || index === undefined ? [] : await stored(prefix, index, packs)
  // Where the pack is damaged, only the tables know the whole hash.
  return onlyOne(name, found.length > 0 ? found : await listed(prefix, database))
}

/**
 * The same without tables, for names of eight digits or more.
 * @throws StrataError malformed-id, not-found, ambiguous-id
 */
export const storedArtifact = async (name: string, index: ArtifactIndex, packs: PackFiles): Promise<ArtifactHash> => {
  const prefix = prefixOf(name)
  return onlyOne(name, prefix.length < 8 ? [] : await stored(prefix, index, packs))
}
