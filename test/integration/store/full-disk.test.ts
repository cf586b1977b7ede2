/** A disk that is full, or may only be read, while Strata writes: it says so, keeps what was written, and goes on later. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { conversation } from '../../support/conversation.ts'
import { bytesBelow } from '../../support/files-below.ts'
import { corpus, referenceInputs } from '../../support/strata-inputs.ts'
import { expectDoneOrFull, fill, isFull } from '../../support/full-disks.ts'
import { smallDiskOrSkip } from '../../support/small-disk.ts'
import { some } from '../../support/rounds.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, tableDigests } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const shared = referenceInputs()
const roots = [path.resolve('samples/projects'), ...(shared === undefined ? [] : [corpus(shared, { profile: 'small' }).projects])]

let undisturbed: Readonly<Record<string, string>> = {}
/** What no import can do without. */
let packBytes = 0
beforeAll(async () => {
  const store = tempDir()
  await importInto(store, roots)
  undisturbed = await tableDigests(store, ['artifacts'])
  packBytes = bytesBelow(path.join(store, 'packs'))
})

/** From a disk on which no store fits to one that is full when everything but the last checkpoint is written. */
const sizes = ['4k', '8k', '16k', '64k', '700k', '1m', '2m', '4m', '6m', '8m', '9m', '10m', '11m', '12m', '14m', '16m']

test.for(some(sizes, 3))(
  'an import onto a disk of %s fits, or is refused because the disk is full and continues when there is space',
  async (size, context) => {
    const disk = smallDiskOrSkip(context, size)
    const store = path.join(disk.dir, 'store')
    const first = strata(store, 'import', ...roots, '--quiet')

    expectDoneOrFull(first, size, packBytes)
    disk.remount('size=400m')
    expect(strata(store, 'verify', '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(strata(store, 'import', ...roots, '--quiet')).toMatchObject({ code: 0, err: '' })
    expect(await tableDigests(store, ['artifacts'])).toEqual(undisturbed)
  },
)

test('a store on a full disk can be read repeatedly, also after its owner was killed', (context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const store = path.join(disk.dir, 'store')
  expect(strata(store, 'import', ...roots, '--quiet')).toMatchObject({ code: 0 })
  const count = 'SELECT count(*) FROM events'
  const asked = [['sessions'], ['log'], ['stats'], ['ledger'], ['verify'], ['sql', count], ['import', ...roots]]
  const answers = () => asked.map((args) => strata(store, ...args)).map(({ code, err }) => ({ code, err }))
  const sessions = strata(store, 'sessions')
  const pid = spawnSync(process.execPath, ['-e', '']).pid
  const dead = { pid, host: hostname(), program: 'test', since: '2026-01-01T00:00:00.000Z', process: '', nonce: 'n' }
  writeFileSync(path.join(store, 'lock'), JSON.stringify(dead))
  fill(disk)
  expect(strata(store, 'sessions')).toEqual(sessions)
  expect(answers()).toEqual(asked.map(() => ({ code: 0, err: '' })))
  expect(strata(store, 'sql', count, '--csv')).toMatchObject({ code: 0, err: '' })
  const other = writeConversation(tempDir(), conversation().human('one more').agent('line')).projects
  expect(strata(store, 'import', other, '--quiet').err).toMatch(isFull)
  expect(strata(store, 'sessions')).toEqual(sessions)
})

test('an index without space for a rebuild is made elsewhere for readers, and rebuilt when there is space', async (context) => {
  const disk = smallDiskOrSkip(context, '40m')
  const store = path.join(disk.dir, 'store')
  expect(strata(store, 'import', ...roots, '--quiet')).toMatchObject({ code: 0 })
  const sessions = strata(store, 'sessions', '--quiet').out
  rmSync(path.join(store, 'index.duckdb'))
  const filler = fill(disk)
  for (const args of [['sessions'], ['verify'], ['doctor'], ['restore', '--all', '--to', path.join(tempDir(), 'out')]])
    expect([args, strata(store, ...args, '--quiet')]).toMatchObject([args, { code: 0, err: '' }])
  expect(strata(store, 'sessions', '--quiet').out).toBe(sessions)
  expect(strata(store, 'reindex', '--quiet')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot write to the store at') as string,
  })
  expect(strata(store, 'import', ...roots, '--quiet').err).toMatch(isFull)
  rmSync(filler)
  expect(strata(store, 'sessions', '--quiet')).toMatchObject({ code: 0, err: '' })
  expect(await tableDigests(store, ['artifacts'])).toEqual(undisturbed)
})

const isReadOnly =
  /^strata: Cannot write to the store at \S+(?:: EROFS)? \(store-read-only\)\nMake sure you have write permission, or work on a copy/m

test('a read-only store can be read, and a write to it reports that it is read-only', (context) => {
  const disk = smallDiskOrSkip(context, '100m')
  const store = path.join(disk.dir, 'store')
  expect(strata(store, 'import', roots[0] ?? '', '--quiet')).toMatchObject({ code: 0 })
  const commands = [
    ['sessions', '--json'],
    ['log', '--json'],
    ['stats', '--json'],
    ['ask', 'tools', '--json'],
    ['sql', 'SELECT source_id, line, responses FROM turns ORDER BY ALL', '--csv'],
  ]
  const before = commands.map((command) => strata(store, ...command, '--quiet'))
  rmSync(path.join(store, 'index.duckdb'))
  for (const index of ['missing', 'there']) {
    if (index === 'there') strata(store, 'sessions')
    disk.remount('ro')
    expect(commands.map((command) => strata(store, ...command, '--quiet'))).toEqual(before)
    for (const command of ['verify', 'doctor']) expect([command, strata(store, command, '--quiet')]).toMatchObject([command, { code: 0 }])
    expect(strata(store, 'restore', '--all', '--to', path.join(tempDir(), 'out'), '--quiet')).toMatchObject({ code: 0 })
    if (index === 'missing') disk.remount('rw')
  }
  const [commit = ''] = /ctx-[0-9a-f]+/.exec(before[1]?.out ?? '') ?? []
  for (const args of [
    ['import', roots[0] ?? ''],
    ['tag', commit, '--name', 'mine'],
    ['pin', commit],
    ['gc', '--yes', '--keep-days', '0'],
  ])
    expect([args, strata(store, ...args)]).toMatchObject([args, { code: 1, err: expect.stringMatching(isReadOnly) as string }])
  expect(strata(path.join(disk.dir, 'other'), 'import', roots[0] ?? '')).toMatchObject({
    code: 1,
    err: expect.stringContaining('path-refused') as string,
  })
})
