/** What opening a store makes of the packs: entries the tables do not know yet are listed, a torn tail is cut off. */
import type { ArtifactIndex } from './artifact-index.ts'
import { artifactRows } from './artifact-rows.ts'
import { StrataError } from '../model/failure.ts'
import { artifactHash } from '../model/ids.ts'
import { OpenedEntries } from './opened-entries.ts'
import { decodePackEntry } from './pack-entry.ts'
import { isBefore, type EntryLocation, type PackFiles, type PackPosition, type Scanned } from './pack-files.ts'
import type { TableRow } from './tables.ts'

/** A stretch of the packs that cannot be read. */
export interface PackDamage {
  readonly location: EntryLocation
  readonly reason: string
}

/**
 * Scans from `from` to the end. Artifacts that `index` lacks go to `list`, a batch at a time, and into the index; so do those that cannot be
 * read where it has them, which then stand twice in what was listed: `isMoved` says so.
 * Up to `acknowledged` nothing is cut off: damage there is reported. After it, the first entry that is not whole ends the packs; it is cut off
 * unless they may only be read.
 */
export const recoverPacks = async (
  packs: PackFiles,
  from: PackPosition,
  acknowledged: PackPosition,
  index: ArtifactIndex,
  list: (rows: readonly TableRow<'artifacts'>[]) => Promise<void>,
): Promise<{ readonly damage: readonly PackDamage[]; readonly isMoved: boolean }> => {
  const opened = new OpenedEntries(packs)
  let isMoved = false
  const damage: PackDamage[] = []
  let rows: TableRow<'artifacts'>[] = []
  let cut: PackPosition | undefined
  for await (const found of packs.scan(from)) {
    const isAcknowledged = isBefore(found.location, acknowledged)
    if (!isAcknowledged && !(await isWhole(packs, found))) {
      cut = found.location
      break
    }
    if (found.kind === 'damage') damage.push({ location: found.location, reason: found.reason })
    else {
      const news = await newRows(found, index, opened)
      rows.push(...news.rows)
      isMoved ||= news.areMoved
    }
    if (rows.length >= batchRows) {
      await list(rows)
      rows = []
    }
  }
  await list(rows)
  if (cut !== undefined && !packs.readOnly) await packs.truncate(cut)
  // A pack that lost acknowledged bytes is left as it is, for a backup to complete.
  if (isBefore(packs.end, acknowledged)) packs.startBehind(acknowledged)
  return { damage, isMoved }
}

const batchRows = 65_536

/** Adds the artifacts of an entry that the index lacks, or cannot have where it says, to it, and gives their rows. */
const newRows = async (
  { head, location }: Extract<Scanned, { kind: 'entry' }>,
  index: ArtifactIndex,
  opened: OpenedEntries,
): Promise<{ readonly rows: readonly TableRow<'artifacts'>[]; readonly areMoved: boolean }> => {
  const rows: TableRow<'artifacts'>[] = []
  let areMoved = false
  for (const row of artifactRows(head.artifacts, location)) {
    const hash = artifactHash(row.artifactHash)
    const before = index.find(hash)
    if (before !== undefined && (await opened.isWhole(hash, before))) continue
    areMoved ||= before !== undefined
    index.set(hash, location)
    rows.push(row)
  }
  return { rows, areMoved }
}

const isWhole = async (packs: PackFiles, found: Scanned): Promise<boolean> => {
  if (found.kind === 'damage') return false
  try {
    await decodePackEntry(await packs.read(found.location))
    return true
  } catch (cause) {
    if (cause instanceof StrataError && cause.code === 'artifact-corrupt') return false
    throw cause
  }
}
