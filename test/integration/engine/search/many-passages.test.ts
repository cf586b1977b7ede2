/** Searches with more matching passages than are looked at. */
import { beforeAll, expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { SearchResults } from '../../../../app/contract/search.ts'
import { strata } from '../../../support/strata-command.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, searchIn, wholeSearch, withEngine } from '../../../support/with-engine.ts'
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

test('where not every text was looked at, the number of sessions is no exact one, until all were', async () => {
  const found = await search('/copper/')
  expect(found).toMatchObject({ total: 0, isTotalExact: false, sessions: [], next: null })
  expect(found.looked).toBeLessThan(found.possible)
  const { results, facets, isDone } = await withEngine(store, (engine) => wholeSearch(engine, '/copper/'))
  expect(results).toMatchObject({ total: 0, isTotalExact: true, looked: found.possible, possible: found.possible })
  expect([facets?.isComplete, isDone]).toEqual([true, true])
})

test('a phrase deep in a session with many passages is found by the end, and the command line looks until then', async () => {
  for (const text of ['"lantern 17"', '/lantern 17$/', '"lantern lantern 1203" -brass']) {
    const { results } = await withEngine(store, (engine) => wholeSearch(engine, text))
    expect([text, results?.total, results?.isTotalExact]).toEqual([text, 1, true])
    expect(strata(store, 'search', text).out).toMatch(/\n1 session\n$/)
  }
  expect(strata(store, 'search', '/copper/').out).toBe('hint: No text has /copper/.\nNo matches.\n')
  const quick = strata(store, 'search', '/copper/', '--quick')
  expect(quick.out).toBe('No matches so far.\n')
  expect(quick.err).toMatch(/^strata: checked \d+ of [\d,]+ possible matches\n$/)
  expect(JSON.parse(strata(store, 'search', '/copper/', '--quick', '--json').out)).toMatchObject({ isTotalExact: false, facets: null })
})

test('a search that was stopped gives what it had found, and says that it may not be all', async () => {
  await withEngine(store, async (engine) => {
    const { jobId } = await engine.ask('search.finish', { text: '/lantern 2$|brass/' })
    await engine.ask('job.cancel', { jobId })
    expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'cancelled' })
    const { results, isDone } = await engine.ask('search.found', { jobId })
    expect([results?.isTotalExact ?? false, isDone]).toEqual([false, false])
  })
})

test('equal searches have equal answers, however busy the machine is and however slow its clock', async () => {
  await withEngine(store, async (engine) => {
    await runJob(engine, 'search.index', {})
    const answers = new Set<string>()
    const now = performance.now.bind(performance)
    // Every look at the clock is an hour after the one before.
    let hours = 0
    performance.now = () => now() + (hours += 3_600_000)
    try {
      for (let round = 0; round < 5; round += 1)
        for (const text of ['lantern', '/copper/', 'brass lantern', '"lantern 17"'])
          answers.add(`${text} ${JSON.stringify(await engine.ask('search.run', { text, zone: 'UTC' }))}`)
    } finally {
      performance.now = now
    }
    for (const text of ['lantern', '/copper/', 'brass lantern', '"lantern 17"'])
      answers.add(`${text} ${JSON.stringify(await engine.ask('search.run', { text, zone: 'UTC' }))}`)
    expect(answers.size).toBe(4)
  })
})
