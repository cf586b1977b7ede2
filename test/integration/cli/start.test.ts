/** What `npm start` and `strata` do where there is no display, run as a person runs them. */
import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../support/temp-dir.ts'

const root = path.resolve(import.meta.dirname, '../../..')

/** Runs a script of the project with a home of its own and no display. */
function run(script: string, args: readonly string[], home: string, cwd = root): SpawnSyncReturns<string> {
  const kept = Object.entries(process.env).filter(([name]) => !/^(XDG_|STRATA_|CLAUDE|INIT_CWD|DISPLAY|WAYLAND_DISPLAY)/.test(name))
  const env = { ...Object.fromEntries(kept), HOME: home, STRATA_CACHE: path.join(home, 'cache') }
  return spawnSync(process.execPath, [path.join(root, 'scripts', script), ...args], { cwd, env, encoding: 'utf8' })
}

test('the demo imports the samples into a separate store, lists the sessions and prints the next command', () => {
  const home = tempDir()
  const { status, stdout, stderr } = run('start.mjs', ['--demo'], home)
  expect(stderr).toContain('there is no display here')
  expect(status).toBe(0)
  expect(stdout).toMatch(/SESSION +LAST +STATUS +ENDING +TITLE/)
  expect(stdout).toContain('human prompts')
  expect(stdout).toContain('strata.mjs log --graph')
  expect(existsSync(path.join(home, '.local', 'share', 'strata'))).toBe(false)
})

test('working without a window needs no Electron and fetches none', () => {
  const home = tempDir()
  run('start.mjs', ['--demo'], home)
  expect(readdirSync(path.join(home, 'cache'))).toEqual(['demo-store'])
})

test('folders and the store are relative to the working directory', () => {
  const place = tempDir()
  const samples = path.relative(place, path.join(root, 'samples', 'projects'))
  const { status, stdout } = run('start.mjs', ['--store', 'here', samples], tempDir(), place)
  expect(status).toBe(0)
  expect(stdout).toContain(path.join(place, 'here'))
  expect(existsSync(path.join(place, 'here'))).toBe(true)
})

test('without transcripts the next steps explain how to find some', () => {
  const { status, stdout } = run('start.mjs', [], tempDir())
  expect(status).toBe(0)
  expect(stdout).toContain('npm start -- --demo')
  expect(stdout).toContain('doctor')
})

test('an unknown option is named in the error, and nothing runs', () => {
  const home = tempDir()
  const { status, stderr } = run('start.mjs', ['--fast'], home)
  expect(status).toBe(1)
  expect(stderr).toContain('unknown option --fast')
  expect(readdirSync(home)).toEqual([])
})

test('strata works from any folder, passes its arguments and ends with the exit code of the command', () => {
  const { status, stdout } = run('strata.mjs', ['--help'], tempDir(), tempDir())
  expect(status).toBe(0)
  expect(stdout).toContain('Usage: strata')
  expect(run('strata.mjs', ['no-such-command'], tempDir()).status).toBe(2)
})
