/** What the export dialog says of tokens, held against what the replies of real and sample sessions reported. */
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ExportPlan } from '../../../../app/contract/export.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { importedStore } from '../../../support/copied-store.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const plan = (engine: Engine, commitId: string, stop: string, budget?: number): Promise<ExportPlan> =>
  engine.ask('export.plan', { commitId, target: 'messages', stop, ...(budget === undefined ? {} : { budget }) })

/** Largest reply that these clients asked for, tokens. */
const maxOutput = 64_000

const checkAll = async (projects: string): Promise<number> => {
  const storeDir = await importedStore(projects)
  return withEngine(storeDir, async (engine) => {
    const { rows } = await engine.ask('sessions.list', { everything: true })
    let checked = 0
    for (const { sessionId, tipCommitId } of rows) {
      const { context } = await engine.ask('session.timeline', { sessionId })
      const last = context.at(-1)
      if (tipCommitId === null || last === undefined) continue
      const { goesIn, window } = await plan(engine, tipCommitId, 'compaction')
      if (goesIn.tokens === null) continue
      checked += 1
      expect(goesIn.tokens - goesIn.estimated, sessionId).toBeLessThanOrEqual(last.tokens + maxOutput)
      expect(window, sessionId).not.toBe(0)
      for (const share of [0.25, 0.5, 0.9]) {
        const { fitting } = await plan(engine, tipCommitId, 'root', Math.ceil(goesIn.tokens * share))
        if (fitting !== null) expect((await plan(engine, tipCommitId, fitting.commitId)).goesIn.tokens).toBe(fitting.tokens)
      }
    }
    return checked
  })
}

test('the plan of a sample never exceeds the last report, and a later beginning reduces it', async () => {
  expect(await checkAll(path.resolve('samples/projects'))).toBeGreaterThan(5)
})

test('the plan of a real session never exceeds the last report, and a later beginning reduces it', async (context) => {
  expect(await checkAll(realSessions(sharedOrSkip(context)).projects)).toBeGreaterThan(10)
})

/** A turn whose reply reports the whole context. */
const turns = (...contexts: readonly number[]): Conversation => {
  const talk = conversation({ model: 'claude-opus-4-5-20251101' })
  for (const [at, input_tokens] of contexts.entries())
    talk.human(`question ${at + 1}`).agent(`answer ${at + 1}`, { usage: { input_tokens, output_tokens: 10 } })
  return talk
}

test('an export of events keeps its budget: the oldest turns go, or it is refused with what would fit', async () => {
  const storeDir = tempDir()
  const talk = turns(1000, 2000, 3000, 90_000)
  await importInto(storeDir, [writeConversation(tempDir(), talk).projects])
  await withEngine(storeDir, async (engine) => {
    const make = (commitId: string, budget: number) => engine.ask('export.make', { commitId, target: 'events-v1', stop: 'root', budget })
    const whole = await make(talk.sessionId, 1_000_000)
    expect(whole.budget).toMatchObject({ budget: 1_000_000, from: null, excluded: 0 })
    const [first, , , last] = whole.commits
    if (last === undefined || first === undefined) throw new Error('the chain has four commits')
    const fitted = await make(last, 89_500)
    expect(fitted.budget?.tokens).toBeLessThanOrEqual(89_500)
    expect(fitted.budget).toMatchObject({ from: fitted.commits[0], excluded: 4 - fitted.commits.length })
    expect(fitted.earlier).toBe(4 - fitted.commits.length)
    expect(Buffer.from(fitted.content ?? []).toString()).not.toContain('question 1')
    const refused = await make(last, 5000).catch((thrown: unknown) => (thrown instanceof Error ? thrown.message : ''))
    expect(refused).toContain('exceeds the budget')
    expect(refused).toMatch(/--budget \d+.*the earlier commit ctx-/)
    const [, least] = /--budget (\d+)/.exec(refused as string) ?? []
    expect((await make(last, Number(least))).commits).toEqual([last])
  })
})
