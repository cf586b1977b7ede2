/** An index that lacks commits: which process made it, and where that process ended: no search says with certainty that nothing matches. */
import { existsSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { SearchIndexView, SearchResults } from '../../../../app/contract/search.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { conversation } from '../../../support/conversation.ts'
import { killedWhen } from '../../../support/kill-command.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = (at: number): ReturnType<typeof conversation> =>
  conversation({ sessionId: `cellar-${at}`, seed: `cellar ${at}` })
    .human(`What is in cellar ${at}?`)
    .runs('ls cellar', 'apples')
    .agent('Apples.')

let store = ''
beforeAll(async () => {
  store = path.join(tempDir(), 'store')
  await importInto(store, [writeConversation(tempDir(), talk(1), talk(2), talk(3)).projects])
})

const index = (): string => path.join(store, 'search.db')
const loseIndex = (): void => {
  for (const end of ['', '-seal', '-wal', '-shm', '-journal']) rmSync(`${index()}${end}`, { force: true })
}

const run = (engine: Engine, text = 'apples'): Promise<SearchResults> => engine.ask('search.run', { text, zone: 'UTC' })

/** The calls of a search, each asked of an engine that was not asked to make the index. */
const calls: Readonly<Record<string, (engine: Engine) => Promise<unknown>>> = {
  'search.run': (engine) => run(engine),
  'search.finish': async (engine) => {
    const { jobId } = await engine.ask('search.finish', { text: 'apples', zone: 'UTC' })
    const { result } = await engine.ask('job.wait', { jobId })
    return { result, found: await engine.ask('search.found', { jobId, limit: 10 }) }
  },
  'search.wider': (engine) => engine.ask('search.wider', { text: 'apples zeppelin', zone: 'UTC' }),
}

test.each(Object.keys(calls))('%s of a new owner answers as that of the one before, though its index is lost', async (name) => {
  const ask = calls[name] ?? run
  const before = await withEngine(store, async (engine) => {
    await runJob(engine, 'search.index', {})
    return ask(engine)
  })
  expect(JSON.stringify(before)).toMatch(/"total":3,"isTotalExact":true/)
  loseIndex()
  expect(await withEngine(store, ask)).toEqual(before)
})

test('searches beside an index that is made anew have the answer of a whole one', async () => {
  await withEngine(store, async (engine) => {
    const before = await run(engine)
    const making = [1, 2, 3].map(() => runJob(engine, 'search.index', { fromScratch: true }))
    const answers = await Promise.all([...Array(12).keys()].map(() => run(engine)))
    await Promise.all(making)
    expect(answers).toEqual(answers.map(() => before))
  })
})

test('a command leaves an index that the next one uses', () => {
  const [first, second] = [1, 2].map(() => {
    strata(store, 'search', 'apples')
    return statSync(index()).mtimeMs
  })
  expect(existsSync(`${index()}-seal`)).toBe(true)
  expect(second).toBe(first)
})

test('the command searches an index that is whole, wherever the one before was killed', { timeout: 300_000 }, async () => {
  const expected = strata(store, 'search', 'apples', '--json').out
  const steps: readonly (readonly [name: string, isReached: () => boolean])[] = [
    ['before the file', () => true],
    ['the file', () => existsSync(index())],
    ['the log', () => existsSync(`${index()}-wal`)],
    ['the seal', () => existsSync(`${index()}-seal`)],
  ]
  for (const [name, isReached] of steps) {
    loseIndex()
    await killedWhen(store, ['search', 'apples', '--json'], isReached)
    expect([name, strata(store, 'search', 'apples', '--json').out]).toEqual([name, expected])
  }
})

test('an index that is continued after a kill has the commits of before, and the answers of a new one', { timeout: 300_000 }, async () => {
  const stock = 'barrels casks crates jars tins and sacks of '.repeat(3000)
  const halls = Array.from({ length: 200 }, (_, at) =>
    conversation({ sessionId: `hall-${at}`, seed: `hall ${at}`, start: new Date(Date.UTC(2026, 0, 1 + at)).toISOString() })
      .human(`What is in hall ${at}?`)
      .runs('ls hall', `${stock}${at % 7 === 0 ? 'cider' : 'flour'} ${at}`)
      .agent(`Stock number ${at}.`),
  )
  const large = path.join(tempDir(), 'store')
  await importInto(large, [writeConversation(tempDir(), ...halls).projects])
  const texts = ['cider', 'hall', '"flour 199"', 'flour tool:Bash', 'nothing']
  const answers = (): Promise<readonly unknown[]> =>
    withEngine(large, (engine) => Promise.all(texts.map((text) => engine.ask('search.run', { text, zone: 'UTC', order: 'newest' }))))
  const log = path.join(large, 'search.db-wal')
  const wasKilled = await killedWhen(large, ['search', 'cider'], () => (statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 200_000)
  expect(wasKilled).toBe(true)
  const added = await withEngine(large, async (engine) => (await runJob(engine, 'search.index', {})).result as SearchIndexView)
  expect(added.commits).toBeGreaterThan(0)
  expect(added.commits).toBeLessThan(200)
  const continued = await answers()
  await withEngine(large, (engine) => runJob(engine, 'search.index', { fromScratch: true }))
  expect(continued).toEqual(await answers())
})

test('a window that does not wait for its index says that it does not know', async () => {
  loseIndex()
  const engine = await openEngine({ storeDir: store, program: 'test', env: {}, keepsSearchIndex: true })
  try {
    const before = await run(engine, 'zeppelin')
    expect([before.total, before.isTotalExact, before.isIndexed, before.query.hints]).toEqual([0, false, false, []])
    await runJob(engine, 'search.index', {})
    expect(await run(engine)).toMatchObject({ total: 3, isTotalExact: true, isIndexed: true })
    // What the tables have since then is not in the index yet.
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), talk(4)).projects] })
    const after = await run(engine)
    expect([after.total, after.isTotalExact]).toEqual(after.total === 4 ? [4, true] : [3, false])
    await runJob(engine, 'search.index', {})
    expect(await run(engine)).toMatchObject({ total: 4, isTotalExact: true, isIndexed: true })
  } finally {
    await engine.close()
  }
})
