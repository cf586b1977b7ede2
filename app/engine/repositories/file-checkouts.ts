/** The same file in all checkouts of its repository, for its history and its blame. */
import { flag, text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import { filePath, segmentsBelow } from '../../model/objects/file-path.ts'
import type { ResolvedPath } from '../../model/objects/resolve-path.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { filesystemEntries } from '../file-systems/file-systems.ts'
import { resolvePath } from '../file-steps/find-file.ts'
import { isBelow, type FoldedCheckouts, type Place } from './fold-checkouts.ts'
import { otherCheckouts, repositoriesOf, workingFolders, type FileCheckouts } from './repositories.ts'
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

interface BelowFolder {
  readonly path: string
  readonly folder: string
  readonly below: string
}

/** Where a path is below the deepest of these folders. */
const belowDeepest = (path: string, folders: readonly Place[]): BelowFolder | undefined => {
  const above = folders.map((folder) => folder.path).filter((folder) => isBelow(path, folder))
  const folder = above.sort((a, b) => b.length - a.length)[0]
  return folder === undefined ? undefined : { path, folder, below: path.slice(folder.length).replaceAll('\\', '/') }
}

const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`)

/** Whether both are in one repository already, or a person said that they are not. */
const isDecided = (folded: FoldedCheckouts, one: BelowFolder, other: BelowFolder): boolean => {
  const [first, second] = [fileIn(folded, one.path), fileIn(folded, other.path)]
  if (first !== undefined && first === second) return true
  const own = [one.folder, other.folder]
  return folded.links.some((link) => link.setting === 'separate' && own.includes(link.one.path) && own.includes(link.other.path))
}

/** Names two folders that have the same relative path, as checkouts of one repository do: a person may know that they are. */
const withAdvice = (thrown: unknown, paths: readonly string[], folders: readonly Place[], folded: FoldedCheckouts): unknown => {
  const places = paths.flatMap((path) => belowDeepest(path, folders) ?? [])
  for (const [at, one] of places.entries()) {
    const other = places.slice(at + 1).find((two) => two.below === one.below && !isDecided(folded, one, two))
    if (other === undefined || !(thrown instanceof StrataError)) continue
    const advice = `If ${one.folder} and ${other.folder} are checkouts of one repository: strata repository join ${shellWord(one.folder)} ${shellWord(other.folder)}`
    return new StrataError(thrown.code, `${thrown.message}. ${advice}`, thrown.data)
  }
  return thrown
}

/** Like resolvePath. If all matches are one file of one repository, the path that was touched last. @throws StrataError not-found, ambiguous-id */
export const resolveFolded = async (context: EngineContext, path: string, session: string | null = null): Promise<string> => {
  try {
    return await resolvePath(context, path, session)
  } catch (thrown) {
    const candidates = thrown instanceof StrataError && thrown.code === 'ambiguous-id' ? thrown.data['candidates'] : undefined
    if (!Array.isArray(candidates)) throw thrown
    const paths = candidates.filter((one): one is string => typeof one === 'string')
    const folded = await repositoriesOf(context)
    const [first, ...others] = paths.map((one) => fileIn(folded, one))
    if (first === undefined || others.some((other) => other !== first))
      throw withAdvice(thrown, paths, await workingFolders(context), folded)
    const [last] = await context.store.database.query(lastOfPaths, { path: text('path') }, { paths })
    return last?.path ?? paths[0] ?? path
  }
}
