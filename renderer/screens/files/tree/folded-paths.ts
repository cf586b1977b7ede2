/** Checkouts of one repository as one folder: paths in them are shown as those of the first checkout. */
import type { TouchedFile } from '../../../../app/contract/files.ts'
import type { RepositoriesView } from '../../../../app/contract/repositories.ts'

export interface Repository {
  /** The folder of the first checkout; it has the paths of all of them. */
  readonly key: string
  /** Folders of the checkouts in which files are listed, the first included. */
  readonly checkouts: readonly string[]
}

/** A file of the tree: one path, or the same file in several checkouts. */
export interface TreeFile {
  /** The path at which it is shown. */
  readonly key: string
  /** What is opened: the path that was touched last. */
  readonly path: string
  readonly paths: readonly string[]
  readonly reads: number
  readonly changes: number
}

export interface FoldedPaths {
  readonly repositories: readonly Repository[]
  /** The path at which a file is shown. */
  readonly keyOf: (path: string) => string
}

const separator = /[\\/]/

/** The deepest of these folders that a path is in: a worktree may be in a folder of its repository. */
const deepest = (path: string, folders: ReadonlyMap<string, string>): string | undefined => {
  for (let end = path.length - 1; end > 0; end -= 1)
    if (separator.test(path.charAt(end)) && folders.has(path.slice(0, end))) return path.slice(0, end)
  return undefined
}

/** The main checkout of a repository has its worktrees beside it or in it: the shortest path. */
const byLength = (one: string, other: string): number => one.length - other.length || (one < other ? -1 : 1)

const trimmed = (folder: string): string => folder.replace(/[\\/]+$/, '')

/** Repositories of which several checkouts have listed files. @param files all that are listed */
export const foldedPaths = (files: readonly TouchedFile[], { repositories }: Pick<RepositoriesView, 'repositories'>): FoldedPaths => {
  const groups = repositories.map(({ checkouts }) => [...new Set(checkouts.map(trimmed))].filter((folder) => folder !== ''))
  const all = new Map(groups.flatMap((group) => group.map((folder) => [folder, folder] as const)))
  const used = new Set(all.size === 0 ? [] : files.flatMap(({ path }) => deepest(path, all) ?? []))
  const shown = groups.flatMap((group): Repository[] => {
    const checkouts = group.filter((folder) => used.has(folder)).sort(byLength)
    const [key] = checkouts
    return key === undefined || checkouts.length === 1 ? [] : [{ key, checkouts }]
  })
  const keys = new Map(shown.flatMap(({ key, checkouts }) => checkouts.map((folder) => [folder, key] as const)))
  const keyOf = (path: string): string => {
    const folder = keys.size === 0 ? undefined : deepest(path, keys)
    const key = folder === undefined ? undefined : keys.get(folder)
    if (folder === undefined || key === undefined) return path
    const below = path.slice(folder.length)
    return key + (key.startsWith('/') ? below.replaceAll('\\', '/') : below)
  }
  return { repositories: shown, keyOf }
}

/** The files as they are shown, each once. @param files those touched last first */
export const treeFiles = (files: readonly TouchedFile[], { keyOf }: FoldedPaths): readonly TreeFile[] => {
  const found = new Map<string, TreeFile>()
  for (const { path, reads, changes } of files) {
    const key = keyOf(path)
    const before = found.get(key)
    found.set(
      key,
      before === undefined
        ? { key, path, paths: [path], reads, changes }
        : { ...before, paths: [...before.paths, path], reads: before.reads + reads, changes: before.changes + changes },
    )
  }
  return [...found.values()]
}

/** The ends of these folders, as long as it takes to distinguish them. */
export const shortNames = (folders: readonly string[]): readonly string[] => {
  const parts = folders.map((folder) => trimmed(folder).split(/[\\/]+/))
  const named = (count: number): readonly string[] => parts.map((names) => names.slice(-count).join('/'))
  const most = Math.max(1, ...parts.map(({ length }) => length))
  for (let count = 1; count < most; count += 1) if (new Set(named(count)).size === folders.length) return named(count)
  return named(most)
}
