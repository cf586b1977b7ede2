/** Facets: the number beside each value is the number of sessions that a search with that filter finds. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { SearchFacets } from '../../../../app/contract/search.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { filterText, projectValue } from '../../../../app/model/search/edit-search.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, searchIn, withEngine } from '../../../support/with-engine.ts'

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

const facetsOf = (engine: Engine, text: string): Promise<SearchFacets> => engine.ask('search.facets', { text, zone })

test('the count of each value is what the search finds with it', { timeout: 120_000 }, async () => {
  const store = tempDir()
  await importInto(store, [path.resolve('samples/projects')])
  await withEngine(store, async (engine) => {
    await runJob(engine, 'search.index', {})
    for (const text of ['test', 'error', 'deploy*', '"no connection"', '/20\\d\\d/', 'kind:prompt board', 'is:error', 'import -export']) {
      const facets = await facetsOf(engine, text)
      expect(facets.isComplete, text).toBe(true)
      expect(facets.projects.length, text).toBeGreaterThan(0)
      for (const [filter, sessions] of restrictions(facets)) {
        const { total, isTotalExact } = await searchIn(engine, `${text} ${filter}`, { zone, limit: 200 })
        expect([`${text} ${filter}`, total, isTotalExact]).toEqual([`${text} ${filter}`, sessions, true])
      }
    }
    // A filter that finds more would also count sessions whose words are in several texts of a turn.
    const several = await facetsOf(engine, 'run test')
    for (const [filter, sessions] of restrictions(several)) {
      const { total } = await searchIn(engine, `run test ${filter}`, { zone, limit: 200 })
      expect(total, filter).toBeGreaterThanOrEqual(sessions)
    }
    for (const { value } of several.months) expect(value).toMatch(/^\d{4}-\d\d-01$/)
    expect(await facetsOf(engine, '')).toEqual({ kinds: [], tools: [], projects: [], months: [], isComplete: true })
    expect((await facetsOf(engine, 'zyzzyva')).kinds).toEqual([])
  })
  const printed = JSON.parse(strata(store, 'search', 'test', '--json').out) as { readonly facets: SearchFacets }
  expect(printed.facets.tools.length).toBeGreaterThan(0)
})

test('the next search of the same window ends the one before', async () => {
  const store = tempDir()
  await importInto(store, [path.resolve('samples/projects')])
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
