/** Facts follow from the rows: whatever happened to a store, they are those that would be made from its rows alone. */
import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { conversation } from '../../../support/conversation.ts'
import { factsOf, numberedFacts } from '../../../support/facts-of.ts'
import { sameReplyTwice } from '../../../support/same-reply-twice.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { twoProjects } from '../../../support/two-projects.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'
import type { Engine } from '../../../../app/engine/engine.ts'

const settle = async (engine: Engine): Promise<void> => {
  await engine.ask('analytics.ask', { name: 'amplification' })
  await engine.ask('analytics.ask', { name: 'storage' })
}

/** The facts as they are, and as they are when the tables were made anew. */
const bothWays = async (storeDir: string) => {
  const kept = await factsOf(storeDir)
  await withEngine(storeDir, async (engine) => {
    await runJob(engine, 'reindex.start', {})
    await settle(engine)
  })
  return { kept, anew: await factsOf(storeDir) }
}

test('after imports in any order, growth, corrections and captured commits the facts equal those made from the rows', async () => {
  const storeDir = tempDir()
  const [garden, boat, short] = twoProjects()
  const [early, late] = sameReplyTwice()
  const fork = garden.fork('11111111-2222-4333-8444-555555555555').human('otherwise').agent('fine')
  const folder = tempDir()
  await withEngine(storeDir, async (engine) => {
    const take = async (...talks: Parameters<typeof writeConversation> extends [string, ...infer T] ? T : never): Promise<void> => {
      await runJob(engine, 'import.start', { paths: [writeConversation(folder, ...talks).projects] })
      await settle(engine)
    }
    await take(late)
    await take(fork, boat)
    await take(early, garden)
    const { mainFiles } = writeConversation(folder, boat.human('once more').runs('ls', 'a').agent('b'))
    await runJob(engine, 'import.start', { paths: mainFiles.map((file) => file.replace(/\/[^/]+\/[^/]+$/, '')) })
    await settle(engine)
    appendFileSync(mainFiles[0] ?? '', 'not json\n')
    await take(short)
    const { rows } = await engine.ask('analytics.ask', {
      name: 'records',
      parameters: { class: 'human_prompt' },
      filters: { session: boat.sessionId },
    })
    await engine.ask('record.correct', { sourceId: String(rows[0]?.['source_id']), line: Number(rows[0]?.['line']), class: 'meta' })
    await settle(engine)
  })
  const { kept, anew } = await bothWays(storeDir)
  expect(kept).toEqual(anew)
  for (const table of numberedFacts.filter((name) => name !== 'accounts'))
    expect([table, (kept[table] ?? []).length > 0]).toEqual([table, true])
}, 240_000)

test('after every session is written again the facts equal those made from the rows', async () => {
  const storeDir = tempDir()
  const [garden, boat] = twoProjects()
  const folder = tempDir()
  await withEngine(storeDir, async (engine) => {
    for (const talks of [
      [garden, boat],
      [garden.human('more').agent('said'), boat.human('and more').agent('said too')],
    ]) {
      await runJob(engine, 'import.start', { paths: [writeConversation(folder, ...talks).projects] })
      await settle(engine)
    }
  })
  const { kept, anew } = await bothWays(storeDir)
  expect(kept).toEqual(anew)
}, 120_000)

test('a made session counts until its transcript is imported', async () => {
  const storeDir = tempDir()
  const talk = conversation({ seed: 'made' }).human('hi').agent('ho')
  await withEngine(storeDir, async (engine) => {
    const bytes = new TextEncoder().encode(
      talk
        .lines()
        .map((line) => `${line}\n`)
        .join(''),
    )
    const prompts = async (): Promise<unknown> => (await engine.ask('analytics.ask', { name: 'amplification' })).rows[0]?.['prompts']
    await engine.ask('commit.checkpoint', { bytes, format: 'claude-code-v1', sessionId: talk.sessionId })
    expect(await prompts()).toBe(1)
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), talk).projects] })
    expect(await prompts()).toBe(1)
  })
}, 120_000)

test('the storage of commits is counted when the engine is idle', async () => {
  await withEngine(tempDir(), async (engine) => {
    await runJob(engine, 'import.start', { paths: [writeConversation(tempDir(), ...twoProjects()).projects] })
    // Whoever asks for the table itself waits until it is there.
    const marks = async () =>
      (await engine.ask('sql.run', { queryId: 'marks', sql: "SELECT value FROM projection_state WHERE key = 'storage_made'" })).rows.length
    expect(await marks()).toBe(0)
    await expect.poll(marks, { timeout: 60_000 }).toBe(1)
  })
}, 120_000)
