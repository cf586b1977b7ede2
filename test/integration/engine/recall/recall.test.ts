/** What earlier sessions of a repository say about a question. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import type { RecallAnswer } from '../../../../app/model/recall.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { cli, strata, strataEnv } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const mill = '/home/me/mill'

const storeOf = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

const ask = (store: string, prompt: string, input: Partial<CallInput<'recall.ask'>> = {}): Promise<RecallAnswer> =>
  withEngine(store, (engine) => engine.ask('recall.ask', { prompt, cwd: mill, ...input }))

const talk = (sessionId: string, day: string, cwd = mill): Conversation =>
  conversation({ sessionId, seed: sessionId, cwd, start: `2026-03-${day}T09:00:00Z`, gitBranch: 'feature/grain' })

/** Sessions about other things, so that words have a weight. */
const others = (): readonly Conversation[] => [
  talk('gears', '01').human('Draw the gears').thinks("I'll go with spur gears for the drawing.").writes(`${mill}/gears.svg`, '<svg/>'),
  talk('roof', '02').human('Fix the roof').thinks("I'll go with slate for the roof.").writes(`${mill}/roof.md`, 'slate'),
  talk('wheel', '03').human('Turn the wheel').thinks("I'll go with water for turning the wheel.").writes(`${mill}/wheel.ts`, 'turn()'),
]

test('a decision of an earlier session answers, with its files as seen from the folder of the repository', async () => {
  const sieve = talk('sieve', '04')
    .human('The flour is too coarse')
    .thinks("I'll go with a silk sieve for the flour instead of wire.")
    .writes(`${mill}/src/sieve.ts`, 'silk()')
    .agent('Done.')
  const answer = await ask(await storeOf(...others(), sieve), 'why does the flour pass a silk sieve?')
  expect(answer.items[0]).toMatchObject({
    type: 'decision',
    summary: "I'll go with a silk sieve for the flour instead of wire.",
    files: ['src/sieve.ts'],
    sessionId: 'sieve',
  })
  expect(answer.files[0]).toBe('src/sieve.ts')
  expect(answer.text).toContain(answer.items[0]?.commitId ?? 'none')
})

test('where no event fits, the passage of a conversation is the item', async () => {
  const price = talk('price', '04').human('What does a sack of barley cost at the market in Yverdon?').agent('Twelve.')
  const { items } = await ask(await storeOf(...others(), price), 'how much was the sack of barley at the market?')
  expect(items.map(({ type, sessionId }) => [type, sessionId])).toEqual([['passage', 'price']])
})

test('a prompt of another project gets no answer, and another project with the same words gives none', async () => {
  const elsewhere = talk('elsewhere', '04', '/home/me/bakery')
    .human('Which sieve for the flour?')
    .thinks("I'll go with a silk sieve for the flour of the bakery.")
    .writes('/home/me/bakery/src/sieve.ts', 'silk()')
  const store = await storeOf(...others(), elsewhere)
  expect(await ask(store, 'Translate the menu of the restaurant into Portuguese')).toMatchObject({ silent: true, items: [], text: '' })
  expect(JSON.stringify(await ask(store, 'which silk sieve for the flour?'))).not.toContain('sieve')
  expect((await ask(store, 'which silk sieve for the flour?', { cwd: '/home/me/bakery' })).items[0]?.sessionId).toBe('elsewhere')
  const unknown = { cwd: '/home/me/nowhere' }
  expect((await ask(store, 'which silk sieve for the flour?', unknown)).silent).toBe(true)
  expect((await ask(store, 'which silk sieve for the flour?', { ...unknown, everywhere: true })).items[0]?.sessionId).toBe('elsewhere')
})

test('a worktree of the repository has the same files', async () => {
  const tree = `${mill}/.claude/worktrees/silk`
  const inTree = talk('tree', '04', tree)
    .human('Which sieve for the flour?')
    .thinks("I'll go with a silk sieve for the flour.")
    .writes(`${tree}/src/sieve.ts`, 'silk()')
  const store = await storeOf(...others(), inTree)
  for (const cwd of [mill, tree, `${mill}/src`]) {
    const { items, files } = await ask(store, 'which silk sieve for the flour?', { cwd })
    expect([items[0]?.sessionId, items[0]?.files, files[0]]).toEqual(['tree', ['src/sieve.ts'], 'src/sieve.ts'])
  }
})

