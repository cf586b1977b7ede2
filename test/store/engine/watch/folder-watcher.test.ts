/** A watched folder of real files, whatever happens to it. */
import { appendFileSync, mkdirSync, renameSync, rmSync, truncateSync, watch, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { FileStamps } from '../../../../app/engine/import/file-changes.ts'
import type { OpenWatch } from '../../../../app/engine/watch/folder-watches.ts'
import { RootWatch, type WatchPace } from '../../../../app/engine/watch/folder-watcher.ts'
import { tempDir } from '../../../support/temp-dir.ts'

/** Looks at all files are so rare that only the system's notices can be why something is seen. */
const byNotice: WatchPace = { rootMs: 40, scanMs: 600_000, pollMs: 600_000, retryMs: 600_000 }
const byLooking: WatchPace = { rootMs: 40, scanMs: 100, pollMs: 60, retryMs: 600_000 }

interface Seen {
  readonly watch: RootWatch
  /** “kind name” of every change, in order. */
  readonly changes: string[]
  readonly batches: number[]
  readonly states: string[]
}

interface Given {
  readonly pace?: WatchPace
  readonly openWatch?: OpenWatch
  readonly known?: FileStamps
  readonly onChanges?: (paths: readonly string[]) => readonly string[]
  readonly onState?: (watch: RootWatch) => void
}

const watchFolder = (folder: string, given: Given = {}): Seen => {
  const seen = { changes: [] as string[], batches: [] as number[], states: [] as string[] }
  const watching = new RootWatch({
    folder: () => folder,
    known: given.known ?? new Map(),
    isWanted: (file) => file.endsWith('.jsonl'),
    groupOf: (file) => file,
    onChanges: (changes) => {
      seen.batches.push(changes.length)
      seen.changes.push(...changes.map(({ path: file, kind }) => `${kind} ${path.relative(folder, file)}`))
      return Promise.resolve({ again: given.onChanges?.(changes.map((change) => change.path)) ?? [], workMs: 0 })
    },
    onState: () => {
      seen.states.push(watching.state.kind)
      given.onState?.(watching)
    },
    pace: given.pace ?? byNotice,
    ...(given.openWatch === undefined ? {} : { openWatch: given.openWatch }),
  })
  onTestFinished(() => watching.close())
  return { watch: watching, ...seen }
}

const until = (check: () => void): Promise<void> => vi.waitFor(check, { timeout: 60_000, interval: 10 })
const isWatching = ({ watch: watching }: Seen): Promise<void> => until(() => expect(watching.state.kind).toBe('watching'))

test('files that are added, grow, are rewritten or removed are reported as such', async () => {
  const folder = tempDir()
  const seen = watchFolder(folder)
  await isWatching(seen)
  const file = path.join(folder, 'a.jsonl')
  const steps: readonly (readonly [string, () => void])[] = [
    ['added a.jsonl', () => writeFileSync(file, 'one\n')],
    ['grown a.jsonl', () => appendFileSync(file, 'two\n')],
    ['replaced a.jsonl', () => truncateSync(file, 2)],
    [
      'replaced a.jsonl',
      () => {
        writeFileSync(`${file}.new`, 'another one, and longer\n')
        renameSync(`${file}.new`, file)
      },
    ],
    ['removed a.jsonl', () => rmSync(file)],
  ]
  const told: string[] = []
  for (const [change, act] of steps) {
    act()
    told.push(change)
    await until(() => expect(seen.changes).toEqual(told))
  }
})

test('existing files are counted from the first check, imported or not', async () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'a.jsonl'), 'one\n')
  writeFileSync(path.join(folder, 'b.jsonl'), 'one\n')
  const counts: number[] = []
  const seen = watchFolder(folder, { onState: (watching) => counts.push(watching.files) })
  await isWatching(seen)
  expect(counts).toEqual([2])
  await until(() => expect(seen.changes).toHaveLength(2))
  rmSync(path.join(folder, 'a.jsonl'))
  await until(() => expect(seen.watch.files).toBe(1))
})

test('a new subfolder is watched too, with its earlier content', async () => {
  const folder = tempDir()
  const seen = watchFolder(folder)
  await isWatching(seen)
  mkdirSync(path.join(folder, 'x', 'y'), { recursive: true })
  writeFileSync(path.join(folder, 'x', 'y', 'a.jsonl'), 'one\n')
  await until(() => expect(seen.changes).toEqual(['added x/y/a.jsonl']))
  appendFileSync(path.join(folder, 'x', 'y', 'a.jsonl'), 'two\n')
  await until(() => expect(seen.changes).toEqual(['added x/y/a.jsonl', 'grown x/y/a.jsonl']))
})

