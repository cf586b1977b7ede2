/** Paths as a tree. */
import { expect, test } from 'vitest'
import type { TouchedFile } from '../../../../../app/contract/files.ts'
import { parentRow, pathTree, treeRows } from '../../../../../renderer/screens/files/tree/path-tree.ts'

const file = (path: string): TouchedFile => ({ path, reads: 1, changes: 0, failed: 0, calls: 1, sessions: 1, firstAt: null, lastAt: null })

const drawn = (paths: readonly string[], isOpen: (key: string, depth: number) => boolean = () => true): readonly string[] =>
  treeRows(pathTree(paths.map(file)), isOpen).map(
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
  const rows = treeRows(pathTree(paths.map(file)), () => true)
  expect(rows.map((_, at) => parentRow(rows, at))).toEqual([undefined, 0, 1, 0, 3])
})

test('ten thousand paths are one tree, with folders and files in the order of their numbers', () => {
  const hundred = Array.from({ length: 100 }, (_, at) => at)
  const paths = hundred.flatMap((file) => hundred.map((folder) => `/p/d${folder}/f${99 - file}.ts`))
  const files = hundred.map((at) => `    f${at}.ts ${at + 1}/100`)
  expect(drawn(paths)).toEqual(['/p (10000) 1/1', ...hundred.flatMap((at) => [`  d${at} (100) ${at + 1}/100`, ...files])])
})