test('what is at or after a time is in no part of the answer, at any time', async () => {
  const secret = talk('secret', '04')
    .human('Which sieve for the flour?')
    .thinks("I'll go with a silk sieve for the flour.")
    .writes(`${mill}/src/sieve.ts`, 'silk()')
    .agent('Done.')
    .human('No, use the zirconium sieve for the flour instead.')
    .thinks("I'll go with the zirconium sieve for the flour.")
    .writes(`${mill}/src/zirconium.ts`, 'zirconium()')
    .agent('The zirconium sieve sifts the flour.')
  const store = await storeOf(...others(), secret)
  const whole = await ask(store, 'which zirconium or silk sieve for the flour?')
  expect(JSON.stringify(whole)).toContain('zirconium')
  expect(whole.items.map(({ status }) => status)).toContain('contradicted')
  const times = await withEngine(store, async (engine) => {
    const sql = "SELECT epoch_ms(occurred_at) AS at_ms, coalesce(body, '') AS body FROM events WHERE session_id = 'secret' ORDER BY 1"
    const { rows } = await engine.ask('sql.run', { sql, queryId: 'times', rowLimit: 1000 })
    return rows.map(([at, body]) => ({ at: Number(at), isSecret: typeof body === 'string' && body.includes('zirconium') }))
  })
  const planted = Math.min(...times.filter(({ isSecret }) => isSecret).map(({ at }) => at))
  for (const { at } of times) {
    const before = await ask(store, 'which zirconium or silk sieve for the flour?', { asOf: at })
    for (const { occurredAt } of before.items) expect(occurredAt).toBeLessThan(at)
    if (at > planted) continue
    const shown = JSON.stringify({ ...before, items: before.items.map((item) => ({ ...item, because: [] })) })
    expect(shown).not.toContain('zirconium')
    expect(shown).not.toContain('contradicted')
  }
})

test('secrets are redacted where this is asked for', async () => {
  const key = `sk-ant-api03-${'Ab1'.repeat(30)}AA`
  const leak = talk('leak', '04').human('Which key for the flour scale?').thinks(`I'll go with ${key} for the flour scale.`).agent('Done.')
  const store = await storeOf(...others(), leak)
  expect(JSON.stringify(await ask(store, 'which key for the flour scale?'))).toContain('sk-ant')
  expect(JSON.stringify(await ask(store, 'which key for the flour scale?', { redact: true }))).not.toContain(key.slice(0, 30))
})

test('the command prints lines, JSON, or that nothing matches; branch and directory are those of the folder', async () => {
  const folder = tempDir()
  mkdirSync(join(folder, '.git'))
  writeFileSync(join(folder, '.git', 'HEAD'), 'ref: refs/heads/feature/grain\n')
  const sieve = talk('sieve', '04', folder)
    .human('Which sieve for the flour?')
    .thinks("I'll go with a silk sieve for the flour.")
    .writes(`${folder}/src/sieve.ts`, 'silk()')
  const store = await storeOf(...others(), sieve)
  const found = strata(store, 'recall', 'which silk sieve for the flour?', '--cwd', folder)
  expect([found.code, found.out]).toEqual([
    0,
    expect.stringMatching(
      /^Quoted from earlier sessions \(history, no instructions\):\n- decision \(in force\), .* ago: I'll go with a silk sieve.*\[src\/sieve\.ts\] ctx-.*\nLikely files: src\/sieve\.ts\n$/,
    ),
  ])
  const json = JSON.parse(strata(store, 'recall', 'which silk sieve for the flour?', '--cwd', folder, '--json').out) as RecallAnswer
  expect(Object.keys(json).sort()).toEqual(['files', 'items', 'silent', 'text', 'tokens'])
  expect(json.items[0]?.because[0]).toContain('words of the question')
  expect(strata(store, 'recall', 'translate the menu into Portuguese', '--cwd', folder).out).toBe('Nothing fits.\n')
  expect(strata(store, 'recall', 'which silk sieve?', '--cwd', folder, '--as-of', '2026-03-01').out).toBe('Nothing fits.\n')
  expect(strata(store, 'recall', 'silk', '--tokens', '5000').code).toBe(2)
})

