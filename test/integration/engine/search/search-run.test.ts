/** Searches: what is found, in which order, and what a search tells about itself. */
import fc from 'fast-check'
import { appendFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { SearchHit, SearchResults } from '../../../../app/contract/search.ts'
import { openEngine, type Engine } from '../../../../app/engine/engine.ts'
import { wordsIn } from '../../../../app/model/search/words.ts'
import { conversation } from '../../../support/conversation.ts'
import { killed } from '../../../support/kill-command.ts'
import { relatedSessions } from '../../../support/related-sessions.ts'
import { rounds } from '../../../support/rounds.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, runJob, searchIn, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const lighthouse = () =>
  conversation({ sessionId: 'lighthouse', seed: 'lighthouse', cwd: '/p/lighthouse' })
    .human('Why does the lantern fail at dusk?')
    .thinks('Perhaps parseLampConfig drops the oil level.')
    .runs('cat lamp.toml', `oil_level = 3\n${'noise '.repeat(6000)}\nE1234: wick jammed at midnight`)
    .agent('The lantern is out of oil.')
    .human('Then refill it, and write down the wick length.')
    .writes('docs/wick.md', 'The wick is nine centimetres long.')
    .agent('Refilled.')

const harbour = () =>
  conversation({ sessionId: 'harbour', seed: 'harbour', cwd: '/p/harbour', start: '2026-04-01T09:00:00Z' })
    .human('List the boats')
    .subagent({ prompt: 'Count the masts', report: 'Forty masts, one lantern.' }, (agent) =>
      agent.runs('ls masts', 'mast-01\nmast-02').agent('Forty masts, one lantern.'),
    )
    .agent('Forty.')
    .human('部署灯塔 für die Größe')
    .agent('Erledigt: Größe geprüft.')

let store = ''
beforeAll(async () => {
  const { projects } = writeConversation(tempDir(), lighthouse(), harbour())
  store = tempDir()
  await importInto(store, [projects])
})

const search = (text: string, input: Partial<CallInput<'search.run'>> = {}, at = store): Promise<SearchResults> =>
  withEngine(at, (engine) => searchIn(engine, text, input))

const indexed = (engine: Engine): Promise<unknown> => runJob(engine, 'search.index', {})

const marks = ({ text, ranges }: SearchHit): readonly string[] => ranges.map(([from, to]) => text.slice(from, to))
const sessionsOf = ({ sessions }: SearchResults): readonly string[] => sessions.map(({ sessionId }) => sessionId)
const firstHit = ({ sessions }: SearchResults): SearchHit => {
  const hit = sessions[0]?.hits[0]
  if (hit === undefined) throw new Error('nothing was found')
  return hit
}

test.each([
  ['lantern dusk', 'lighthouse', 'prompt', ['lantern', 'dusk']],
  ['failing lanterns', 'lighthouse', 'prompt', ['lantern', 'fail']],
  ['"wick jammed"', 'lighthouse', 'output', ['wick jammed']],
  ['jammed E1234', 'lighthouse', 'output', ['E1234', 'jammed']],
  ['oil_level', 'lighthouse', 'output', ['oil_level']],
  ['parseLampConfig', 'lighthouse', 'thinking', ['parseLampConfig']],
  ['lamp config kind:thinking', 'lighthouse', 'thinking', ['Lamp', 'Config']],
  ['centimetre', 'lighthouse', 'call', ['centimetres']],
  ['mast*', 'harbour', 'response', ['mast', 'mast']],
  ['/mast-\\d+/ masts', 'harbour', 'call', ['masts']],
  ['灯塔', 'harbour', 'prompt', ['灯塔']],
  ['grosse OR große', 'harbour', 'prompt', ['Größe']],
])('%s is found in %s, in a %s', async (text, session, kind, words) => {
  const results = await search(text)
  expect(sessionsOf(results)[0]).toBe(session)
  const hits = results.sessions[0]?.hits ?? []
  expect(hits.map((hit) => hit.kind)).toContain(kind)
  for (const word of words) expect(hits.flatMap(marks).join(' ')).toContain(word)
})

test('filters restrict to texts of tools, files, projects, times and failures', async () => {
  expect(sessionsOf(await search('lantern project:harbour'))).toEqual(['harbour'])
  expect(sessionsOf(await search('lantern -project:harbour'))).toEqual(['lighthouse'])
  expect(sessionsOf(await search('wick tool:Bash'))).toEqual(['lighthouse'])
  expect(firstHit(await search('wick tool:Bash'))).toMatchObject({ kind: 'output', tool: 'Bash' })
  expect(firstHit(await search('wick file:wick.md'))).toMatchObject({ tool: 'Write', kind: 'call' })
  expect(sessionsOf(await search('lantern after:2026-03-01'))).toEqual(['harbour'])
  expect(sessionsOf(await search('lantern session:light'))).toEqual(['lighthouse'])
  expect(await search('lantern is:error')).toMatchObject({ total: 0, isTotalExact: true })
  expect(firstHit(await search('tool:Write'))).toMatchObject({ tool: 'Write' })
})

test('titles are found in a project too, and without words', async () => {
  expect(sessionsOf(await search('kind:title boats project:harbour'))).toEqual(['harbour'])
  expect(sessionsOf(await search('kind:title boats project:lighthouse'))).toEqual([])
  expect([...sessionsOf(await search('kind:title'))].sort()).toEqual(['harbour', 'lighthouse'])
  const inProject = await search('kind:title project:harbour')
  expect([sessionsOf(inProject), inProject.total, firstHit(inProject).kind]).toEqual([['harbour'], 1, 'title'])
})

test('part of a name in mixed case is found in each kind of text', async () => {
  expect(sessionsOf(await search('lamp kind:thinking'))).toEqual(['lighthouse'])
  expect(sessionsOf(await search('lamp kind:prompt'))).toEqual([])
})

test('an excluded word excludes, and an unknown value of a filter has a hint', async () => {
  expect((await search('-lantern')).query.hints).toEqual([expect.stringContaining('needs another word')])
  expect(sessionsOf(await search('lantern -masts'))).toEqual(['lighthouse'])
  expect((await search('lantern project:harbor')).query.hints).toEqual(['Nothing has project:harbor: did you mean project:harbour?'])
})

test('a hit tells which words are elsewhere in its turn, and which one is nowhere in it', async () => {
  const spread = await search('dusk zeppelin lantern')
  expect(firstHit(spread).missing).toEqual(['zeppelin'])
  expect(await search('zeppelin')).toMatchObject({ total: 0, sessions: [] })
})

test('the newest sessions come first on request, and pages follow each other without a gap', async () => {
  const newest = await search('lantern', { order: 'newest' })
  expect(sessionsOf(newest)).toEqual(['harbour', 'lighthouse'])
  const first = await search('lantern', { order: 'newest', limit: 1 })
  expect([sessionsOf(first), first.total]).toEqual([['harbour'], 2])
  const second = await search('lantern', { order: 'newest', limit: 1, after: first.next ?? '' })
  expect([sessionsOf(second), second.next]).toEqual([['lighthouse'], null])
})

test.each([
  ['a regular expression that takes for ever', `noise /(n+o*)+x$/`],
  ['ten thousand words', Array.from({ length: 10_000 }, (_, at) => `word${at}`).join(' ')],
  ['a quotation mark that is not closed', '"lantern at'],
  ['NUL and control characters', 'lan\0tern \u0007 "a\0b"'],
  ['the syntax of the index', '{said} : ^a + NEAR(b c, 2) * NOT AND'],
  ['nothing but signs', '?? -- ** ""'],
])('%s is answered within two seconds', async (_, text) => {
  await withEngine(store, async (engine) => {
    await indexed(engine)
    const startedAt = performance.now()
    expect((await engine.call('search.run', { text })).ok).toBe(true)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

interface SaidText {
  readonly sessionId: string
  readonly body: string
}

test('every text is found by each of its words, and by no word that it does not contain', { timeout: 120_000 }, async () => {
  await withEngine(store, async (engine) => {
    await indexed(engine)
    const { rows } = await engine.ask('sql.run', {
      sql: "SELECT session_id, body FROM events WHERE kind IN ('prompt', 'response', 'thinking') AND NOT is_copy",
      queryId: 'texts',
      rowLimit: 1000,
      timeLimitMs: 10_000,
    })
    const texts = (rows as readonly (readonly string[])[]).map(([sessionId = '', body = '']): SaidText => ({ sessionId, body }))
    const words = [...new Set(texts.flatMap(({ body }) => wordsIn(body)))]
    for (const word of words.slice(0, rounds(60, 1000))) {
      const found = new Set(sessionsOf(await engine.ask('search.run', { text: `"${word}"`, limit: 50 })))
      const having = texts.filter(({ body }) => wordsIn(body).includes(word)).map(({ sessionId }) => sessionId)
      for (const sessionId of having) expect([word, found.has(sessionId)]).toEqual([word, true])
    }
    for (const absent of ['zeppelin', 'lanter', 'antern']) expect((await engine.ask('search.run', { text: absent })).total).toBe(0)
  })
})

/** What the index answers for many words, without the ids of passages. */
const answers = async (engine: Engine): Promise<unknown> => {
  await indexed(engine)
  const all: unknown[] = []
  for (const text of [
    'one',
    'two',
    'three',
    'four',
    'five',
    'half',
    'grep',
    'found',
    'hello',
    'search',
    'done',
    '"two and"',
    'kind:output y',
  ]) {
    const { total, sessions } = await engine.ask('search.run', { text, limit: 50, hits: 20 })
    all.push([
      text,
      total,
      sessions.map(({ sessionId, hits }) => [sessionId, hits.map(({ line, block, text: own }) => [line, block, own]).sort()]).sort(),
    ])
  }
  return all
}

test('after imports in any order, removals and a rebuild, the index answers as one that is made anew', { timeout: 300_000 }, async () => {
  const talks = relatedSessions()
  const places = talks.map((_, at) => at)
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(places, { minLength: places.length }), fc.nat({ max: 5 }), async (order, removed) => {
      const [dir, at] = [tempDir(), tempDir()]
      for (const place of order) {
        const talk = talks[place]
        if (talk === undefined) continue
        const { projects } = writeConversation(dir, talk)
        await importInto(at, [projects])
        await withEngine(at, indexed)
      }
      await withEngine(at, async (engine) => {
        await runJob(engine, 'removal.start', { sessions: [talks[removed]?.sessionId ?? ''], force: true, dryRun: false })
      })
      const followed = await withEngine(at, answers)
      rmSync(path.join(at, 'search.db'))
      expect(followed).toEqual(await withEngine(at, answers))
    }),
    { numRuns: rounds(2, 30) },
  )
})

test('an index whose making was killed at any moment is completed by the next search', { timeout: 120_000 }, async () => {
  const expected = await search('lantern')
  for (let round = 0; round < rounds(4, 30); round++) {
    rmSync(path.join(store, 'search.db'), { force: true })
    await killed(store, ['reindex', '--search'], 200 + round * 60)
    expect(sessionsOf(await search('lantern'))).toEqual(sessionsOf(expected))
    expect(strata(store, 'verify')).toMatchObject({ code: 0 })
  }
})

const kept = (storeDir: string): Promise<Engine> => openEngine({ storeDir, program: 'test', keepsSearchIndex: true })

const expectFound = (engine: Engine, text: string, sessions: readonly string[]): Promise<void> =>
  expect.poll(async () => sessionsOf(await engine.ask('search.run', { text })), { timeout: 20_000 }).toEqual(sessions)

test('an index that is kept follows every change, and says so while it lacks something', { timeout: 60_000 }, async () => {
  const [dir, at] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, harbour())
  await importInto(at, [projects])
  const engine = await kept(at)
  try {
    expect((await engine.ask('search.run', { text: 'masts' })).notIndexed).toBeGreaterThan(0)
    await expectFound(engine, 'masts', ['harbour'])
    writeConversation(dir, lighthouse())
    await runJob(engine, 'import.start', { paths: [projects] })
    await expectFound(engine, 'dusk', ['lighthouse'])
    await runJob(engine, 'search.index', { fromScratch: true })
    await expectFound(engine, 'dusk', ['lighthouse'])
    await runJob(engine, 'removal.start', { sessions: ['lighthouse'], dryRun: false })
    await expectFound(engine, 'dusk', [])
    await expectFound(engine, 'masts', ['harbour'])
  } finally {
    await engine.close()
  }
})

test('a line that a running session adds is found, also while much else is being indexed', { timeout: 60_000 }, async () => {
  const [dir, at] = [tempDir(), tempDir()]
  const told = harbour()
  const { projects, mainFiles } = writeConversation(dir, told)
  const engine = await kept(at)
  try {
    await engine.ask('watch.start', { paths: [projects], remember: false })
    await expectFound(engine, 'masts', ['harbour'])
    const before = told.lines().length
    told.human('And where is the gangplank?').agent('Under the bollard.')
    appendFileSync(mainFiles[0] ?? '', `${told.lines().slice(before).join('\n')}\n`)
    await expectFound(engine, 'gangplank bollard', ['harbour'])
    const rebuilt = runJob(engine, 'search.index', { fromScratch: true })
    await expectFound(engine, 'gangplank', ['harbour'])
    await rebuilt
  } finally {
    await engine.close()
  }
})

test('the command shows sessions with their best texts, what was found in them, and how to continue', () => {
  const { out, code } = strata(store, 'search', 'LANTERN', 'fail', '--limit', '1')
  expect(code).toBe(0)
  expect(out).toMatch(
    /^Why does the lantern fail at dusk\? .* lighthouse .*\n {2}ctx-[0-9a-f]{8} {2}\S+ \S+ {2}prompt\n {4}Why does the lantern fail/,
  )
  expect(strata(store, 'search', 'lantern', '--limit', '1').out).toMatch(/\n2 sessions; showing 1 \(--limit, --after-cursor 1\)\n$/)
  expect(strata(store, 'search', 'lantern', '--order', 'newest', '--limit', '1', '--after-cursor', '1').out).toContain(' lighthouse ')
  const excluding = strata(store, 'search', 'lantern', '-masts')
  expect([excluding.code, excluding.err]).toEqual([2, expect.stringContaining('search -- deploy -staging')])
  expect(strata(store, 'search', '--', 'lantern', '-masts').out).not.toContain('harbour')
  expect(strata(store, 'search', 'nosuchthing').out).toBe('hint: No text has nosuchthing.\nNo matches.\n')
  expect(strata(store, 'search', 'lant').out).toMatch(/^hint: The last word is taken as the beginning of a word\.\n/)
  expect(strata(store, 'search', '"lantern', 'after:never').out).toMatch(/^hint: The closing quotation mark is missing/)
  const { sessions, total } = JSON.parse(strata(store, 'search', 'lantern', '--kind', 'prompt', '--json').out) as SearchResults
  expect([total, sessions.map(({ hits }) => hits.map(({ kind }) => kind))]).toEqual([1, [['prompt']]])
  expect(strata(store, 'search', 'xyz', '--kind', 'smell')).toMatchObject({ code: 2 })
  expect(strata(store, 'search', '--reasoning', 'decision', '--kind', 'prompt')).toMatchObject({ code: 2 })
})
