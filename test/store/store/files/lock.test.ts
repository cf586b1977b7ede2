import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { acquireLock, keepSpareLock } from '../../../../app/store/files/lock.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const lockPath = (): string => join(tempDir(), 'lock')

/** A process id that was in use a moment ago and is not now. */
const deadPid = (): number => spawnSync(process.execPath, ['-e', '']).pid

const holder = (changes: Readonly<Record<string, unknown>>): string =>
  JSON.stringify({
    pid: deadPid(),
    host: hostname(),
    program: 'test',
    since: '2026-01-01T00:00:00.000Z',
    process: '',
    nonce: 'n',
    ...changes,
  })

test('a second process is refused while another holds the lock, and the error names the holder', async () => {
  const path = lockPath()
  const lock = await acquireLock(path, 'strata desktop')
  await expect(acquireLock(path, 'strata import')).rejects.toThrow(
    expect.objectContaining({
      code: 'store-locked',
      message: expect.stringMatching(
        new RegExp(`in use by strata desktop \\(process ${process.pid} on ${hostname()}, since \\d{4}-`),
      ) as unknown,
      data: expect.objectContaining({ program: 'strata desktop', pid: process.pid, host: hostname() }) as unknown,
    }),
  )
  await lock.release()
  await (await acquireLock(path, 'strata import')).release()
  expect(readdirSync(dirname(path))).toEqual([])
})

test('the lock of an ended process is replaced', async () => {
  const path = lockPath()
  writeFileSync(path, holder({}))
  const lock = await acquireLock(path, 'next')
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ program: 'next', pid: process.pid })
  await lock.release()
})

test.runIf(process.platform === 'linux')('the lock of a process whose number was reused is replaced', async () => {
  const path = lockPath()
  const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  writeFileSync(path, holder({ pid: process.pid, process: `${boot} 1` }))
  await (await acquireLock(path, 'next')).release()
})

test('a lock from another machine is respected, since its process cannot be checked', async () => {
  const path = lockPath()
  writeFileSync(path, holder({ host: 'elsewhere' }))
  await expect(acquireLock(path, 'next')).rejects.toThrow(expect.objectContaining({ code: 'store-locked' }))
})

test('a lock that cannot be read is respected, and the message says what to do', async () => {
  const path = lockPath()
  writeFileSync(path, 'not a lock')
  await expect(acquireLock(path, 'next')).rejects.toThrow(/If no program uses the store, remove the lock/)
})

test.each([
  ['a link to nothing', (path: string) => symlinkSync(join(dirname(path), 'nothing'), path)],
  ['a link to itself', (path: string) => symlinkSync(path, path)],
  ['a folder', (path: string) => mkdirSync(path)],
  ['a file that is too long', (path: string) => writeFileSync(path, holder({ program: 'x'.repeat(100_000) }))],
  ['a name that leads elsewhere', (path: string) => writeFileSync(path, holder({ nonce: '/../../elsewhere' }))],
])('%s in the place of a lock is refused immediately, and remains', async (_, make) => {
  const path = lockPath()
  make(path)
  await expect(acquireLock(path, 'next')).rejects.toThrow(/If no program uses the store, remove the lock/)
  expect(readdirSync(dirname(path))).toEqual(['lock'])
})

test.each([0, -1, 2 ** 31, 2 ** 40, -(2 ** 31)])('the lock of process %s, an impossible number, is replaced', async (pid) => {
  const path = lockPath()
  writeFileSync(path, holder({ pid }))
  await (await acquireLock(path, 'next')).release()
})

test('of many that race for the lock of a dead process exactly one gets it', async () => {
  for (let round = 0; round < 8; round++) {
    const path = lockPath()
    writeFileSync(path, holder({}))
    const results = await Promise.allSettled(Array.from({ length: 8 }, (_, at) => acquireLock(path, `racer ${at}`)))
    const winners = results.filter((result) => result.status === 'fulfilled')
    expect(winners).toHaveLength(1)
    await Promise.all(winners.map(({ value }) => value.release()))
    expect(existsSync(path)).toBe(false)
    expect(readdirSync(dirname(path))).toEqual([])
  }
})

test('releasing a lock that another process replaced does not remove it', async () => {
  const path = lockPath()
  const lock = await acquireLock(path, 'first')
  writeFileSync(path, holder({ nonce: 'theirs' }))
  await lock.release()
  expect(existsSync(path)).toBe(true)
})

test('the reserved space for a lock on a full disk is reserved again when another file replaced it', async () => {
  const path = lockPath()
  const spare = join(dirname(path), 'lock.spare')
  await keepSpareLock(path)
  const size = statSync(spare).size
  expect(size).toBeGreaterThan(500)
  for (const spoil of [() => writeFileSync(spare, ''), () => mkdirSync(spare)]) {
    rmSync(spare)
    spoil()
    await keepSpareLock(path)
    expect([statSync(spare).isFile(), statSync(spare).size]).toEqual([true, size])
  }
})
