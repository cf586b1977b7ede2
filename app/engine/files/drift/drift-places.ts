/** Where the files of a commit are looked for on disk. */
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { StrataError, systemCode, systemReason } from '../../../model/failure.ts'
import { filePath, segmentsBelow } from '../../../model/objects/file-path.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { manifestName } from '../checkout/plan-places.ts'
import { diskPaths, isWithin } from '../../file-systems/disk-path.ts'
import { readText } from '../../file-systems/disk-text.ts'
import { cwdOf } from '../../file-steps/session-cwd.ts'
import { sourceRoots } from '../../file-steps/source-roots.ts'
import type { KnownTree, TreeFile } from '../known-tree.ts'

/** Where a file is looked for; without a place, the reason if one is reported. */
export type DriftPlace = { readonly disk: string } | { readonly disk: null; readonly note: string | null }

export type PlaceOf = (file: TreeFile) => Promise<DriftPlace>

const elsewhere: DriftPlace = { disk: null, note: null }

/** Returns the path segments of a file or folder; undefined: it has none. */
type SegmentsOf = (file: TreeFile) => readonly string[] | undefined

const isName = (segment: string): boolean =>
  !['', '.', '..'].includes(segment) && !segment.includes('\0') && (process.platform !== 'win32' || !/[\\:]/.test(segment))

/** A manifest that names a place outside its folder was not written by a checkout, and is ignored. */
const placeBelow = z
  .string()
  .transform((file) => file.split('/'))
  .refine((segments) => segments.every(isName))
const manifestShape = z.object({ commitId: z.string(), files: z.array(z.object({ path: z.string(), file: placeBelow })) })
const maxBytes = 64 * 1024 * 1024

/** The manifest of a checkout into the folder; undefined: the folder has none. */
const manifestIn = async (root: string): Promise<z.infer<typeof manifestShape> | undefined> => {
  const read = await readText(join(root, manifestName), maxBytes)
  if ('without' in read) return undefined
  try {
    return manifestShape.parse(JSON.parse(read.text))
  } catch {
    return undefined
  }
}

const belowFolder = (cwd: string | null): SegmentsOf => {
  const folder = filePath(cwd ?? '')
  return ({ path }) => {
    const absolute = filePath(path) ?? filePath(`${cwd ?? ''}/${path}`)
    return folder && absolute && segmentsBelow(folder, absolute)
  }
}

/** The manifest of a checkout of this commit names all files that it wrote; of another one it may lack some. */
const segmentsIn = async (root: string, commitId: string, cwd: string | null): Promise<SegmentsOf> => {
  const [manifest, below] = [await manifestIn(root), belowFolder(cwd)]
  if (manifest === undefined) return below
  const written = new Map(manifest.files.map(({ path, file }) => [path, file]))
  return manifest.commitId === commitId ? ({ path }) => written.get(path) : (file) => written.get(file.path) ?? below(file)
}

/** Undefined: it cannot be followed to its end. */
const real = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined)

/** Nothing outside of the root is looked at, also where links lead out of it. */
const placesBelow = async (root: string, segmentsOf: SegmentsOf): Promise<PlaceOf> => {
  const top = (await real(root)) ?? root
  return async (file) => {
    const segments = segmentsOf(file)
    if (segments === undefined || segments.length === 0 || !segments.every(isName)) return elsewhere
    const disk = join(root, segments.join('/'))
    const found = await real(disk)
    return found === undefined || isWithin(found, top) ? { disk } : elsewhere
  }
}

const doesNotExist = (folder: string): Promise<boolean> =>
  stat(folder).then(
    () => false,
    (thrown: unknown) => ['ENOENT', 'ENOTDIR'].includes(systemCode(thrown) ?? ''),
  )

const missingDirectory: DriftPlace = { disk: null, note: 'the working directory does not exist' }

/** Files are where their paths say. If the working directory does not exist, files below it are elsewhere, not deleted. */
const placesByPath = async (context: EngineContext, sessionId: string): Promise<PlaceOf> => {
  const { database } = context.store
  const [paths, rootOfSource, cwd] = [await diskPaths(context), sourceRoots(database), await cwdOf(database, sessionId)]
  const missing = new Map<string, Promise<boolean>>()
  const isMissing = (folder: string): Promise<boolean> => {
    const found = missing.get(folder) ?? doesNotExist(folder)
    missing.set(folder, found)
    return found
  }
  return async ({ at, path }) => {
    const root = await rootOfSource(at.sourceId)
    const disk = paths.of(at.sessionId, root, path)
    if (disk === undefined) return elsewhere
    const folder = cwd === null ? undefined : paths.of(at.sessionId, root, cwd)
    return folder !== undefined && isWithin(disk, folder) && (await isMissing(folder)) ? missingDirectory : { disk }
  }
}

/** @throws StrataError path-unreadable */
const requireFolder = async (root: string): Promise<void> => {
  const found = await stat(root).catch((thrown: unknown) => {
    if (systemCode(thrown) === undefined) throw thrown
    const reason = ['ENOENT', 'ENOTDIR'].includes(systemCode(thrown) ?? '') ? 'it does not exist' : systemReason(thrown)
    throw new StrataError('path-unreadable', `Cannot compare files with ${root}: ${reason}`, { path: root }, thrown)
  })
  if (!found.isDirectory())
    throw new StrataError('path-unreadable', `Cannot compare files with ${root}: it is not a folder`, { path: root })
}

/** @param root replaces the working directory; undefined: files are where their paths say @throws StrataError path-unreadable */
export const driftPlaces = async (
  context: EngineContext,
  { commitId, sessionId }: Pick<KnownTree, 'commitId' | 'sessionId'>,
  root: string | undefined,
): Promise<PlaceOf> => {
  if (root === undefined) return placesByPath(context, sessionId)
  await requireFolder(root)
  return placesBelow(root, await segmentsIn(root, commitId, await cwdOf(context.store.database, sessionId)))
}
