/** Paths as a tree. */
import { expect, test } from 'vitest'
import type { TouchedFile } from '../../../../../app/contract/files.ts'
import type { RepositoriesView } from '../../../../../app/contract/repositories.ts'
import { foldedPaths, shortNames, treeFiles } from '../../../../../renderer/screens/files/tree/folded-paths.ts'
import { parentRow, pathTree, treeRows } from '../../../../../renderer/screens/files/tree/path-tree.ts'

type Repositories = Pick<RepositoriesView, 'repositories'>

const file = (path: string): TouchedFile => ({ path, reads: 1, changes: 0, failed: 0, calls: 1, sessions: 1, firstAt: null, lastAt: null })

const unfolded = { repositories: [] }
const treeOf = (paths: readonly string[], repositories: Repositories = unfolded) => {
  const files = paths.map(file)
  const folded = foldedPaths(files, repositories)
  return pathTree(treeFiles(files, folded), folded)
}

const drawn = (paths: readonly string[], isOpen: (key: string, depth: number) => boolean = () => true): readonly string[] =>
  treeRows(treeOf(paths), isOpen).map(
    (row) => `${'  '.repeat(row.depth)}${row.label}${row.kind === 'folder' ? ` (${row.count})` : ''} ${row.position}/${row.siblings}`,
  )

test('a folder with nothing but one folder in it is one with it, and folders come before files', () => {
  expect(drawn(['/home/me/app/src/b.ts', '/home/me/app/src/a10.ts', '/home/me/app/src/a9.ts', '/home/me/app/README.md'])).toEqual([
    '/home/me/app (4) 1/1',
    '  src (3) 1/2',
    '    a9.ts 1/3',
    '    a10.ts 2/3',
    '    b.ts 3/3',
    '  README.md 2/2',
  ])
})

test('paths of Windows, relative paths and files without a folder have their places', () => {
  expect(drawn(['C:\\work\\x.ts', 'src/y.ts', 'z.ts', '/top.ts', '\\\\server\\share\\v.ts'])).toEqual([
    '\\\\server\\share (1) 1/5',
    '  v.ts 1/1',
    'C:\\work (1) 2/5',
    '  x.ts 1/1',
    'src (1) 3/5',
    '  y.ts 1/1',
    '/top.ts 4/5',
    'z.ts 5/5',
  ])
})

test('a backslash in a name of a file is no separator outside Windows', () => {
  expect(drawn(['/a/b\\c.ts'])).toEqual(['/a (1) 1/1', '  b\\c.ts 1/1'])
})

test('what is in a folded folder is not shown, and a row knows the folder that it is in', () => {
  const paths = ['/p/a/x.ts', '/p/b/y.ts']
  expect(drawn(paths, (key) => key !== '/p/a')).toEqual(['/p (2) 1/1', '  a (1) 1/2', '  b (1) 2/2', '    y.ts 1/1'])
  const rows = treeRows(treeOf(paths), () => true)
  expect(rows.map((_, at) => parentRow(rows, at))).toEqual([undefined, 0, 1, 0, 3])
})

test('ten thousand paths are one tree, with folders and files in the order of their numbers', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at)
  const paths = hundred.flatMap((file) => hundred.map((folder) => `/p/d${folder}/f${99 - file}.ts`))
  const files = hundred.map((at) => `    f${at}.ts ${at + 1}/100`)
  expect(drawn(paths)).toEqual(['/p (10000) 1/1', ...hundred.flatMap((at) => [`  d${at} (100) ${at + 1}/100`, ...files])])
})

const named = (paths: readonly string[], repositories: Repositories): readonly string[] =>
  treeRows(treeOf(paths, repositories), () => true).map((row) => {
    const names = row.kind === 'folder' ? (row.checkouts?.names ?? []) : row.checkouts
    return `${'  '.repeat(row.depth)}${row.label}${names.length === 0 ? '' : ` [${names.join(', ')}]`}`
  })

test('checkouts of one repository are one folder at the top, with each file once, and the names of the checkouts that have it', () => {
  const repositories = { repositories: [{ checkouts: ['/w/app-fix', '/w/app', '/w/app/.worktrees/blue'] }] }
  const paths = ['/w/app-fix/src/a.ts', '/w/app/src/a.ts', '/w/app/src/b.ts', '/w/app/.worktrees/blue/src/c.ts', '/w/other/src/a.ts']
  expect(named(paths, repositories)).toEqual([
    'app [app, app-fix, blue]',
    '  src',
    '    a.ts [app, app-fix]',
    '    b.ts',
    '    c.ts [blue]',
    '/w/other/src',
    '  a.ts',
  ])
  const [a] = treeRows(treeOf(paths, repositories), () => true).flatMap((row) =>
    row.kind === 'file' && row.file.paths.length > 1 ? row : [],
  )
  expect([a?.key, a?.file.paths, a?.file.reads]).toEqual(['/w/app-fix/src/a.ts', ['/w/app-fix/src/a.ts', '/w/app/src/a.ts'], 2])
})

test('a repository of which only one checkout has listed files is shown as the folders that it is in', () => {
  const repositories = { repositories: [{ checkouts: ['/w/app', '/w/app-fix'] }] }
  expect(named(['/w/app/src/a.ts', '/w/application/a.ts'], repositories)).toEqual([
    '/w',
    '  app/src',
    '    a.ts',
    '  application',
    '    a.ts',
  ])
})

test('a checkout on Windows and one elsewhere are one folder', () => {
  const repositories = { repositories: [{ checkouts: ['C:\\work\\app', '/w/app'] }] }
  expect(named(['C:\\work\\app\\src\\a.ts', '/w/app/src/a.ts'], repositories)).toEqual([
    'app [w/app, work/app]',
    '  src',
    '    a.ts [w/app, work/app]',
  ])
})

test('folders have names that distinguish them, as short as possible', () => {
  expect(shortNames(['/home/a/app', '/srv/app', '/w/fix'])).toEqual(['a/app', 'srv/app', 'w/fix'])
  expect(shortNames(['/home/a/app'])).toEqual(['app'])
})
