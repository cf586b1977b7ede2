/** Facets: the number beside each value is the number of sessions that a search with that filter finds. */
import { expect, test } from 'vitest'
import type { SearchFacets, SearchResults } from '../../../../app/contract/search.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { filterText, projectValue } from '../../../../app/model/search/edit-search.ts'
import { strata } from '../../../support/strata-command.ts'
import { sampleStore } from '../../../support/copied-store.ts'
import { runJob, searchIn, wholeSearch, withEngine } from '../../../support/with-engine.ts'

const zone = 'Europe/Berlin'

const monthAfter = (day: string): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}

/** Every value of the facets as filters, with its count. */
const restrictions = ({ kinds, tools, projects, months }: SearchFacets): readonly (readonly [string, number])[] => [
  ...kinds.map(({ value, sessions }) => [filterText('kind', value), sessions] as const),
  ...tools.map(({ value, sessions }) => [filterText('tool', value), sessions] as const),
  ...projects.map(({ value, sessions }) => {
    const all = projects.map((one) => one.value)
    return [filterText('project', projectValue(value, all)), sessions] as const
  }),
  ...months.map(({ value, sessions }) => [`after:${value} before:${monthAfter(value)}`, sessions] as const),
]

const facetsOf = async (engine: Engine, text: string): Promise<SearchFacets> => {
  const { facets } = await wholeSearch(engine, text, { zone })
  if (facets === undefined) throw new Error('a finished search has counted')
  return facets
}

const one = ['test', 'error', 'deploy*', '"no connection"', '/20\\d\\d/', 'kind:prompt board', 'is:error', 'import -export']
/** Their words are often in several texts of a turn, or in several passages of it. */
const several = [
  ...['run test', 'import error', 'board test', 'fix date', 'test passed failed', 'harbour feed', 'write test file', 'the tests pass'],
  ...[
    '"unit tests" plug',
    'boats midnight',
    'frost date year',
    'run test kind:call',
    'board /tests?/',
    'test file -export',
    'ran OR run date',
  ],
]

test.each([
  ['one word', one],
  ['several words', several],
])('the count of each value is what the search for %s finds with it', { timeout: 120_000 }, async (_, texts) => {
  const store = await sampleStore()
  await withEngine(store, async (engine) => {
    await runJob(engine, 'search.index', {})
    for (const text of texts) {
      const facets = await facetsOf(engine, text)
      expect(facets.isComplete, text).toBe(true)
      expect(facets.projects.length, text).toBeGreaterThan(0)
      const { total: all } = facets
      expect(await searchIn(engine, text, { zone, limit: 200 }), text).toMatchObject({ total: all, isTotalExact: true })
      const page = await searchIn(engine, text, { zone, limit: 2 })
      // A page that is full does not claim to have counted all.
      expect(page.isTotalExact ? page.total === all : page.total <= all, text).toBe(true)
      for (const [filter, sessions] of restrictions(facets)) {
        const { total, isTotalExact } = await searchIn(engine, `${text} ${filter}`, { zone, limit: 200 })
        expect([`${text} ${filter}`, total, isTotalExact]).toEqual([`${text} ${filter}`, sessions, true])
      }
    }
    for (const { value } of (await facetsOf(engine, 'run test')).months) expect(value).toMatch(/^\d{4}-\d\d-01$/)
    expect(await facetsOf(engine, '')).toEqual({ kinds: [], tools: [], projects: [], months: [], total: 0, isComplete: true })
    expect((await facetsOf(engine, 'zyzzyva')).kinds).toEqual([])
  })
})

test('the command says one number of sessions, however long its page is', async () => {
  const store = await sampleStore()
  const printed = JSON.parse(strata(store, 'search', 'fix date', '--limit', '1', '--json').out) as SearchResults & {
    readonly facets: SearchFacets
  }
  expect(printed.facets.projects.length).toBeGreaterThan(0)
  expect([printed.total, printed.isTotalExact, printed.facets.total]).toEqual([2, true, 2])
  expect(strata(store, 'search', 'fix date', '--limit', '1').out).toMatch(/\n2 sessions; showing 1 \(/)
  expect(strata(store, 'search', 'fix date').out).toMatch(/\n2 sessions, \d+ without one of the words/)
  expect(strata(store, 'search', 'fix date', '--after-cursor', '100').out).toBe('No more matches.\n')
})

test('the next search of the same window ends the one before', async () => {
  const store = await sampleStore()
  await withEngine(store, async (engine) => {
    await runJob(engine, 'search.index', {})
    const first = engine.call('search.run', { text: 'test', zone, asker: 'window' })
    const other = engine.call('search.run', { text: 'test', zone, asker: 'another window' })
    const second = engine.call('search.run', { text: 'error', zone, asker: 'window' })
    expect(await first).toMatchObject({ ok: false, failure: { code: 'cancelled' } })
    expect(await other).toMatchObject({ ok: true })
    expect(await second).toMatchObject({ ok: true })
  })
})
