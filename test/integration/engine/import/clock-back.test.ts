/** Sessions whose clock went back: the chain gives the order, and only known time counts. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { reportShape, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { lines, reply, session, text, user } from '../../../support/timed-lines.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const figuresOf = async (projects: string) => {
  const storeDir = tempDir()
  await importInto(storeDir, [projects])
  return withEngine(storeDir, async (engine) => {
    const [row] = (await engine.ask('sessions.list', { everything: true })).rows
    const asked = async (name: string) => (await engine.ask('analytics.ask', { name, zone: 'UTC' })).rows
    const states = (await asked('states')).filter(({ lane, ms }) => lane === 'main' && Number(ms) > 0)
    const { commits } = await engine.ask('chain.log', { limit: 100 })
    const { totals } = await engine.ask('session.timeline', { sessionId: row?.sessionId ?? '' })
    return {
      length: row?.durationMs,
      asked: (await asked('sessions'))[0]?.['duration_ms'],
      states: Object.fromEntries(states.map(({ state, ms }) => [String(state), Number(ms)])),
      drawn: Object.values(totals).reduce((sum, ms) => sum + ms, 0),
      log: commits.map(({ summary }) => summary),
    }
  })
}

/** A session with a prompt at each second of the list and its reply five seconds later. */
const figuresAt = async (...seconds: readonly number[]) => {
  const projects = tempDir()
  mkdirSync(path.join(projects, '-home-sam-shed'))
  const rows = seconds.flatMap((second, at) => [
    [second, user(`Prompt ${at}`)] as const,
    [second + 5, reply(String(at), 100, text('Done.'))] as const,
  ])
  writeFileSync(path.join(projects, '-home-sam-shed', `${session}.jsonl`), `${lines(...rows)}\n`)
  return figuresOf(projects)
}

test('a clock that jumps back and forth makes no idle time, and the chain defines the order', async (context) => {
  const figures = await figuresOf(reportShape(sharedOrSkip(context), '46-clock-back').projects)
  expect(figures).toMatchObject({ length: 10_000, asked: 10_000, states: { agent: 10_000 }, drawn: 10_000 })
  expect(figures.log.join('\n')).toMatch(/third[^]*second[^]*first/)
})

test('after several jumps back only known time counts', async () => {
  expect(await figuresAt(9000, 6000, 3000, 3010, 0)).toMatchObject({
    length: 30_000,
    asked: 30_000,
    states: { agent: 25_000, human: 5_000 },
    drawn: 30_000,
  })
})

test('a clock that jumps ahead and back makes no idle time', async () => {
  const year = 365 * 86_400
  expect(await figuresAt(0, 10, year, 20, 30)).toMatchObject({ length: 35_000, states: { agent: 25_000, human: 10_000 }, drawn: 35_000 })
})

test('idle time before and after a wrong clock still counts', async () => {
  expect(await figuresAt(0, 1005, 900_000, 2010, 3015, 1_900_000, 1_901_005)).toMatchObject({
    states: { agent: 35_000, idle: 1_000_000 + 1_000_000 },
  })
})

test('times that are a little out of order are sorted, as before', async () => {
  expect(await figuresAt(0, 100, 50, 150)).toMatchObject({ length: 155_000, drawn: 155_000 })
})