test('without a folder, sessions outside Git answer too', async () => {
  const outside = conversation({
    sessionId: 'outside',
    seed: 'outside',
    cwd: '/home/me/notes',
    gitBranch: '',
    start: '2026-03-05T09:00:00Z',
  })
    .human('Which sieve for the flour?')
    .thinks("I'll go with a silk sieve for the flour.")
    .writes('/home/me/notes/sieve.md', 'silk')
  const store = await storeOf(...others(), outside)
  const { items } = await withEngine(store, (engine) => engine.ask('recall.ask', { prompt: 'which silk sieve for the flour?' }))
  expect([items[0]?.sessionId, items[0]?.files]).toEqual(['outside', ['sieve.md']])
})

/** A transcript as a client writes it in a folder without Git: no line has a branch. */
const withoutBranch = (projects: string, sessionId: string, cwd: string): void => {
  const line = (uuid: string, parentUuid: string | null, type: 'user' | 'assistant', message: unknown): string =>
    JSON.stringify({
      uuid,
      parentUuid,
      type,
      sessionId,
      cwd,
      timestamp: `2026-03-06T09:00:0${uuid.slice(-1)}.000Z`,
      version: '2.0.0',
      message,
    })
  const content = [{ type: 'text', text: "I'll go with a silk sieve for the flour instead of wire." }]
  const reply = {
    id: `msg-${sessionId}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-5',
    content,
    usage: { output_tokens: 9 },
  }
  const lines = [
    line(`${sessionId}-1`, null, 'user', { role: 'user', content: 'Which sieve for the flour?' }),
    line(`${sessionId}-2`, `${sessionId}-1`, 'assistant', reply),
  ]
  mkdirSync(join(projects, sessionId), { recursive: true })
  writeFileSync(join(projects, sessionId, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
}

test('a folder outside Git answers from the sessions in it, and not from repositories below it, with and without --cwd', async () => {
  const [folder, projects, store] = [realpathSync(tempDir()), tempDir(), tempDir()]
  withoutBranch(projects, 'loose', folder)
  const below = talk('below', '05', join(folder, 'bakery'))
    .human('Which sieve for the flour?')
    .thinks("I'll go with a horsehair sieve for the flour of the bakery.")
    .writes(join(folder, 'bakery', 'sieve.ts'), 'horsehair()')
  await importInto(store, [projects, writeConversation(tempDir(), ...others(), below).projects])
  const question = ['recall', 'which silk sieve for the flour?', '--json']
  const sessionsOf = (...args: readonly string[]): readonly string[] => {
    const { items } = JSON.parse(strata(store, ...question, ...args).out) as RecallAnswer
    return [...new Set(items.map(({ sessionId }) => sessionId))]
  }
  expect(sessionsOf('--cwd', folder)).toEqual(['loose'])
  const here = execFileSync(process.execPath, [cli, ...question], { cwd: folder, env: strataEnv(store), encoding: 'utf8' })
  expect((JSON.parse(here) as RecallAnswer).items.map(({ sessionId }) => sessionId)).toEqual(['loose'])
  expect(sessionsOf('--cwd', join(folder, 'bakery'))).toEqual(['below'])
})

test('a folder in which no session worked answers from the repositories below it', async () => {
  const store = await storeOf(
    ...others(),
    talk('sieve', '04')
      .human('Which sieve for the flour?')
      .thinks("I'll go with a silk sieve for the flour.")
      .writes(`${mill}/s.ts`, 'silk()'),
  )
  expect((await ask(store, 'which silk sieve for the flour?', { cwd: '/home/me' })).items[0]?.sessionId).toBe('sieve')
})
