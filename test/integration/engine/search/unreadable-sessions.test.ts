/** A session whose pack is damaged leaves the tables with a rebuild: answers over the store say that it is missing. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { SearchResults } from '../../../../app/contract/search.ts'
import { conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const store = tempDir()

/** The sizes of all packs. */
const packSizes = (): Map<string, number> => {
  const folder = path.join(store, 'packs')
  return new Map(readdirSync(folder).map((name) => [path.join(folder, name), statSync(path.join(folder, name)).size]))
}

beforeAll(async () => {
  const [kept, lost] = ['kept', 'lost'].map((word) =>
    conversation({ sessionId: `${word}-Harbour-1`, seed: word })
      .human(`The ${word} question about lanterns`)
      .agent(`The ${word} answer: ${`${word} words. `.repeat(100)}`),
  )
  if (kept === undefined || lost === undefined) throw new Error('two conversations')
  await importInto(store, [writeConversation(tempDir(), kept).projects])
  const before = packSizes()
  await importInto(store, [writeConversation(tempDir(), lost).projects])
  for (const file of packSizes().keys()) {
    const bytes = readFileSync(file)
    // Only what the second import added.
    for (let at = (before.get(file) ?? 0) + 20; at < bytes.length; at += 40) bytes.writeUInt8((bytes.readUInt8(at) + 1) % 256, at)
    writeFileSync(file, bytes)
  }
  expect(strata(store, 'reindex').err + strata(store, 'reindex').out).toMatch(/1 session could not be rebuilt/)
})

const search = (...args: readonly string[]): { readonly code: number | null; readonly results: SearchResults } => {
  const { out, code } = strata(store, 'search', ...args, '--json')
  return { code, results: JSON.parse(out) as SearchResults }
}

test.each(['"lost question"', 'lost', '/l.st question/', 'unheard', 'lanterns'])(
  'a search for %s does not say that it knows every session',
  (text) => {
    const { code, results } = search(text)
    expect([code, results.isTotalExact, results.unreadSessions]).toEqual([3, false, 1])
    expect(results.query.hints).toContainEqual(expect.stringMatching(/1 session could not be read and may contain more/))
    expect(results.query.hints).not.toContainEqual(expect.stringMatching(/No text has/))
  },
)

test('a search in the sessions that can be read is exact', () => {
  expect(search('lanterns', 'session:kept-harbour')).toMatchObject({
    code: 0,
    results: { total: 1, isTotalExact: true, unreadSessions: 0 },
  })
  expect(search('lanterns -session:lost-harb')).toMatchObject({ code: 0, results: { total: 1, isTotalExact: true, unreadSessions: 0 } })
})

test.each([
  [['stats']],
  [['stats', '--by', 'session']],
  [['cost']],
  [['ask', 'tools']],
  [['sessions']],
  [['log']],
  [['files']],
  [['objects']],
])('strata %j says that a session is missing and ends with 3', (args) => {
  expect(strata(store, ...args)).toMatchObject({
    code: 3,
    err: expect.stringMatching(/1 session cannot be read: packs are missing or damaged/) as string,
  })
})

test('rows that are written to a file lack the session too; an answer about one session and a statement do not', () => {
  expect(strata(store, 'ask', 'tools', '--out', path.join(tempDir(), 'tools.csv'))).toMatchObject({ code: 3 })
  expect(strata(store, 'ask', 'tools', '--session', 'kept-Harbour-1')).toMatchObject({ code: 0, err: '' })
  expect(strata(store, 'ask', 'tools', '--sql')).toMatchObject({ code: 0, err: '' })
})

test('a search in the session that cannot be read says that it may contain more', () => {
  expect(search('lanterns', 'session:LOST-har')).toMatchObject({ code: 3, results: { total: 0, isTotalExact: false, unreadSessions: 1 } })
})
