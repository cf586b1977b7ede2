/** Compiled code is kept for the next start, for the person who runs the program alone, and is never needed. */
import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { cli, strataEnv } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'

const keeps = process.platform === 'linux' && !('enableCompileCache' in (await import('node:module')))

const run = (home: string, env: NodeJS.ProcessEnv = {}): unknown => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'prices', '--json'], {
    env: { ...strataEnv(path.join(home, 'store')), XDG_CACHE_HOME: path.join(home, '.cache'), ...env },
    encoding: 'utf8',
  })
  return { status, stderr, out: stdout.replaceAll(home, 'HOME') }
}
const folderIn = (home: string): string => path.join(home, '.cache', 'strata', 'compiled')

test.runIf(keeps)('a second start reads what the first one compiled, and answers the same', () => {
  const home = tempDir()
  const first = run(home)
  const kept = readdirSync(folderIn(home))
  expect(kept.length).toBeGreaterThan(5)
  expect(statSync(folderIn(home)).mode & 0o777).toBe(0o700)
  expect(run(home)).toEqual(first)
  expect(readdirSync(folderIn(home))).toEqual(kept)
})

test.runIf(keeps)('damaged cached code is compiled again', () => {
  const home = tempDir()
  const first = run(home)
  for (const name of readdirSync(folderIn(home))) writeFileSync(path.join(folderIn(home), name), 'damaged')
  expect(run(home)).toEqual(first)
  for (const name of readdirSync(folderIn(home))) expect(statSync(path.join(folderIn(home), name)).size).toBeGreaterThan(100)
})

test.runIf(keeps)('code that nothing has used for long is removed when new code is kept', () => {
  const home = tempDir()
  mkdirSync(folderIn(home), { recursive: true })
  const [old, recent] = ['old.v8', 'recent.v8'].map((name) => path.join(folderIn(home), name)) as [string, string]
  for (const file of [old, recent]) writeFileSync(file, 'code')
  utimesSync(old, 1_700_000_000, 1_700_000_000)
  run(home)
  expect([existsSync(old), existsSync(recent)]).toEqual([false, true])
})

test('where nothing can be kept, and where it is turned off, commands run all the same', () => {
  const home = tempDir()
  const expected = run(home, { NODE_DISABLE_COMPILE_CACHE: '1' })
  expect(expected).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(path.join(home, '.cache'))).toBe(false)
  mkdirSync(path.join(home, 'closed'))
  writeFileSync(path.join(home, 'closed', 'file'), '')
  chmodSync(path.join(home, 'closed'), 0o500)
  expect(run(home, { XDG_CACHE_HOME: path.join(home, 'closed', 'file') })).toEqual(expected)
})
