/** Paths as a tree of folders; a folder with nothing but one folder in it is shown as one with it. */
import { baseName } from '../../../ui/format/format-path.ts'
import { shortNames, type FoldedPaths, type Repository, type TreeFile } from './folded-paths.ts'

interface Folder {
  /** The path up to its end, without a final separator. */
  readonly key: string
  /** Names from the folder around it to its own. */
  readonly label: string
  readonly folders: readonly Folder[]
  readonly files: readonly NamedFile[]
  /** In it and in all folders below. */
  readonly count: number
  /** Names of the checkouts that are folded into it; undefined: it is no repository. */
  readonly checkouts: Checkouts | undefined
}

/** Checkouts of a repository: their folders, and short names of these. */
export interface Checkouts {
  readonly folders: readonly string[]
  readonly names: readonly string[]
}

interface NamedFile {
  readonly name: string
  readonly file: TreeFile
  /** Names of the checkouts that have it; none: it is not folded, or in the first checkout only. */
  readonly checkouts: readonly string[]
}

export type PathTree = Pick<Folder, 'folders' | 'files' | 'count'>

interface OpenFolder {
  readonly key: string
  readonly name: string
  readonly folders: Map<string, OpenFolder>
  readonly files: NamedFile[]
  readonly checkouts: Checkouts | undefined
}

/** A backslash separates names on Windows only. */
const isWindows = (path: string): boolean => /^(?:[a-z]:[\\/]|\\\\)/i.test(path)

/** Places of the separators after the first name; those that begin a path belong to it. */
const cutsOf = (path: string): readonly number[] => {
  const separator = isWindows(path) ? /[\\/]+/g : /\/+/g
  const cuts: number[] = []
  for (const { index } of path.matchAll(separator)) if (index > 0 && index < path.length - 1) cuts.push(index)
  return cuts
}

const opened = (key: string, name: string, checkouts?: Checkouts): OpenFolder => ({ key, name, folders: new Map(), files: [], checkouts })

/** Numbers in names are in the order of their values. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Repositories come first. */
const inOrder = (one: Folder, other: Folder): number =>
  Number(one.checkouts === undefined) - Number(other.checkouts === undefined) || collator.compare(one.label, other.label)

const closed = ({ key, name, folders, files, checkouts }: OpenFolder): Folder => {
  const own = [...folders.values()].map(closed).sort(inOrder)
  const [only] = own
  if (only !== undefined && own.length === 1 && files.length === 0 && key !== '' && checkouts === undefined)
    return { ...only, label: `${name}${only.key.slice(key.length, key.length + 1)}${only.label}` }
  return {
    key,
    label: name,
    folders: own,
    files: files.sort((one, other) => collator.compare(one.name, other.name)),
    count: files.length + own.reduce((sum, { count }) => sum + count, 0),
    checkouts,
  }
}

const checkoutsOf = ({ checkouts }: Repository): Checkouts => ({ folders: checkouts, names: shortNames(checkouts) })

/** The checkouts that have a file, named where they are not only the first. */
const checkoutsWith = ({ paths }: TreeFile, checkouts: Checkouts | undefined): readonly string[] => {
  const [first = ''] = checkouts?.names ?? []
  const names = (checkouts?.folders ?? []).flatMap((folder, at) =>
    paths.some((path) => deepestOf(path, checkouts?.folders ?? []) === folder) ? [checkouts?.names[at] ?? folder] : [],
  )
  return names.length === 1 && names[0] === first ? [] : names
}

const deepestOf = (path: string, folders: readonly string[]): string | undefined =>
  folders
    .filter((folder) => path.startsWith(folder) && /[\\/]/.test(path.charAt(folder.length)))
    .sort((one, other) => other.length - one.length)[0]

/** Repositories with several checkouts are at the top, and paths in them begin there. */
export const pathTree = (files: readonly TreeFile[], { repositories }: Pick<FoldedPaths, 'repositories'>): PathTree => {
  const root = opened('', '')
  const roots = new Map(
    repositories.map((repository) => [repository.key, opened(repository.key, baseName(repository.key), checkoutsOf(repository))]),
  )
  for (const file of files) {
    const cuts = cutsOf(file.key)
    const start = [...cuts].reverse().find((cut) => roots.has(file.key.slice(0, cut)))
    const repository = start === undefined ? undefined : roots.get(file.key.slice(0, start))
    if (repository !== undefined) root.folders.set(repository.key, repository)
    let [folder, from] = [repository ?? root, start === undefined ? 0 : start + 1]
    for (const cut of cuts) {
      if (cut < from) continue
      const key = file.key.slice(0, cut)
      const next = folder.folders.get(key) ?? opened(key, file.key.slice(from, cut))
      folder.folders.set(key, next)
      folder = next
      from = cut + 1
    }
    folder.files.push({ name: file.key.slice(from), file, checkouts: checkoutsWith(file, repository?.checkouts) })
  }
  return closed(root)
}

interface RowPlace {
  /** The path: of a file the one that is opened. */
  readonly key: string
  readonly label: string
  readonly depth: number
  /** Place from 1 among those in the same folder, and how many these are. */
  readonly position: number
  readonly siblings: number
}

export interface FolderRow extends RowPlace {
  readonly kind: 'folder'
  readonly isOpen: boolean
  readonly count: number
  readonly checkouts: Checkouts | undefined
}

export interface FileRow extends RowPlace {
  readonly kind: 'file'
  readonly file: TreeFile
  readonly checkouts: readonly string[]
}

export type TreeRow = FolderRow | FileRow

/** The rows that are shown, in their order. */
export const treeRows = (tree: PathTree, isOpen: (key: string, depth: number) => boolean): readonly TreeRow[] => {
  const rows: TreeRow[] = []
  const add = ({ folders, files }: PathTree, depth: number): void => {
    const siblings = folders.length + files.length
    folders.forEach((folder, at) => {
      const own = isOpen(folder.key, depth)
      rows.push({
        kind: 'folder',
        key: folder.key,
        label: folder.label,
        depth,
        position: at + 1,
        siblings,
        isOpen: own,
        count: folder.count,
        checkouts: folder.checkouts,
      })
      if (own) add(folder, depth + 1)
    })
    files.forEach(({ name, file, checkouts }, at) => {
      rows.push({ kind: 'file', key: file.path, label: name, depth, position: folders.length + at + 1, siblings, file, checkouts })
    })
  }
  add(tree, 0)
  return rows
}

/** The path of the first file, in the first folder that has one. */
export const firstPath = ({ folders: [folder], files: [named] }: PathTree): string | undefined =>
  folder === undefined ? named?.file.path : firstPath(folder)

/** Place of the folder that a row is in; undefined: it is in none. */
export const parentRow = (rows: readonly TreeRow[], index: number): number | undefined => {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return undefined
}
