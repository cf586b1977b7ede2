/** What a size limit and the class of ephemeral sessions end, and what stays whatever the limit is. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ExpiryPlan } from '../../../../app/contract/gc.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

/** Text that no compression makes small. */
const noise = (seed: number): string => {
  let state = seed * 2_654_435_761
  return Array.from({ length: 4_000 }, () => ((state = (state * 1_103_515_245 + 12_345) % 2_147_483_648), state.toString(36))).join(' ')
}

const talk = (name: string, day: number): Conversation =>
  conversation({ sessionId: `${name}-session`, seed: name, cwd: '/p/harbour', start: `2026-03-0${day}T08:00:00Z` })
    .human(`Look at ${name}`)
    .runs('cat noise', noise(day))
    .agent('Done.')

const names = ['oldest', 'older', 'newer', 'newest'] as const

const filled = async (): Promise<{ readonly store: string; readonly files: ReadonlyMap<string, string> }> => {
  const dir = tempDir()
  const store = path.join(dir, 'store')
  const files = new Map<string, string>()
  for (const [at, name] of names.entries()) {
    const root = path.join(dir, name)
    mkdirSync(root)
    const { projects } = writeConversation(root, talk(name, at + 1))
    files.set(name, projects)
    await importInto(store, [projects])
  }
  return { store, files }
}

const planned = (store: string, ...options: readonly string[]): ExpiryPlan =>
  JSON.parse(strata(store, 'expire', ...options, '--json').out) as ExpiryPlan

const goes = ({ sessions }: ExpiryPlan): readonly string[] => sessions.map(({ sessionId, why }) => `${sessionId.split('-')[0]} ${why}`)

const present = (store: string): readonly string[] =>
  (JSON.parse(strata(store, 'sessions', '--json').out) as { readonly sessions: readonly { readonly sessionId: string }[] }).sessions
    .map(({ sessionId }) => sessionId.split('-')[0] ?? '')
    .sort()

test('a size limit ends the least recently used sessions, after they were listed, and never a pinned one or the only copy', async () => {
  const { store, files } = await filled()
  expect(goes(planned(store))).toEqual([])
  const { packBytes } = planned(store)
  const most = String(Math.floor(packBytes * 0.7))
  expect(goes(planned(store, '--max-size', most))).toEqual(['oldest size', 'older size'])
  expect(strata(store, 'pin', 'oldest-session')).toMatchObject({ code: 0 })
  expect(goes(planned(store, '--max-size', most))).toEqual(['older size', 'newer size'])
  rmSync(files.get('older') ?? '', { recursive: true })
  const without = planned(store, '--max-size', '1')
  expect([goes(without), without.isReached]).toEqual([['newer size', 'newest size'], false])
  expect(without.kept.map(({ sessionId, why }) => [sessionId, why])).toEqual([
    ['oldest-session', 'held'],
    ['older-session', 'only copy'],
  ])
  expect(goes(planned(store, '--max-size', '1', '--only-copies'))).toEqual(['older size', 'newer size', 'newest size'])
  // The limit of the settings counts without an option; nothing goes unless the person says so.
  expect(strata(store, 'settings', 'max-size', most)).toMatchObject({ code: 0 })
  expect(strata(store, 'expire').out).toMatch(/Nothing was removed\. To remove them: the same command with --yes\n$/)
  expect(present(store)).toEqual(['newer', 'newest', 'older', 'oldest'])
  expect(strata(store, 'expire', '--yes').out).toMatch(/2 sessions removed\. Imports skip them until you name them\.\n$/)
  expect(present(store)).toEqual(['older', 'oldest'])
  expect(planned(store).packBytes).toBeLessThan(packBytes * 0.6)
  expect(strata(store, 'settings', 'max-size', '5 parsecs')).toMatchObject({ code: 2 })
})

