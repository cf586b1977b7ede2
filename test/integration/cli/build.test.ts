/** The content of dist after a build. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

test('the window is built for use also when a test runner builds it: React of a test build checks every step', () => {
  const assets = path.resolve('dist/renderer/assets')
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts)
    expect([script, readFileSync(path.join(assets, script), 'utf8').includes('jsxDEV(')]).toEqual([script, false])
})
