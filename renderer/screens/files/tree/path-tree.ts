/** Paths as a tree of folders; a folder with nothing but one folder in it is shown as one with it. */
import type { TouchedFile } from '../../../../app/contract/files.ts'

interface Folder {
  /** The path up to its end, without a final separator. */
  readonly key: string
  /** Names from the folder around it to its own. */
  readonly label: string
  readonly folders: readonly Folder[]
  readonly files: readonly NamedFile[]
  /** In it and in all folders below. */
  readonly count: number
}

interface NamedFile {
  readonly name: string
  readonly file: TouchedFile
}

export type PathTree = Pick<Folder, 'folders' | 'files' | 'count'>

interface OpenFolder {
  readonly key: string
  readonly name: string
  readonly folders: Map<string, OpenFolder>
  readonly files: NamedFile[]
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

const opened = (key: string, name: string): OpenFolder => ({ key, name, folders: new Map(), files: [] })

/** Numbers in names are in the order of their values. */
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const closed = ({ key, name, folders, files }: OpenFolder): Folder => {
  const own = [...folders.values()].map(closed).sort((one, other) => collator.compare(one.label, other.label))
  const [only] = own
  if (only !== undefined && own.length === 1 && files.length === 0 && key !== '')
    return { ...only, label: `${name}${only.key.slice(key.length, key.length + 1)}${only.label}` }
  return {
    key,
    label: name,
    folders: own,
    files: files.sort((one, other) => collator.compare(one.name, other.name)),
    count: files.length + own.reduce((sum, { count }) => sum + count, 0),
  }
}

export const pathTree = (files: readonly TouchedFile[]): PathTree => {
  const root = opened('', '')
  for (const file of files) {
    let [folder, from] = [root, 0]
    for (const cut of cutsOf(file.path)) {
      const key = file.path.slice(0, cut)
      const next = folder.folders.get(key) ?? opened(key, file.path.slice(from, cut))
      folder.folders.set(key, next)
      folder = next
      from = cut + 1
    }
    folder.files.push({ name: file.path.slice(from), file })
  }
  return closed(root)
}

interface RowPlace {
  /** The path. */
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
}

export interface FileRow extends RowPlace {
  readonly kind: 'file'
  readonly file: TouchedFile
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
      })
      if (own) add(folder, depth + 1)
    })
    files.forEach(({ name, file }, at) => {
      rows.push({ kind: 'file', key: file.path, label: name, depth, position: folders.length + at + 1, siblings, file })
    })
  }
  add(tree, 0)
  return rows
}

/** Place of the folder that a row is in; undefined: it is in none. */
export const parentRow = (rows: readonly TreeRow[], index: number): number | undefined => {
  const depth = rows[index]?.depth ?? 0
  for (let at = index - 1; at >= 0; at -= 1) if ((rows[at]?.depth ?? 0) < depth) return at
  return undefined
}