test('an ephemeral session expires after its days, with the name that makes it one, unless something else holds it', async () => {
  const { store } = await filled()
  expect(strata(store, 'tag', 'oldest-session', '--name', 'ephemeral/trial')).toMatchObject({ code: 0 })
  expect(strata(store, 'tag', 'older-session', '--name', 'ephemeral/other')).toMatchObject({ code: 0 })
  expect(strata(store, 'tag', 'older-session', '--name', 'release')).toMatchObject({ code: 0 })
  expect(strata(store, 'tag', 'newer-session', '--name', 'not-ephemeral')).toMatchObject({ code: 0 })
  expect(goes(planned(store, '--ephemeral-days', '36500'))).toEqual([])
  const plan = planned(store)
  expect([goes(plan), plan.kept.map(({ sessionId }) => sessionId)]).toEqual([['oldest ephemeral'], ['older-session']])
  expect(strata(store, 'settings', 'ephemeral-days', '36500')).toMatchObject({ code: 0 })
  expect(goes(planned(store))).toEqual([])
  expect(strata(store, 'expire', '--ephemeral-days', '1', '--yes')).toMatchObject({ code: 0 })
  expect(present(store)).toEqual(['newer', 'newest', 'older'])
  expect(strata(store, 'tag').out).not.toContain('ephemeral/trial')
})

/** The transcript below a folder. */
const transcriptIn = (folder: string): string => {
  const [file] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.jsonl'))
  if (file === undefined) throw new Error('the folder has a transcript')
  return path.join(folder, file)
}

const keptBecause = ({ kept }: ExpiryPlan): readonly string[] => kept.map(({ sessionId, why }) => `${sessionId.split('-')[0] ?? ''} ${why}`)

test('a file with other content of the same size is no copy, and one that only grew is', async () => {
  const { store, files } = await filled()
  const [oldest, older] = [transcriptIn(files.get('oldest') ?? ''), transcriptIn(files.get('older') ?? '')]
  writeFileSync(oldest, readFileSync(oldest, 'utf8').replace('Look at oldest', 'Look at someth'))
  writeFileSync(older, `${readFileSync(older, 'utf8')}${JSON.stringify({ type: 'summary', summary: 'more' })}\n`)
  const plan = planned(store, '--max-size', '1')
  expect(keptBecause(plan)).toEqual(['oldest only copy'])
  expect(goes(plan)).toEqual(['older size', 'newer size', 'newest size'])
})

test('what the store alone has of a rewritten file keeps the session', async () => {
  const { store, files } = await filled()
  const folder = files.get('oldest') ?? ''
  const file = transcriptIn(folder)
  writeFileSync(file, readFileSync(file, 'utf8').replace('Look at oldest', 'Look at nothing more'))
  await importInto(store, [folder])
  expect(keptBecause(planned(store, '--max-size', '1'))).toEqual(['oldest only copy'])
})

test('summaries of people, sessions that continue it, and forks keep a session, also an ephemeral one', async () => {
  const { store, files } = await filled()
  const fork = talk('newest', 4).fork().human('Go on').agent('It goes on.')
  const continued = writeConversation(path.dirname(files.get('newest') ?? ''), fork)
  await importInto(store, [continued.projects])
  expect(strata(store, 'summary', 'oldest-session', 'only record of why')).toMatchObject({ code: 0 })
  expect(strata(store, 'fork', 'older-session', '--name', 'ephemeral/try')).toMatchObject({ code: 0 })
  expect(strata(store, 'tag', 'newest-session', '--name', 'ephemeral/gone')).toMatchObject({ code: 0 })
  const plan = planned(store, '--max-size', '1', '--only-copies')
  expect(keptBecause(plan)).toEqual(expect.arrayContaining(['oldest notes', 'older held', 'newest held']))
  expect(goes(plan)).not.toContain('newest ephemeral')
})

test('a session with an ephemeral tag goes by size too, with its tag, and what is removed is said', async () => {
  const { store } = await filled()
  expect(strata(store, 'tag', 'oldest-session', '--name', 'ephemeral/trial')).toMatchObject({ code: 0 })
  const answer = strata(store, 'expire', '--max-size', '1', '--ephemeral-days', '36500', '--yes', '--json')
  expect(answer).toMatchObject({ code: 0 })
  expect(JSON.parse(answer.out)).toMatchObject({
    dryRun: false,
    removed: ['oldest-session', 'older-session', 'newer-session', 'newest-session'],
  })
  expect(present(store)).toEqual([])
  expect(strata(store, 'tag').out).not.toContain('ephemeral/trial')
})
