/** How fine sessions are cut is kept with them: whatever grows, is rebuilt or travels is cut the same. */
import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Granularity } from '../../../app/model/granularity.ts'
import { conversation, type Conversation } from '../../support/conversation.ts'
import { strata } from '../../support/strata-command.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { chainsOf, runJob, tableDigests, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const talkOf = (turns: number): Conversation => {
  const talk = conversation({ seed: 'cut' })
  for (let turn = 1; turn <= turns; turn += 1) talk.human(`Do ${turn}`).runs(`ls ${turn}`, 'a').agent(`Did ${turn}`)
  return talk
}

const importWith = (store: string, projects: string, granularity?: Granularity) =>
  withEngine(store, (engine) =>
    runJob(engine, 'import.start', { paths: [projects], ...(granularity === undefined ? {} : { granularity }) }),
  )

const summaries = (store: string): Promise<readonly string[]> =>
  withEngine(store, async (engine) => {
    const { commits } = await engine.ask('chain.log', { limit: 1000 })
    return commits.map(({ summary }) => summary.split(' — ')[0] ?? '').reverse()
  })

test('sessions keep their granularity until it is changed, also unchanged sessions', async () => {
  const { projects } = writeConversation(tempDir(), talkOf(5))
  const [store, usual] = [tempDir(), tempDir()]
  await importWith(usual, projects)
  await importWith(store, projects, 2)
  expect(await summaries(store)).toEqual(['Do 1', 'Do 3', 'Do 5'])
  await importWith(store, projects)
  expect(await summaries(store)).toEqual(['Do 1', 'Do 3', 'Do 5'])
  await importWith(store, projects, 'response')
  expect(await summaries(store)).toHaveLength(10)
  await importWith(store, projects, 1)
  expect(await chainsOf(store)).toEqual(await chainsOf(usual))
  expect(await tableDigests(store, ['artifacts'])).toEqual(await tableDigests(usual, ['artifacts']))
})

test('sessions that grow, are rebuilt or come from a bundle keep their granularity', async () => {
  const dir = tempDir()
  const { projects, mainFiles } = writeConversation(dir, talkOf(3))
  const [store, whole, other] = [tempDir(), tempDir(), tempDir()]
  await importWith(store, projects, 2)
  const grown = talkOf(6).lines().slice(talkOf(3).lines().length)
  appendFileSync(String(mainFiles[0]), grown.map((line) => `${line}\n`).join(''))
  await importWith(store, projects)
  await importWith(whole, projects, 2)
  const rows = await tableDigests(whole, ['artifacts'])
  expect(await tableDigests(store, ['artifacts'])).toEqual(rows)

  await rm(path.join(store, 'index.duckdb'))
  await withEngine(store, () => Promise.resolve())
  expect(await tableDigests(store, ['artifacts'])).toEqual(rows)

  const bundle = path.join(dir, 'all.bundle')
  await withEngine(store, (engine) => runJob(engine, 'bundle.create', { path: bundle, names: [] }))
  await withEngine(other, (engine) => runJob(engine, 'bundle.import', { path: bundle, dryRun: false }))
  expect(await tableDigests(other, ['artifacts'])).toEqual(rows)
})

test('the command line shows the granularity as text and refuses invalid values', () => {
  const { projects } = writeConversation(tempDir(), talkOf(4))
  const store = tempDir()
  expect(strata(store, 'import', '--granularity', '3', projects).code).toBe(0)
  expect(strata(store, 'log').out).toContain('Do 4')
  expect(strata(store, 'log').out).not.toContain('Do 2')
  expect(strata(store, 'import', '--granularity', 'day', projects)).toMatchObject({
    code: 2,
    err: expect.stringContaining('response, turn, or a number of turns') as string,
  })
})
