/** Where the files of a commit are looked for on disk. */
import { join } from 'node:path'
import { z } from 'zod'
import { filePath, segmentsBelow } from '../../../model/objects/file-path.ts'
import type { EngineContext } from '../../kernel/engine-context.ts'
import { manifestName } from '../checkout/plan-places.ts'
import { diskPaths } from '../disk/disk-path.ts'
import { readText } from '../disk/disk-text.ts'
import { cwdOf } from '../session-cwd.ts'
import type { TreeFile } from '../known-tree.ts'

/** Undefined: it is elsewhere. */
export type PlaceOf = (file: TreeFile) => string | undefined

const manifestShape = z.object({ files: z.array(z.object({ path: z.string(), file: z.string() })) })
const mostBytes = 64 * 1024 * 1024

/** Where a checkout into the folder put files; undefined: there is no manifest of one. */
const checkedOut = async (root: string): Promise<ReadonlyMap<string, string> | undefined> => {
  const read = await readText(join(root, manifestName), mostBytes)
  if ('without' in read) return undefined
  try {
    const { files } = manifestShape.parse(JSON.parse(read.text))
    return new Map(files.map(({ path, file }) => [path, join(root, file)]))
  } catch {
    return undefined
  }
}

const below = (root: string, cwd: string | null): PlaceOf => {
  const folder = filePath(cwd ?? '')
  return ({ path }) => {
    const absolute = filePath(path) ?? filePath(`${cwd ?? ''}/${path}`)
    const segments = folder && absolute && segmentsBelow(folder, absolute)
    return segments === undefined || segments.length === 0 ? undefined : join(root, ...segments)
  }
}

/** @param root replaces the working directory; undefined: files are where their paths say */
export const driftPlaces = async (context: EngineContext, sessionId: string, root: string | undefined): Promise<PlaceOf> => {
  if (root === undefined) {
    const paths = await diskPaths(context)
    return ({ at, path }) => paths.of(at.sessionId, path)
  }
  const written = await checkedOut(root)
  return written === undefined ? below(root, await cwdOf(context.store.database, sessionId)) : ({ path }) => written.get(path)
}
