/** What compactions dropped, what still holds it, and what needed it again: for handwritten conversations. */
import { expect, test } from 'vitest'
import { makeItemsSeparately } from '../../../../app/engine/context/compactions/make-items-separately.ts'
import { sessionsWithoutItems } from '../../../../app/engine/context/compactions/make-compaction-items.ts'
import { rulesVersion } from '../../../../app/engine/kernel/rules-version.ts'
import { openStore } from '../../../../app/store/open-store.ts'
import { asking, pick } from '../../../support/asking.ts'
import { conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talk = () =>
  conversation({ cwd: '/src/harbour' })
    .human('We decided to listen on port 8080 instead of 9090. Please rename every harbour before summer begins')
    .reads('/src/harbour/lib/quay.ts', 'const quay = 1')
    .reads('/src/harbour/lib/mole.ts', 'const mole = 1')
    .runs('npm test > /tmp/first.txt', 'FAIL lib/harbour.test.ts (1.2s)\nError: berths are missing everywhere')
    .runs('make all', 'ok')
    .agent('done')
    .compacts({ summary: 'lib/mole.ts was read. It listens on port 8080.' })
    .human('go on')
    .reads('/src/harbour/lib/quay.ts', 'const quay = 1')
    .runs('npm test 2>&1', 'Error: berths are missing everywhere')
    .runs('cat lib/mole.ts', 'const mole = 1')
    .agent('ok')
    .human('Again: rename every harbour before the summer, not on 9090')
    .agent('ok')

test('what only describes is no decision, and the numbers of lists and headings are no numbers', async () => {
  const findings = [
    '1. The Reason field of each harbour is never used',
    '2. The tree of berths is fetched inside the loop instead of once before',
    '### 7.3 Ropes',
    '17) The berths are always counted twice',
    'We never write to the quay without a permit',
    'Use the lower berths instead of the upper ones, of which there are 23',
  ]
  const found = conversation({ cwd: '/src/harbour' })
    .human('Look')
    .agent(findings.join('\n'))
    .compacts({ summary: 'Nothing.' })
    .human('On')
    .agent('ok')
  await asking([found], async (ask) => {
    const rows = await ask('compaction-items')
    const of = (kind: string) => rows.filter((row) => row['kind'] === kind).map((row) => row['item'])
    expect(of('decision').sort()).toEqual([
      'Use the lower berths instead of the upper ones, of which there are 23',
      'We never write to the quay without a permit',
    ])
    expect(of('number')).toEqual(['23'])
  })
})

test('items are kept by the summary or lost, and what needed them again is named with its record', async () => {
  await asking([talk()], async (ask) => {
    const rows = await ask('compaction-items')
    const of = (kind: string) =>
      pick(
        rows.filter((row) => row['kind'] === kind),
        'item',
        'kept_by',
        'needed',
        'needed_as',
      )
    expect(of('path')).toEqual(
      [
        ['/src/harbour/lib/quay.ts', null, 1, 'read again'],
        ['lib/harbour.test.ts', null, 0, null],
        ['/src/harbour/lib/mole.ts', 'summary', 1, 'used in a command'],
      ].filter(([item]) => item !== '/tmp/first.txt'),
    )
    expect(of('command')).toEqual([
      ['npm test > /tmp/first.txt', null, 1, 'run again'],
      ['make all', null, 0, null],
    ])
    expect(of('number').filter(([item]) => item !== '1')).toEqual(
      expect.arrayContaining([
        ['9090', null, 1, 'asked again'],
        ['8080', 'summary', 0, null],
      ]),
    )
    expect(of('error')).toEqual([
      ['Error: berths are missing everywhere', null, 1, 'met again'],
      ['FAIL lib/harbour.test.ts (1.2s)', null, 0, null],
    ])
    expect(of('decision')).toEqual([['We decided to listen on port 8080 instead of 9090', null, 0, null]])
    expect(of('instruction')).toEqual([['Please rename every harbour before summer begins', null, 1, 'asked again']])
    const [quay] = rows.filter((row) => row['item'] === '/src/harbour/lib/quay.ts')
    expect(Number(quay?.['needed_line'])).toBeGreaterThan(Number(quay?.['line']))
    expect(quay?.['needed_source_id']).toBe(quay?.['source_id'])
  })
})

test('the counts are those of the items, and survival says the same of one compaction', async () => {
  await asking([talk()], async (ask) => {
    for (const row of await ask('compaction-loss')) {
      const item = String(row['kind']) as 'path'
      const listed = async (parameters: object) =>
        (await ask('compaction-items', { parameters: { item, ...parameters }, limit: 1000 })).length
      expect(await listed({})).toBe(row['items'])
      expect(await listed({ kept: 'nothing' })).toBe(row['lost'])
      expect(await listed({ kept: 'nothing', needed: true })).toBe(row['lost_and_needed'])
    }
    const items = await ask('compaction-items')
    const survival = await ask('compaction-survival', { parameters: { commit: String(items[0]?.['commit_id']) } })
    expect(survival.map(({ item, survives }) => [item, survives]).sort()).toEqual(
      items.map(({ item, kept_by: by }) => [item, by === 'summary']).sort(),
    )
  })
})

test('a compaction of a sub-agent is counted in its chain', async () => {
  const nested = conversation({ cwd: '/src/harbour' })
    .human('look')
    .subagent({ prompt: 'Look at everything there', type: 'Explore' }, (agent) =>
      agent
        .reads('/src/harbour/lib/crane.ts', 'const crane = 1')
        .agent('seen')
        .compacts({ summary: 'nothing' })
        .reads('/src/harbour/lib/crane.ts', 'const crane = 1')
        .agent('seen'),
    )
    .agent('done')
  await asking([nested], async (ask) => {
    expect(await ask('compaction-loss', { filters: { chains: 'main' } })).toEqual([])
    const rows = await ask('compaction-items', { filters: { chains: 'sidechains' }, parameters: { item: 'path' } })
    expect(pick(rows, 'item', 'kept_by', 'needed_as')).toEqual([['/src/harbour/lib/crane.ts', null, 'read again']])
  })
})

test('what the client kept word for word is not lost', async () => {
  const kept = conversation({ cwd: '/src/harbour', version: '2.1.330' })
    .human('Look at docs/tide.md and docs/moon.md and docs/star.md')
    .agent('I did')
    .human('Then at docs/moon.md')
    .agent('docs/tide.md too')
    .compacts({ summary: 'nothing', preserved: 2 })
    .human('go on')
    .agent('ok')
  await asking([kept], async (ask) => {
    const rows = await ask('compaction-items', { parameters: { item: 'path' } })
    expect([...pick(rows, 'item', 'kept_by')].sort()).toEqual([
      ['docs/moon.md', 'kept messages'],
      ['docs/star.md', null],
      ['docs/tide.md', 'kept messages'],
    ])
  })
})

/** Sentences of the same words, but for one. */
const listOf = (lines: number, from: number): string =>
  Array.from({ length: lines }, (_, at) => `please update section ${letters(from + at)} before sending number report`).join('\n')

const letters = (at: number): string =>
  Array.from(String(at))
    .map((digit) => 'abcdefghij'[Number(digit)])
    .join('') + 'zzzz'

const pasted = (prompts: number) => {
  const talk = conversation({ cwd: '/src/lists', seed: 'lists', sessionId: 'lists' })
  for (let prompt = 0; prompt < prompts; prompt += 1) talk.human(listOf(900, prompt * 900))
  talk.agent('ok').compacts({ summary: 'nothing' })
  for (let prompt = 0; prompt < prompts; prompt += 1) talk.human(listOf(900, prompt * 900))
  return talk.agent('ok')
}

test('long lists of sentences that share most words are compared by their other words, and the answer says what is not counted', async () => {
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), talk(), pasted(4)).projects])
  await withEngine(storeDir, async (engine) => {
    const answer = await engine.ask('analytics.ask', { name: 'compaction-loss', zone: 'UTC', by: 'project' })
    const harbour = answer.rows.filter((row) => row['group_name'] === '/src/harbour')
    expect(pick(harbour, 'kind', 'lost_and_needed')).toEqual(expect.arrayContaining([['instruction', 1]]))
    const lists = answer.rows.filter((row) => row['group_name'] === '/src/lists' && row['kind'] === 'instruction')
    expect(pick(lists, 'items', 'needed')).toEqual([[2000, 2000]])
    expect(answer.notes).toEqual(expect.arrayContaining([expect.stringMatching(/^at least: .*in the session lists;/)]))
    const harmless = await engine.ask('analytics.ask', { name: 'compaction-loss', zone: 'UTC', filters: { project: '/src/harbour' } })
    expect(harmless.notes.join('\n')).not.toContain('at least')
  })
})

test('a session whose items take too much memory is marked, and the others have theirs', async () => {
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), talk(), pasted(8)).projects])
  const store = await openStore(storeDir, { program: 'test', rulesVersion, memoryBytes: 32 * 1024 * 1024 })
  try {
    const sessions = await sessionsWithoutItems(store)
    expect(sessions).toHaveLength(2)
    await makeItemsSeparately(store, sessions, () => Promise.resolve())
  } finally {
    await store.close()
  }
  await withEngine(storeDir, async (engine) => {
    for (let asked = 0; asked < 2; asked += 1) {
      const answer = await engine.ask('analytics.ask', { name: 'compaction-items', zone: 'UTC', limit: 1000 })
      expect(new Set(answer.rows.map((row) => row['session_id'])).size).toBe(1)
      expect(answer.notes).toContain('items not available: too large: the session lists')
    }
  })
})
