/** Objects whose newest version a tracker saw: wherever an object is listed or shown, it has the size of that one. */
import type { KnownFileView } from '../../contract/objects.ts'
import { contentOf, type KnownFile } from '../../files/known-file.ts'
import { StrataError } from '../../model/failure.ts'
import { groupBy } from '../../model/group-by.ts'
import type { Store } from '../../store/store.ts'
import { knownChain } from '../commits/current-chain.ts'
import { fileAsWas, filesAsWas, type TreeRequest } from '../files/known-tree.ts'
import { showFile } from '../files/show-file.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { seenByTrackers } from '../track/tracked-steps.ts'

/** How often trackers saw each of these objects change. @param session whose trackers count; null: all */
export const trackedVersions = async (
  store: Store,
  objects: readonly string[],
  session: string | null = null,
): Promise<ReadonlyMap<string, number>> => {
  const rows = objects.length === 0 ? [] : await seenByTrackers(store, { objects, session })
  return new Map([...groupBy(rows, ({ objectId }) => objectId)].map(([id, own]) => [id, own.length]))
}

/** As any agent or tracker saw it last. @param at the last commit that used it @throws StrataError not-found, artifact-corrupt */
export const newestFile = (context: EngineContext, path: string, at: string): Promise<KnownFileView> =>
  showFile(context, { path, reading: 'as-was', at }, true)

/** UTF-16 code units; null: not all of it is known. */
export const charsOfFile = ({ content, isThere }: Pick<KnownFileView, 'content' | 'isThere'>): number | null =>
  isThere ? (content?.length ?? null) : 0

const charsOf = (file: KnownFile | null | undefined): number | null =>
  charsOfFile({ isThere: file !== null, content: file == null ? null : (contentOf(file) ?? null) })

type Request = Omit<TreeRequest, 'commitId'>

/** Undefined: a content cannot be read. */
const ifReadable = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await read()
  } catch (thrown) {
    if (thrown instanceof StrataError && thrown.code === 'artifact-corrupt') return undefined
    throw thrown
  }
}

/** Sizes of files at one time, by their paths: together, and the missing ones one by one. Null: not known or not readable. */
export const sizesAsWas = async (
  context: EngineContext,
  request: Request,
  paths: readonly string[],
): Promise<ReadonlyMap<string, number | null>> => {
  const files = paths.length === 0 ? [] : await ifReadable(() => filesAsWas(context, request, new Set(paths)))
  const sizes = new Map(files?.map(({ path, file }) => [path, charsOf(file)]))
  for (const path of paths) {
    if ((sizes.get(path) ?? null) !== null) continue
    const own = await ifReadable(() => fileAsWas(context, request, path, () => true))
    sizes.set(path, own === undefined ? null : charsOf(own.file))
  }
  return sizes
}

interface Used {
  readonly id: string
  readonly path: string
  /** The session and the commit that used it last. */
  readonly sessionId: string
  readonly commitId: string
}

/** Sizes of the newest versions of files, by their ids. @throws StrataError not-found */
export const newestSizes = async (context: EngineContext, files: readonly Used[]): Promise<ReadonlyMap<string, number | null>> => {
  const sizes = new Map<string, number | null>()
  for (const [commitId, used] of groupBy(files, (file) => file.commitId)) {
    const chain = await knownChain(context.store, commitId)
    const paths = used.map(({ path }) => path)
    const own = await sizesAsWas(context, { sessionId: used[0]?.sessionId ?? '', chain, until: null }, paths)
    for (const { id, path } of used) sizes.set(id, own.get(path) ?? null)
  }
  return sizes
}
