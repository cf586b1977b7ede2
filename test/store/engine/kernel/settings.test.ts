/** The settings of a store: what is damaged of them is told, kept, and takes nothing else along. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readSettings, settingsFault, writeSettings } from '../../../../app/engine/kernel/settings.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const remotes = [{ name: 'team', path: '/mnt/team' }]
const fileIn = (store: string): string => path.join(store, 'settings.json')

const storeWith = (text: string): string => {
  const store = tempDir()
  writeFileSync(fileIn(store), text)
  return store
}

test('an unusable field does not affect the others', () => {
  const store = storeWith(JSON.stringify({ remotes, watchedFolders: 'all', savedQueries: [] }))
  expect(readSettings(store)).toMatchObject({ remotes, watchedFolders: [], savedQueries: [] })
  expect(settingsFault(store)).toMatch(/settings\.json contains invalid values: watchedFolders must be a list$/)
})

test('a damaged file is reported, and kept when the settings are written', () => {
  const damaged = '{"remotes":[{"na'
  const store = storeWith(damaged)
  expect(settingsFault(store)).toMatch(/^Cannot read .*settings\.json: it is not valid JSON( \(line 1\))?$/)
  writeSettings(store, { ...readSettings(store), remotes })
  expect(readFileSync(`${fileIn(store)}.damaged`, 'utf8')).toBe(damaged)
  expect(readSettings(store).remotes).toEqual(remotes)
  // It may have named words that no export holds.
  expect(settingsFault(store)).toMatch(/contains invalid values: privateWords must be a list$/)
  writeSettings(store, { ...readSettings(store), privateWords: ['acme'] })
  expect(settingsFault(store)).toBeUndefined()
  writeFileSync(fileIn(store), '[]')
  writeSettings(store, { ...readSettings(store), remotes })
  expect(readFileSync(`${fileIn(store)}.damaged-2`, 'utf8')).toBe('[]')
})

test('settings of another version of the program are kept', () => {
  const store = storeWith(JSON.stringify({ theme: 'dark' }))
  writeSettings(store, { ...readSettings(store), remotes })
  expect(JSON.parse(readFileSync(fileIn(store), 'utf8'))).toMatchObject({ theme: 'dark', remotes })
})

test('without a file the default settings apply, and there is no problem', () => {
  const store = tempDir()
  expect([readSettings(store).remotes, settingsFault(store)]).toEqual([[], undefined])
})

test.each<readonly [unknown, string]>([
  [{ keepDays: 1.5 }, 'keepDays must be a whole number'],
  [{ keepDays: 200_000 }, 'keepDays must be at most 100,000'],
  [{ granularity: 'reply' }, 'granularity must be response, or must be a number'],
  [{ privateWords: ['acme', 'ab'] }, 'privateWords[1] needs at least three letters besides the *'],
  [{ remotes: [{ name: 'team' }], keepDays: 'x' }, 'remotes[0].path is missing; keepDays must be a number'],
])('%j is described by its fields and what they must be', (stored, reason) => {
  expect(settingsFault(storeWith(JSON.stringify(stored)))).toMatch(
    new RegExp(`contains invalid values: ${reason.replaceAll(/[.[\]*]/g, '\\$&')}$`),
  )
})

test('a fault of the file contains no text of it', () => {
  expect(settingsFault(storeWith('{"privateWords": [secretname]}'))).not.toContain('secretname')
})
