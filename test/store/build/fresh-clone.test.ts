/** A fresh clone has no packages: commands load without them. That no script imports one by itself is a rule of .dependency-cruiser.cjs. */
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { tempDir } from '../../support/temp-dir.ts'

/** The scripts alone, with nothing that they could find packages in. */
const clone = tempDir()
cpSync('scripts', path.join(clone, 'scripts'), { recursive: true })
cpSync('package.json', path.join(clone, 'package.json'))

const modulesIn = (folder: string): readonly string[] =>
  readdirSync(path.join(clone, folder))
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => `./${folder}/${name}`)

test('scripts for set-up and build load without packages', () => {
  const modules = ['scripts/setup', 'scripts/build'].flatMap(modulesIn)
  const script = modules.map((file) => `await import('${file}')`).join('\n')
  expect(modules.length).toBeGreaterThan(15)
  execFileSync(process.execPath, ['--input-type=module', '--eval', script], { cwd: clone })
})

test('the first command of the README reads its options before packages are installed', () => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/start.mjs', '--unknown'], { cwd: clone, encoding: 'utf8' })
  expect(stderr).toContain('unknown option --unknown')
  expect(status).toBe(1)
})
