/** The rights of the files that Strata writes, with any mask of the process. */
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cli, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

const samples = path.resolve('samples/projects')
const isWindows = process.platform === 'win32'

const strata = (mask: string, storeDir: string, ...args: readonly string[]): void => {
  execFileSync('sh', ['-c', `umask ${mask}; exec "$@"`, 'sh', process.execPath, cli, '-q', '--store', storeDir, ...args], {
    env: strataEnv(storeDir),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

const modeOf = (file: string): string => (statSync(file).mode & 0o7777).toString(8)

/** The folder itself, and all below it. */
const below = (dir: string): readonly string[] => [
  dir,
  ...readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => path.join(dir, name)),
]

/** Files and folders that others may read, write or search, with their modes. */
const open = (dir: string): readonly string[] =>
  below(dir)
    .filter((file) => (statSync(file).mode & 0o077) !== 0)
    .map((file) => `${modeOf(file)} ${path.relative(dir, file)}`)

test.skipIf(isWindows).each(['022', '000'])('with umask %s a store and all that is written from it are its user’s alone', (mask) => {
  const root = tempDir()
  const to = (name: string): string => path.join(root, name)
  const store = to('store')
  strata(mask, store, 'import', samples)
  strata(mask, store, 'search', 'parser')
  strata(mask, store, 'objects', '-n', '1')
  strata(mask, store, 'ask', 'tools')
  strata(mask, store, 'sql', 'FROM turns LIMIT 1', '--out', to('rows/turns.parquet'))
  strata(mask, store, 'bundle', 'create', '--all', to('all.bundle'))
  strata(mask, store, 'lake', to('lake'))
  strata(mask, store, 'restore', '--all', '--to', to('restored'))
  strata(mask, to('clone'), 'import', samples)
  strata(mask, store, 'remote', 'add', 'other', to('clone'))
  strata(mask, store, 'push', 'other', '--all', '--yes')
  expect(['store', 'clone', 'lake', 'rows', 'restored'].flatMap((name) => open(to(name)).map((line) => `${name}: ${line}`))).toEqual([])
  expect(modeOf(to('all.bundle'))).toBe('600')
})

test.skipIf(isWindows)(
  'an older store that others may read is tightened when it is opened, and other files beside it are left alone',
  () => {
    const store = path.join(tempDir(), 'store')
    strata('022', store, 'import', samples)
    for (const file of below(store)) chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644)
    writeFileSync(path.join(store, 'notes.txt'), 'mine')
    chmodSync(path.join(store, 'notes.txt'), 0o644)
    strata('022', store, 'sessions')
    expect(open(store)).toEqual(['644 notes.txt'])
  },
)

test.skipIf(isWindows)('a store whose folder has the group bit stays open to its group', () => {
  const store = path.join(tempDir(), 'store')
  strata('022', store, 'import', samples)
  chmodSync(store, 0o2770)
  strata('022', store, 'search', 'parser')
  expect(modeOf(store)).toBe('2770')
  expect(statSync(path.join(store, 'search.db')).mode & 0o777).toBe(0o660)
})

test.skipIf(isWindows)('a folder that all users share keeps its rights, and the files of a store in it are its user’s alone', () => {
  const shared = tempDir()
  chmodSync(shared, 0o1777)
  strata('022', shared, 'import', samples)
  for (const file of below(shared).slice(1)) chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644)
  strata('022', shared, 'sessions')
  expect(open(shared)).toEqual(['1777 '])
})

test.skipIf(isWindows)('a captured agent writes its files with the mask of its user', () => {
  const root = tempDir()
  mkdirSync(path.join(root, 'work'))
  const made = path.join(root, 'work/made.txt')
  strata('022', path.join(root, 'store'), 'capture', '--', 'sh', '-c', `echo done > ${made}`)
  expect(readFileSync(made, 'utf8')).toBe('done\n')
  expect(modeOf(made)).toBe('644')
})
