/** A search index whose bytes were changed, and a store whose packs were: a search notices. */
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '../../../../app/contract/search.ts'
import { conversation } from '../../../support/conversation.ts'
import { killedWhen } from '../../../support/kill-command.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, searchIn, wholeSearch, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let store = ''
beforeAll(async () => {
  const talks = Array.from({ length: 12 }, (_, at) =>
    conversation({ sessionId: `beacon-${at}`, seed: `beacon ${at}` })
      .human(`The beacon ${at} has ${'lamps and mirrors '.repeat(at * 20)}`)
      .agent(`It is number ${at}.`),
  )
  store = tempDir()
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
})

const found = (): Promise<SearchResults> => withEngine(store, (engine) => searchIn(engine, 'beacon', { limit: 50 }))
const index = (): string => path.join(store, 'search.db')

test('when any bytes of the index are changed, a search answers as before', { timeout: 300_000 }, async () => {
  const expected = await found()
  expect(expected.total).toBe(12)
  const whole = readFileSync(index())
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat({ max: whole.length - 1 }), fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 40 }),
      fc.boolean(),
      async (changes, isCut) => {
        const bytes = readFileSync(index())
        for (const [at, by] of changes) bytes.writeUInt8((bytes.readUInt8(at % bytes.length) + by) % 256, at % bytes.length)
        writeFileSync(index(), isCut ? bytes.subarray(0, changes[0]?.[0]) : bytes)
        expect(await found()).toEqual(expected)
      },
    ),
    { seed: 47, numRuns: rounds(10, 150) },
  )
})

test('when any bytes of the log that a killed process left are changed, a search answers as before', { timeout: 300_000 }, async () => {
  const expected = await found()
  const log = (): string => `${index()}-wal`
  const sizeOfLog = (): number => statSync(log(), { throwIfNoEntry: false })?.size ?? 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(), fc.integer({ min: 1, max: 255 })), { maxLength: 40 }),
      fc.boolean(),
      async (changes, isCut) => {
        rmSync(index())
        // The log of an index that is made anew.
        await killedWhen(store, ['search', 'beacon'], () => sizeOfLog() > 0)
        if (sizeOfLog() > 0) {
          const bytes = readFileSync(log())
          for (const [at, by] of changes) bytes.writeUInt8((bytes.readUInt8(at % bytes.length) + by) % 256, at % bytes.length)
          writeFileSync(log(), isCut ? bytes.subarray(0, (changes[0]?.[0] ?? 0) % bytes.length) : bytes)
        }
        expect(await found()).toEqual(expected)
      },
    ),
    { seed: 47, numRuns: rounds(6, 80) },
  )
})

test('verify says that the index was changed, until the next search has made it again', async () => {
  await found()
  expect(strata(store, 'verify').code).toBe(0)
  const bytes = readFileSync(index())
  bytes.writeUInt8((bytes.readUInt8(5000) + 1) % 256, 5000)
  writeFileSync(index(), bytes)
  expect(strata(store, 'verify')).toMatchObject({ code: 3, out: expect.stringMatching(/something else changed it/) as string })
  expect(strata(store, 'search', 'beacon').code).toBe(0)
  expect(strata(store, 'verify').code).toBe(0)
})

test('where a pack is damaged, no number is exact: a hint says how many commits cannot be read', async () => {
  const at = await sampleStore()
  const before = await withEngine(at, (engine) => wholeSearch(engine, 'the'))
  expect(before.results).toMatchObject({ isTotalExact: true, unread: 0 })
  const packs = path.join(at, 'packs')
  for (const file of readdirSync(packs).filter((name) => name.endsWith('.strata'))) {
    const bytes = readFileSync(path.join(packs, file))
    for (let place = 300; place < bytes.length; place += 97) bytes.writeUInt8((bytes.readUInt8(place) + 1) % 256, place)
    writeFileSync(path.join(packs, file), bytes)
  }
  for (const isIndexed of [true, false]) {
    if (!isIndexed) rmSync(path.join(at, 'search.db'))
    for (const text of ['"the"', '/th./', 'the']) {
      const { out, code } = strata(at, 'search', text, '--json')
      const printed = JSON.parse(out) as SearchResults
      expect([text, isIndexed, code, printed.isTotalExact, printed.unread > 0]).toEqual([text, isIndexed, 3, false, true])
      expect(printed.query.hints).toContainEqual(expect.stringMatching(/could not be read/))
    }
  }
})
