/** A fresh clone has no packages: every command loads without them, and installs them before anything else. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../support/temp-dir.ts'

/** The scripts alone, with nothing that they could find packages in. */
const clone = tempDir()
cpSync('scripts', path.join(clone, 'scripts'), { recursive: true })
cpSync('package.json', path.join(clone, 'package.json'))

const modulesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(clone, folder))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `./${folder}/${name}`)

test('what sets up and builds is loaded without packages', () => {
  const modules = ['scripts/setup', 'scripts/build'].flatMap(modulesIn)
  const script = modules.map((file) => `await import('${file}')`).join('\n')
  expect(modules.length).toBeGreaterThan(15)
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: clone })
})

test('the first command of the README understands what it is asked before it has packages', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--unknown'], { cwd: clone, encoding: 'utf8' })
  expect(stderr).toContain('unknown option --unknown')
  expect(status).toBe(1)
})

test.each(['bench', 'build', 'check', 'dev', 'e2e', 'package', 'shots', 'start', 'strata', 'test'])(
  'npm run %s installs packages, and imports none of them by itself',
  (name) => {
    const text = readFileSync(path.join(clone, 'scripts', `${name}.mjs`), 'utf8')
    const imported = [...text.matchAll(/^import .* from '([^']+)'$/gmu)].map(([, from]) => from)
    expect(imported).toContain('./setup/install-packages.mjs')
    expect(imported.filter((from) => !/^(?:node:|\.)/u.test(from ?? ''))).toEqual([])
    expect(text).toMatch(/await installPackages\(\)/u)
  },
)
