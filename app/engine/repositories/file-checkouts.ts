/** The same file in all checkouts of its repository, for its history and its blame. */
import { flag, text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { filePath, segmentsBelow } from '../../model/objects/file-path.ts'
import type { ResolvedPath } from '../../model/objects/resolve-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { filesystemEntries } from '../file-systems/file-systems.ts'
import { resolvePath } from '../file-steps/find-file.ts'
import type { FoldedCheckouts, Place } from './fold-checkouts.ts'
import { otherCheckouts, repositoriesOf, type FileCheckouts } from './repositories.ts'
import filePlaces from './file-places.sql?raw'
import hasNamesakesSql from './has-namesakes.sql?raw'
import lastOfPaths from './last-of-paths.sql?raw'

export type CheckoutsOf = (file: ResolvedPath) => FileCheckouts

/** Without another file of that name there is nothing to look for, and no facts of other sessions are needed. */
const hasNamesakes = async ({ store }: EngineContext, path: string): Promise<boolean> => {
  if (filesystemEntries(store).length > 0) return true
  const name = /[\\/][^\\/]*$/.exec(path)?.[0] ?? path
  const [row] = await store.database.query(hasNamesakesSql, { has: flag('has_namesakes') }, { path, name })
  return row?.has ?? false
}

/** Finds the other checkouts of a file that a path names. */
export const checkoutsOf = async (context: EngineContext, path: string): Promise<CheckoutsOf> => {
  if (!(await hasNamesakes(context, path))) return () => ({ own: null, others: [], links: [] })
  const folded = await repositoriesOf(context)
  return (file) => otherCheckouts(folded, file)
}

/** The checkouts of every file that the path names. */
export const checkoutsNamed = async (context: EngineContext, path: string): Promise<readonly FileCheckouts[]> => {
  const find = await checkoutsOf(context, path)
  const columns = { filesystemId: text('filesystem_id'), path: text('path') } as const
  const places = await context.store.database.query(filePlaces, columns, { path })
  return places.map(find).filter(({ others }) => others.length > 0)
}

/** Place of the repository, and the path in it; undefined: the path is not in a repository with several checkouts. */
const fileIn = ({ repositories }: FoldedCheckouts, path: string): string | undefined => {
  const file = filePath(path)
  if (file === undefined) return undefined
  const below = (place: Place): readonly string[] | undefined => {
    const prefix = filePath(place.path)
    return prefix && segmentsBelow(prefix, file)
  }
  const found = repositories.flatMap((all, nth) => all.flatMap((place) => [{ nth, path: below(place) }]))
  const own = found.flatMap(({ nth, path: segments }) => (segments === undefined ? [] : [{ nth, segments }]))
  own.sort((a, b) => a.segments.length - b.segments.length)
  return own[0] && JSON.stringify([own[0].nth, own[0].segments])
}

/** As resolvePath; an ending that files of one repository alone have is the one that was touched last. @throws StrataError not-found, ambiguous-id */
export const resolveFolded = async (context: EngineContext, path: string, session: string | null = null): Promise<string> => {
  try {
    return await resolvePath(context, path, session)
  } catch (thrown) {
    const candidates = thrown instanceof StrataError && thrown.code === 'ambiguous-id' ? thrown.data['candidates'] : undefined
    if (!Array.isArray(candidates)) throw thrown
    const paths = candidates.filter((one): one is string => typeof one === 'string')
    const folded = await repositoriesOf(context)
    const [first, ...others] = paths.map((one) => fileIn(folded, one))
    if (first === undefined || others.some((other) => other !== first)) throw thrown
    const [last] = await context.store.database.query(lastOfPaths, { path: text('path') }, { paths })
    return last?.path ?? paths[0] ?? path
  }
}
