/** Searches with more matching passages than are looked at. */
import { beforeAll, expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { SearchResults } from '../../../../app/contract/search.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, searchIn, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

let store = ''
beforeAll(async () => {
  const old = conversation({ sessionId: 'old', seed: 'old', start: '2026-01-01T09:00:00Z' })
    .human('One lantern of brass')
    .agent('It is lit.')
  let many = conversation({ sessionId: 'many', seed: 'many', start: '2026-05-01T09:00:00Z' })
  for (let turn = 0; turn < 2100; turn += 1) many = many.human(`lantern lantern ${turn}`).agent('lantern')
  const { projects } = writeConversation(tempDir(), old, many)
  store = tempDir()
  await importInto(store, [projects])
}, 120_000)

const search = (text: string, input: Partial<CallInput<'search.run'>> = {}): Promise<SearchResults> =>
  withEngine(store, (engine) => searchIn(engine, text, input))
const sessionsOf = ({ sessions }: SearchResults): readonly string[] => sessions.map(({ sessionId }) => sessionId).sort()

test('a session with one weak match is found beside one with thousands of good ones', async () => {
  const found = await search('lantern', { limit: 100 })
  expect(sessionsOf(found)).toEqual(['many', 'old'])
  expect(found).toMatchObject({ total: 2, isTotalExact: true, next: null })
})

test('the pages have every session once, whatever later pages find', async () => {
  const { projects } = writeConversation(
    tempDir(),
    ...Array.from({ length: 60 }, (_, at) =>
      conversation({ sessionId: `beacon-${at}`, seed: `beacon ${at}` })
        .human(`${'beacon '.repeat(1 + ((at * 7) % 11))}${'noise '.repeat((at * 13) % 17)} tower`)
        .agent(`${'tower '.repeat((at * 5) % 7)}${'fog '.repeat(at * 3)}beacon`),
    ),
  )
  const dir = tempDir()
  await importInto(dir, [projects])
  await withEngine(dir, async (engine) => {
    for (const order of ['relevance', 'newest'] as const) {
      const seen: string[] = []
      for (let after: string | null = '0'; after !== null;) {
        const page: SearchResults = await searchIn(engine, 'beacon tower', { limit: 5, order, after })
        seen.push(...page.sessions.map(({ sessionId }) => sessionId))
        after = page.next
      }
      expect([seen.length, new Set(seen).size], order).toEqual([60, 60])
    }
  })
})

test('a regular expression without words is tried on the texts of every session', async () => {
  expect(sessionsOf(await search('/of br.ss/'))).toEqual(['old'])
})

test('where not every text was looked at, the number of sessions is no exact one, and a hint says how many were', async () => {
  const found = await search('/copper/')
  expect(found).toMatchObject({ total: 0, isTotalExact: false, sessions: [], next: null })
  expect(found.query.hints).toEqual([expect.stringMatching(/^Only \d+% of the possible matches were checked\./)])
})
