/** Replaces packs that are damaged by what can be read of them, and keeps their files for a backup to complete. */
import { constants } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { StrataError } from '../model/failure.ts'
import type { ArtifactHash } from '../model/ids.ts'
import type { ArtifactIndex } from './tables/artifact-index.ts'
import { isSame, lostIn, PackCopying, type IsKept } from './copy-packs.ts'
import { damagedName } from './files/free-name.ts'
import { diskFull, isFull } from './files/disk-full.ts'
import { isCorrupt, EntryCache } from './files/entry-cache.ts'
import { decodePackEntry } from './files/pack-entry.ts'
import { firstPosition, type EntryLocation, type PackFiles } from './files/pack-files.ts'
import { packPath, removeFile } from './files/store-folder.ts'
import type { StoreParts } from './store-parts.ts'

/** The outcome for damaged packs. */
export interface Repair {
  /** Short refs of required artifacts that cannot be read anywhere. */
  readonly lost: readonly string[]
  /** Gets the bytes of the packs that were gone through, of all. */
  readonly onProgress: (done: number, total: number) => void
  readonly signal: AbortSignal
}

/** A damaged pack that another replaced; `keptAs` is the path of its file, undefined when the file was gone. */
export interface ReplacedPack {
  readonly packId: number
  readonly keptAs: string | undefined
}

/** Packs with an entry that cannot be read, or whose file is gone. */
const damagedPacks = async (packs: PackFiles, index: ArtifactIndex, signal: AbortSignal): Promise<readonly number[]> => {
  const damaged = new Set([...index.packIds()].filter((packId) => !packs.has(packId)))
  for await (const found of packs.scan(firstPosition)) {
    if (signal.aborted) throw new StrataError('cancelled', 'The repair was cancelled')
    const { packId } = found.location
    if (!damaged.has(packId) && (found.kind === 'damage' || !(await isWhole(packs, found.location)))) damaged.add(packId)
  }
  return [...damaged].sort((a, b) => a - b)
}

const isWhole = async (packs: PackFiles, location: EntryLocation): Promise<boolean> => {
  try {
    await decodePackEntry(await packs.read(location))
    return true
  } catch (cause) {
    if (isCorrupt(cause)) return false
    throw cause
  }
}

/** An artifact is kept where the index finds it, or from the first entry that is whole when it cannot be read there. */
const keptOnce = (index: ArtifactIndex, opened: EntryCache): IsKept => {
  const rescued = new Set<ArtifactHash>()
  return async (hash, location) => {
    const listed = index.find(hash)
    if (isSame(listed, location)) return true
    if (rescued.has(hash) || (listed !== undefined && (await opened.isWhole(hash, listed)))) return false
    rescued.add(hash)
    return true
  }
}

/**
 * Replaces damaged packs with their readable entries; the damaged files stay beside the new ones under another name. Afterwards the journal
 * lists the lost artifacts. No write may run meanwhile.
 * @throws StrataError disk-full, cancelled; packs that were done before stay done
 */
export const replaceDamaged = async (parts: StoreParts, index: ArtifactIndex, repair: Repair): Promise<readonly ReplacedPack[]> => {
  const { packs, journal, paths } = parts
  const { lost, onProgress, signal } = repair
  const ids = await damagedPacks(packs, index, signal)
  if (ids.length > 0) packs.startBehind(packs.end)
  const isKept = keptOnce(index, new EntryCache(packs))
  const copying = new PackCopying(parts, index, { passesDamage: true, isKept, lost, onProgress, signal })
  const replaced: ReplacedPack[] = []
  for (const packId of ids) {
    const keptAs = packs.has(packId) ? await keepFile(packPath(paths.packs, packId)) : undefined
    try {
      await copying.replace(packId)
    } catch (cause) {
      if (keptAs !== undefined) await removeFile(keptAs)
      throw cause
    }
    replaced.push({ packId, keptAs })
  }
  if (ids.length === 0 && lost.join() !== lostIn(journal).join())
    await journal.append([{ kind: 'packs', retired: packs.retired, lost }], packs.end)
  return replaced
}

/** Gives a file a second name, which stays when the first is removed. @throws StrataError disk-full */
const keepFile = async (path: string): Promise<string> => {
  const keptAs = damagedName(path)
  try {
    // File systems of memory sticks know no links.
    await link(path, keptAs).catch(() => copyFile(path, keptAs, constants.COPYFILE_EXCL))
  } catch (cause) {
    await removeFile(keptAs)
    throw isFull(cause) ? diskFull(keptAs, cause) : cause
  }
  return keptAs
}
