/** Source files are given back whole or not at all: by a restore that is killed or stopped, beside files that are there, out of damaged packs. */
import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import type { VerifyResult } from '../../../../app/contract/verify.ts'
import type { RestoreResult } from '../../../../app/contract/restore.ts'
import { copyOf } from '../../../support/copied-store.ts'
import { damage, packOf, sessionOf, storeWith, talkOf, type StretchedStore } from '../../../support/stretched-store.ts'
import { filesBelow, namesBelow } from '../../../support/files-below.ts'
import { killedWhen } from '../../../support/kill-command.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { withEngine } from '../../../support/with-engine.ts'

/** Three sessions whose files take a while to write. */
const largeStore = (): Promise<StretchedStore> =>
  storeWith(
    ...[1, 2, 3].map((digit) =>
      talkOf(
        digit,
        randomBytes(256 * 1024)
          .toString('hex')
          .repeat(48),
      ),
    ),
  )

let small: StretchedStore
beforeAll(async () => {
  small = await storeWith(...[1, 2, 3, 4].map((digit) => talkOf(digit)))
})
const smallStore = (): StretchedStore => ({ ...small, store: copyOf(small.store) })

const isWhole = (name: string): boolean => !path.basename(name).startsWith('.')

test('a killed restore leaves no truncated file under its name, and is completed by running it again', async () => {
  const { store, projects } = await largeStore()
  const originals = filesBelow(projects)
  let hits = 0
  for (const files of [1, 2, 3]) {
    const to = path.join(tempDir(), 'out')
    const restore = ['restore', '--all', '--to', to]
    if (await killedWhen(store, restore, () => namesBelow(to).length >= files)) hits += 1
    const left = Object.entries(filesBelow(path.join(to, 'projects'))).filter(([name]) => isWhole(name))
    expect(Object.fromEntries(left)).toEqual(Object.fromEntries(left.map(([name]) => [name, originals[name]])))

    const ended = strata(store, ...restore, '--json')

    expect(ended).toMatchObject({ code: 0, err: '' })
    const { files: written, alreadyThere } = JSON.parse(ended.out) as RestoreResult
    expect([written.length + alreadyThere.length, alreadyThere.length]).toEqual([3, left.length])
    expect(filesBelow(path.join(to, 'projects'))).toEqual(originals)
  }
  expect(hits).toBeGreaterThan(0)
})

test('a cancelled restore leaves complete files and no others', async () => {
  const { store, projects } = await largeStore()
  const to = path.join(tempDir(), 'out')
  await withEngine(store, async (engine) => {
    const { jobId } = await engine.ask('restore.start', { what: { all: true }, to })
    while (namesBelow(to).length < 2) await after(1)
    await engine.ask('job.cancel', { jobId })
    expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'cancelled' })
  })
  const left = filesBelow(path.join(to, 'projects'))
  expect(Object.keys(left).length).toBeLessThan(3)
  expect(filesBelow(projects)).toMatchObject(left)
})

test('a file that exists byte for byte is skipped and reported', () => {
  const { store, projects } = smallStore()
  const to = path.join(tempDir(), 'out')
  expect(strata(store, 'restore', '--all', '--to', to).out).not.toContain('there already')
  const [first = '', ...others] = namesBelow(to)
  rmSync(path.join(to, first))
  for (const name of others) utimesSync(path.join(to, name), 1000, 1000)

  const again = strata(store, 'restore', '--all', '--to', to)

  expect(again).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^1 file \(.*\) written below .*; 3 files already existed\n$/) as string,
  })
  expect(filesBelow(path.join(to, 'projects'))).toEqual(filesBelow(projects))
  expect(others.map((name) => statSync(path.join(to, name)).mtimeMs)).toEqual(others.map(() => 1_000_000))
  const { files, bytes, alreadyThere } = JSON.parse(strata(store, 'restore', '--all', '--to', to, '--json').out) as RestoreResult
  expect([files, bytes, alreadyThere.map(({ file }) => file)]).toEqual([[], 0, namesBelow(to)])
})

