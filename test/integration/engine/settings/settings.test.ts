/** Settings of a store apply to every later import, garbage collection and export, from any program. */
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { exportTargets } from '../../../../app/contract/export.ts'
import type { GcResult } from '../../../../app/contract/gc.ts'
import type { SettingsView } from '../../../../app/contract/settings.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const talkOf = (sessionId: string, turns: number): Conversation => {
  const talk = conversation({ sessionId, seed: sessionId })
  for (let turn = 1; turn <= turns; turn += 1) talk.human(`Do ${turn}`).runs(`ls ${turn}`, 'a').agent(`Did ${turn}`)
  return talk
}

const commitsOf = async (engine: Engine, sessionId: string): Promise<number> =>
  (await engine.ask('chain.log', { of: sessionId, limit: 1000 })).commits.length

test('new sessions have the chosen granularity, also while they grow; existing ones keep theirs', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, talkOf('old', 4))
  await withEngine(store, async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    await engine.ask('settings.change', { granularity: 2 })
    const { mainFiles } = writeConversation(dir, talkOf('new', 4))
    await runJob(engine, 'import.start', { paths: [projects] })
    expect([await commitsOf(engine, 'old'), await commitsOf(engine, 'new')]).toEqual([4, 2])
    await engine.ask('settings.change', { granularity: null })
    const grown = talkOf('new', 6).lines().slice(talkOf('new', 4).lines().length)
    appendFileSync(String(mainFiles[0]), grown.map((line) => `${line}\n`).join(''))
    await runJob(engine, 'import.start', { paths: [projects] })
    await runJob(engine, 'reindex.start', {})
    expect([await commitsOf(engine, 'old'), await commitsOf(engine, 'new')]).toEqual([4, 3])
  })
})

test('unused artifacts are kept for the chosen retention, unless a collection overrides it', async () => {
  const store = tempDir()
  await withEngine(store, async (engine) => {
    const kept = async (input: object): Promise<number> => ((await runJob(engine, 'gc.start', input)).result as GcResult).keepDays
    expect(await kept({})).toBe(14)
    await engine.ask('settings.change', { keepDays: 90 })
    expect([await kept({}), await kept({ keepDays: 3 })]).toEqual([90, 3])
    expect((await engine.ask('settings.change', { keepDays: null })).keepDays).toBe(14)
  })
})

test('no form of a redacted export contains a private word, and each is reported as a finding', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const talk = conversation({ cwd: '/home/dana/acme-shop' })
    .human('move the Acme shop to acme.example')
    .runs('curl https://acme.example/a', 'ACME says hello')
    .agent('Done: acme.example answers.')
  const { projects } = writeConversation(dir, talk)
  await withEngine(store, async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    await engine.ask('settings.change', { addWords: ['acme'] })
    const [commit] = (await engine.ask('chain.log', {})).commits
    for (const target of exportTargets) {
      const open = await engine.ask('export.make', { commitId: commit?.commitId ?? '', target })
      expect(Buffer.from(open.content ?? []).toString('utf8')).toMatch(/acme/i)
      const made = await engine.ask('export.make', { commitId: commit?.commitId ?? '', target, redact: true })
      expect(Buffer.from(made.content ?? []).toString('utf8'), target).not.toMatch(/acme/i)
      expect(made.secrets?.map(({ kind }) => kind)).toContain('private word')
    }
    const { privateWords } = await engine.ask('settings.change', { removeWords: ['acme'] })
    expect(privateWords).toEqual([])
    expect(await engine.call('settings.change', { removeWords: ['acme'] })).toMatchObject({ ok: false, failure: { code: 'not-found' } })
  })
})

test('when private words cannot be read, nothing is exported as if there were none', async () => {
  const [dir, store] = [tempDir(), tempDir()]
  const { projects } = writeConversation(dir, conversation().human('at acme').agent('yes'))
  await withEngine(store, async (engine) => {
    await runJob(engine, 'import.start', { paths: [projects] })
    const [commit] = (await engine.ask('chain.log', {})).commits
    const input = { commitId: commit?.commitId ?? '', target: 'markdown', redact: true }
    writeFileSync(path.join(store, 'settings.json'), '{"privateWords": ["acme", 7]}')
    expect(await engine.call('export.make', input)).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
    expect(await engine.call('export.make', { ...input, redact: false })).toMatchObject({ ok: true })
    expect((await engine.ask('settings.show', {})).fault).toMatch(/invalid values: privateWords\[1\] must be a text$/)
    for (const damaged of ['{"privateWords": ["acme", 7]}', '{"privateWords": ["ac', '[]']) {
      writeFileSync(path.join(store, 'settings.json'), damaged)
      await engine.ask('settings.change', { keepDays: 5 })
      await engine.ask('settings.change', { keepDays: 6 })
      expect(await engine.call('export.make', input), damaged).toMatchObject({ ok: false, failure: { code: 'invalid-input' } })
    }
    expect(readdirSync(store).filter((name) => name.startsWith('settings.json')).length).toBe(4)
    await engine.ask('settings.change', { addWords: ['acme'] })
    expect((await engine.ask('settings.show', {})).fault).toBeNull()
    expect(await engine.call('export.make', input)).toMatchObject({ ok: true })
    writeFileSync(path.join(store, 'settings.json'), '{"remotes": 7}')
    expect(await engine.call('export.make', input)).toMatchObject({ ok: true })
  })
})

test('strata settings shows, changes and resets settings, and reports invalid values', () => {
  const store = path.join(tempDir(), 'store')
  expect(strata(store, 'settings')).toMatchObject({ code: 1 })
  const view = (...words: string[]): SettingsView => JSON.parse(strata(store, 'settings', ...words, '--json').out) as SettingsView
  expect(view('granularity', 'response')).toMatchObject({ granularity: 'response', keepDays: 14 })
  expect(view('hide', 'Jane Roe', 'acme-*')).toMatchObject({ privateWords: ['acme-*', 'Jane Roe'] })
  expect(view('unhide', 'acme-*')).toMatchObject({ granularity: 'response', privateWords: ['Jane Roe'] })
  expect(view('keep-days', '14')).toMatchObject({ keepDays: 14 })
  expect(JSON.parse(readFileSync(path.join(store, 'settings.json'), 'utf8'))).not.toHaveProperty('keepDays')
  const { out } = strata(store, 'settings')
  expect(out).toMatch(/^granularity +one commit per reply/)
  expect(out).toMatch(/Strata \d+\.\d+\.\d+, DuckDB v/)
  expect(strata(store, 'settings', 'hide', 'x*').err).toMatch(/three letters/)
  expect(strata(store, 'settings', 'granularity', 'fine')).toMatchObject({ code: 2 })
})

test('the settings show the number of kinds of secrets, and a list on request', () => {
  const store = tempDir()
  const settings = strata(store, 'settings', 'granularity', '2').out
  const kinds = strata(store, 'settings', 'secret-kinds').out.trimEnd().split('\n')
  expect(kinds).toContain('GitHub token')
  expect(kinds.length).toBeGreaterThan(100)
  expect(settings).toContain(`${kinds.length} kinds of secrets`)
  expect(settings).not.toContain('GitHub token')
})
