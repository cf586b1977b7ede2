/** The rule file is the architecture: each feature of the engine has a rule, and each arrow between features a reason. */
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'

interface Rule {
  readonly name: string
  readonly comment: string
  readonly from: { readonly path?: string }
}

const { forbidden } = createRequire(import.meta.url)(path.resolve('.dependency-cruiser.cjs')) as { readonly forbidden: readonly Rule[] }

const foldersIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

test('every feature of the engine has a rule, and every rule has a feature', () => {
  const ruled = forbidden.flatMap(({ from }) => /^\^app\/engine\/([a-z-]+)\/$/.exec(from.path ?? '')?.[1] ?? [])
  expect([...ruled].sort()).toEqual([...foldersIn('app/engine')].sort())
})

test('every rule has a reason', () => {
  for (const { name, comment } of forbidden) expect([name, comment]).toEqual([name, expect.stringMatching(/\.$/)])
})

test('every screen with a declaration is in the list of screens', () => {
  const list = readFileSync('renderer/screens/screens.ts', 'utf8')
  for (const screen of foldersIn('renderer/screens')) expect(list).toContain(`from './${screen}/screen.ts'`)
})

const modulesBelow = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .filter((name) => /\.tsx?$/.test(name))

test('one module outside the folder of an agent knows the folder: the list of agents', () => {
  const agents = foldersIn('importer').filter((name) => name !== 'records' && name !== 'skim')
  const product = ['app', 'importer', 'main', 'renderer'].flatMap(modulesBelow)
  for (const agent of agents) {
    const folder = path.join('importer', agent)
    const outside = product.filter((module) => !module.startsWith(folder + path.sep))
    const imported = (module: string): readonly string[] =>
      [...readFileSync(module, 'utf8').matchAll(/from '(\.[^']*)'/g)].map(([, from = '']) => path.join(path.dirname(module), from))
    const knowing = outside.filter((module) => imported(module).some((from) => from.startsWith(folder + path.sep)))
    expect([agent, knowing]).toEqual([agent, ['importer/agents.ts']])
  }
})