test('an existing file with other bytes, also of the same size, is refused and unchanged', () => {
  const { store } = smallStore()
  const to = path.join(tempDir(), 'out')
  strata(store, 'restore', '--all', '--to', to)
  const [name = ''] = namesBelow(to)
  const file = path.join(to, name)
  for (const change of [(bytes: Buffer) => bytes.fill(0x20, 0, 9), (bytes: Buffer) => bytes.subarray(0, 100), () => Buffer.alloc(0)]) {
    writeFileSync(file, change(readFileSync(file)))
    utimesSync(file, 1000, 1000)
    const before = [readFileSync(file), statSync(file)]

    const ended = strata(store, 'restore', '--all', '--to', to)

    expect(ended).toMatchObject({ code: 1, out: '', err: expect.stringContaining(`${file} exists already`) as string })
    expect(ended.err).toContain('(target-exists)')
    expect([readFileSync(file), statSync(file)]).toEqual(before)
    expect(namesBelow(to).filter((each) => !isWhole(each))).toEqual([])
  }
})

test('files that cannot be read from a damaged pack are named with their session and the reason, and all others are written', () => {
  const made = smallStore()
  damage(made, 2)
  const lost = `projects/${talkOf(2).path}`
  for (const state of ['as it was shown before', 'as the index shows it when it is built anew']) {
    if (state.includes('anew')) strata(made.store, 'reindex')
    const to = path.join(tempDir(), 'out')

    const ended = strata(made.store, 'restore', '--all', '--to', to, '--json')

    expect([state, ended.code]).toEqual([state, 3])
    const { files, unreadable } = JSON.parse(ended.out) as RestoreResult
    expect(unreadable).toEqual([{ file: lost, sessionId: sessionOf(2), reason: expect.stringMatching(/\w+ \w+/) as string }])
    expect(files.map(({ file }) => file)).toEqual(namesBelow(to))
    const { [talkOf(2).path]: gone, ...others } = filesBelow(made.projects)
    expect([gone, filesBelow(path.join(to, 'projects'))]).toEqual([expect.any(String), others])
    const told = strata(made.store, 'restore', '--all', '--to', to)
    expect(told).toMatchObject({ code: 3, err: '' })
    expect(told.out).toContain(`1 file could not be read:\n  ${lost}, session ${sessionOf(2)}: ${unreadable[0]?.reason ?? ''}\n`)
    const { faults } = JSON.parse(strata(made.store, 'verify', '--json').out) as VerifyResult
    expect(faults.filter(({ what }) => what === 'source').map(({ where }) => where)).toEqual([lost])
  }
  expect(strata(made.store, 'restore', sessionOf(2), '--to', path.join(tempDir(), 'out'))).toMatchObject({ code: 3 })
  expect(strata(made.store, 'restore', sessionOf(1), '--to', path.join(tempDir(), 'out'))).toMatchObject({ code: 0 })
})

test('files that cannot be read from a damaged pack are restored after a rebuilt index and an import, not by an import alone', () => {
  const made = smallStore()
  damage(made, 2)
  const restoredTo = (to: string): number | null => strata(made.store, 'restore', '--all', '--to', to).code

  strata(made.store, 'import', made.projects)

  expect(restoredTo(path.join(tempDir(), 'out'))).toBe(3)
  strata(made.store, 'reindex')
  strata(made.store, 'import', made.projects)
  const to = path.join(tempDir(), 'out')
  expect(restoredTo(to)).toBe(0)
  expect(filesBelow(path.join(to, 'projects'))).toEqual(filesBelow(made.projects))
})

test('files that cannot be read from a damaged pack are skipped when they already exist', () => {
  const made = smallStore()
  damage(made, 2)
  const to = path.join(tempDir(), 'out')
  const name = talkOf(2).path
  mkdirSync(path.dirname(path.join(to, 'projects', name)), { recursive: true })
  copyFileSync(path.join(made.projects, name), path.join(to, 'projects', name))
  expect(strata(made.store, 'restore', '--all', '--to', to)).toMatchObject({ code: 0 })
  expect(filesBelow(path.join(to, 'projects'))).toEqual(filesBelow(made.projects))
})

test('a truncated pack loses only the files after the cut', () => {
  const made = smallStore()
  truncateSync(packOf(made.store), (made.ends[2] ?? 0) - 10)
  const to = path.join(tempDir(), 'out')
  const ended = strata(made.store, 'restore', '--all', '--to', to, '--json')
  expect(ended.code).toBe(3)
  const { unreadable } = JSON.parse(ended.out) as RestoreResult
  expect(unreadable.map(({ sessionId }) => sessionId)).toEqual([sessionOf(3), sessionOf(4)])
  expect(Object.keys(filesBelow(path.join(to, 'projects')))).toEqual([1, 2].map((digit) => talkOf(digit).path).sort())
})
