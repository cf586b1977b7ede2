/** The reference inputs are found, unpacked and generated once. */
import { existsSync, readdirSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { corpus, realClientScenarios, realSessions, referenceInputs, sharedOrSkip } from './strata-inputs.ts'
import { tempDir } from './temp-dir.ts'

afterEach(() => vi.unstubAllEnvs())

test('a machine without reference inputs has none, and that is no error', () => {
  vi.stubEnv('STRATA_SHARED', tempDir())
  expect(referenceInputs()).toBeUndefined()
})

test('real sessions unpack into Claude Code layout with their growth series in order', (context) => {
  const { projects, growth } = realSessions(sharedOrSkip(context))
  expect(readdirSync(projects).length).toBeGreaterThan(0)
  for (const files of growth.values()) expect(files.map((file) => existsSync(file))).not.toContain(false)
})

test('every real client scenario has its projects and what to expect of them', (context) => {
  for (const { projects, name, expected } of realClientScenarios(sharedOrSkip(context))) {
    expect(existsSync(projects)).toBe(true)
    expect(expected).toMatchObject({ scenario: name })
  }
})

test('asking twice for a corpus gives the same folder', (context) => {
  const shared = sharedOrSkip(context)
  const options = { profile: 'small', seed: 7 } as const
  expect(corpus(shared, options)).toEqual(corpus(shared, options))
})