test('changes without a watcher are found later, and files removed meanwhile are not reported', async () => {
  const folder = tempDir()
  writeFileSync(path.join(folder, 'same.jsonl'), 'one\n')
  writeFileSync(path.join(folder, 'grown.jsonl'), 'one\n')
  const known = new Map([
    [path.join(folder, 'grown.jsonl'), { size: 1, modifiedNs: '1', changedNs: undefined, inode: undefined, isFile: true }],
    [path.join(folder, 'gone.jsonl'), { size: 1, modifiedNs: '1', changedNs: undefined, inode: undefined, isFile: true }],
  ])
  const seen = watchFolder(folder, { known })
  await until(() => expect([...seen.changes].sort()).toEqual(['added same.jsonl', 'grown grown.jsonl']))
})

test('a missing folder is awaited, and one that disappears and returns is watched again', async () => {
  const folder = path.join(tempDir(), 'later')
  const seen = watchFolder(folder)
  await until(() => expect(seen.watch.state).toEqual({ kind: 'waiting', reason: 'the folder does not exist' }))
  mkdirSync(folder)
  await isWatching(seen)
  writeFileSync(path.join(folder, 'a.jsonl'), 'one\n')
  await until(() => expect(seen.changes).toEqual(['added a.jsonl']))
  rmSync(folder, { recursive: true })
  await until(() => expect([seen.watch.state.kind, ...seen.changes]).toEqual(['waiting', 'added a.jsonl', 'removed a.jsonl']))
  mkdirSync(folder)
  await isWatching(seen)
  writeFileSync(path.join(folder, 'b.jsonl'), 'one\n')
  await until(() => expect(seen.changes.at(-1)).toBe('added b.jsonl'))
})

test('a folder that replaces another is watched like the first', async () => {
  const folder = path.join(tempDir(), 'root')
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'a.jsonl'), 'one\n')
  const seen = watchFolder(folder)
  await until(() => expect(seen.changes).toEqual(['added a.jsonl']))
  renameSync(folder, `${folder}.old`)
  mkdirSync(folder)
  writeFileSync(path.join(folder, 'b.jsonl'), 'one\n')
  await until(() => expect([...seen.changes].sort()).toEqual(['added a.jsonl', 'added b.jsonl', 'removed a.jsonl']))
  appendFileSync(path.join(folder, 'b.jsonl'), 'two\n')
  await until(() => expect(seen.changes.at(-1)).toBe('grown b.jsonl'))
})

test('a file that grows without a pause is reported repeatedly, but not for every line', async () => {
  const folder = tempDir()
  const file = path.join(folder, 'a.jsonl')
  writeFileSync(file, '')
  const seen = watchFolder(folder)
  await isWatching(seen)
  const lines = 150
  for (let line = 0; line < lines; line += 1) {
    appendFileSync(file, 'one\n')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  expect(seen.changes.length).toBeGreaterThan(1)
  expect(seen.changes.length).toBeLessThan(lines / 3)
})

test('a file that could not be imported is reported again by the next check of all files', async () => {
  const folder = tempDir()
  let failures = 2
  const seen = watchFolder(folder, { pace: byLooking, onChanges: (paths) => (failures-- > 0 ? paths : []) })
  writeFileSync(path.join(folder, 'a.jsonl'), 'one\n')
  await until(() => expect(seen.changes).toEqual(['added a.jsonl', 'added a.jsonl', 'added a.jsonl']))
})

test('a change without a notification is found by the check of all files', async () => {
  const folder = tempDir()
  const silent: OpenWatch = ((target: string) => watch(target, () => undefined)) as OpenWatch
  const seen = watchFolder(folder, { pace: byLooking, openWatch: silent })
  await isWatching(seen)
  writeFileSync(path.join(folder, 'a.jsonl'), 'one\n')
  await until(() => expect(seen.changes).toEqual(['added a.jsonl']))
})

test('without more watches of the system, files are checked periodically, and the reason is reported', async () => {
  const folder = tempDir()
  mkdirSync(path.join(folder, 'x'))
  let left = 1
  const limited: OpenWatch = ((...given: Parameters<typeof watch>) => {
    if (left-- > 0) return watch(...given)
    throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  }) as OpenWatch
  const seen = watchFolder(folder, { pace: byLooking, openWatch: limited })
  await until(() => expect(seen.watch.state.kind).toBe('polling'))
  expect(seen.watch.state.reason).toContain('the limit of file watches is reached')
  writeFileSync(path.join(folder, 'x', 'a.jsonl'), 'one\n')
  await until(() => expect(seen.changes).toEqual(['added x/a.jsonl']))
  appendFileSync(path.join(folder, 'x', 'a.jsonl'), 'two\n')
  await until(() => expect(seen.changes.at(-1)).toBe('grown x/a.jsonl'))
})
