/** Each command on a disk that is certainly too small: it says so, leaves no part of a file, and works when there is room. */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { bytesBelow, namesBelow } from '../../support/files-below.ts'
import { fill, isFull } from '../../support/full-disks.ts'
import { smallDiskOrSkip } from '../../support/small-disk.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

const projects = path.resolve('samples/projects')

let store = ''
let storeBytes = 0
beforeAll(() => {
  store = path.join(tempDir(), 'store')
  expect(strata(store, 'import', projects, '--quiet')).toMatchObject({ code: 0 })
  storeBytes = bytesBelow(store)
})

test.for([0.02, 0.3, 0.7])(
  'an import onto a disk of %d times the size of the store is refused as full, and continues when there is space',
  (share, context) => {
    const disk = smallDiskOrSkip(context, String(Math.ceil((storeBytes * share) / 4096) * 4096))
    const dir = path.join(disk.dir, 'store')
    const first = strata(dir, 'import', projects, '--quiet')
    expect(first.err).toMatch(isFull)
    expect(first.code).toBe(1)
    disk.remount('size=400m')
    expect(strata(dir, 'import', projects, '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(strata(dir, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
  },
)

/** Commands that write beside the store: nothing is left in their folder. */
test.for([
  ['lake', (dir: string) => ['lake', path.join(dir, 'lake')]],
  ['bundle create', (dir: string) => ['bundle', 'create', path.join(dir, 'all.bundle'), '--all']],
  ['restore', (dir: string) => ['restore', '--all', '--to', path.join(dir, 'out')]],
] as const)('%s onto a full disk reports it, leaves no file, and works when there is space', ([, args], context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const filler = fill(disk)
  const refused = strata(store, ...args(disk.dir), '--quiet')
  expect(refused.err).toMatch(isFull)
  expect(refused.code).toBe(1)
  expect(namesBelow(disk.dir).filter((name) => name !== 'filler' && !path.basename(name).startsWith('.strata-lake.lock'))).toEqual([])
  rmSync(filler)
  expect(strata(store, ...args(disk.dir), '--quiet')).toMatchObject({ code: 0, err: '' })
})

/** Commands that write into the store. */
test.for([
  ['gc', ['gc', '--yes', '--keep-days', '0']],
  ['tag', ['tag', '', '--name', 'full']],
  ['settings', ['settings', 'hide', 'acme.example']],
  ['pin', ['pin', '']],
] as const)('%s in a store on a full disk reports it, and works when there is space', ([, args], context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const dir = path.join(disk.dir, 'store')
  cpSync(store, dir, { recursive: true })
  const { commits } = JSON.parse(strata(dir, 'log', '--json', '-n', '1').out) as { commits: readonly { commitId: string }[] }
  const given = args.map((arg) => (arg === '' ? (commits[0]?.commitId ?? '') : arg))
  const names = readdirSync(dir)
  const filler = fill(disk)
  const refused = strata(dir, ...given, '--quiet')
  if (args[0] !== 'gc') expect(refused.err).toMatch(isFull)
  expect(readdirSync(dir).filter((name) => !names.includes(name) && name.includes('.new'))).toEqual([])
  rmSync(filler)
  expect(strata(dir, ...given, '--quiet')).toMatchObject({ code: 0, err: '' })
  expect(strata(dir, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
})

test('a lake of a read-only store is written, and the next run finds no changes', (context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const dir = path.join(disk.dir, 'store')
  cpSync(store, dir, { recursive: true })
  rmSync(path.join(dir, 'settings.json'), { force: true })
  disk.remount('ro')
  const lake = path.join(tempDir(), 'lake')
  expect(strata(dir, 'lake', lake, '--quiet')).toMatchObject({ code: 0, err: '' })
  expect(JSON.parse(strata(dir, 'lake', lake, '--json').out)).toMatchObject({ written: 0 })
})

test('a bundle removes the partial file of an ended process, and no other', () => {
  const dir = tempDir()
  const dead = spawnSync(process.execPath, ['-e', '']).pid
  const host = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)
  const partials = [`${host}-${dead}-aabbccdd`, `${host}-${process.pid}-aabbccdd`, `00000000-${dead}-aabbccdd`, 'mine']
  for (const partial of partials) writeFileSync(path.join(dir, `x.bundle.partial-${partial}`), 'strata')
  expect(strata(store, 'bundle', 'create', path.join(dir, 'x.bundle'), '--all', '--quiet')).toMatchObject({ code: 0, err: '' })
  const left = partials.slice(1).map((partial) => `x.bundle.partial-${partial}`)
  expect(readdirSync(dir).sort()).toEqual(['x.bundle', ...left].sort())
})
