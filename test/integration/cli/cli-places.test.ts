/** Where the command works and writes: a place that is none is refused in a line. */
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cli, strata, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

test('an empty name of a store is refused instead of creating a store in the working directory', () => {
  const here = tempDir()
  const { status, stderr } = spawnSync(process.execPath, [cli, '--store', '', 'sessions'], {
    cwd: here,
    env: strataEnv(path.join(here, 'store')),
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([2, expect.stringContaining('Expected the path of a folder')])
  expect(readdirSync(here)).toEqual([])
})

test('a reading command reports a missing store and creates none', () => {
  const store = path.join(tempDir(), 'none')
  for (const command of [
    ['sessions'],
    ['verify'],
    ['log'],
    ['stats'],
    ['sql', 'SELECT 1'],
    ['gc', '--yes'],
    ['restore', '--all', '--to', store],
  ]) {
    const { code, err } = strata(store, ...command)
    expect([command, code, err]).toEqual([command, 1, expect.stringContaining(`No store at ${store} (store-missing)`)])
  }
  expect(strata(store, 'doctor')).toMatchObject({ code: 0, out: expect.stringContaining('No store yet.') as string })
  expect(existsSync(store)).toBe(false)
})

test.runIf(process.platform === 'linux')('a place where nothing can be created is refused immediately', () => {
  expect(strata('/proc/strata', 'import')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Cannot create a store at /proc/strata') as string,
  })
})

test.runIf(process.platform === 'linux')('output onto a full disk ends the command with an error line', () => {
  const full = openSync('/dev/full', 'w')
  const { status, stderr } = spawnSync(process.execPath, [cli, 'prices'], {
    env: strataEnv(path.join(tempDir(), 'store')),
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(full)
  expect([status, stderr]).toEqual([1, 'strata: Cannot write to standard output: ENOSPC\n'])
})

test('serve refuses --granularity and names the commands with this option', () => {
  const storeDir = `${tempDir()}/store`
  const { code, err } = strata(storeDir, 'serve', '--granularity', 'tool')
  expect(code).toBe(1)
  expect(err).toContain('strata serve has no --granularity: its clients decide where a commit ends')
  expect(err).toContain('strata capture --granularity')
  expect(existsSync(storeDir)).toBe(false)
})
