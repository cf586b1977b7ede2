/** The tokens of a reply that stands in several sessions count once, whatever is imported first, whatever changes later and whatever the files are called. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { rounds } from '../../../support/rounds.ts'
import { sameReplyTwice } from '../../../support/same-reply-twice.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../../../support/with-engine.ts'

const write = (projects: string, told: Conversation): void => {
  mkdirSync(path.join(projects, 'project'), { recursive: true })
  writeFileSync(path.join(projects, 'project', `${told.sessionId}.jsonl`), `${told.lines().join('\n')}\n`)
}

/** Output tokens by session after each of the imports. */
const tokensAfter = async (store: string, projects: string, imports: readonly (readonly Conversation[])[]): Promise<readonly unknown[]> =>
  withEngine(store, async (engine) => {
    const seen: unknown[] = []
    for (const conversations of imports) {
      for (const told of conversations) write(projects, told)
      await runJob(engine, 'import.start', { paths: [projects] })
      const { rows } = await engine.ask('sessions.list', { everything: true })
      seen.push(Object.fromEntries(rows.map(({ sessionId, outputTokens }) => [sessionId.slice(0, 1), outputTokens])))
    }
    return seen
  })

test('tokens count for the session in which the reply first appears', async () => {
  const [early, late] = sameReplyTwice()
  for (const imports of [[[early, late]], [[early], [late]], [[late], [early]]])
    expect((await tokensAfter(tempDir(), path.join(tempDir(), 'projects'), imports)).at(-1)).toEqual({ a: 7, b: 400 })
})

test('when the first session no longer contains the reply its tokens count for the second, also in a rebuilt index', async () => {
  const [early, late] = sameReplyTwice()
  const other = conversation({ sessionId: early.sessionId, seed: 'other' }).human('something else').agent('yes', { messageId: 'msg_9' })
  const store = tempDir()
  const seen = await tokensAfter(store, path.join(tempDir(), 'projects'), [[early, late], [other]])
  expect(seen).toMatchObject([{ a: 7, b: 400 }, { a: 407 }])
  const before = await tableDigests(store)
  rmSync(path.join(store, 'index.duckdb'))
  await withEngine(store, () => Promise.resolve())
  expect(await tableDigests(store)).toEqual(before)
})

interface Told {
  readonly session: string
  /** After nine o'clock; null: it says no time. */
  readonly second: number | null
  readonly tokens: number
}

const sessions = [0, 1, 2].map((at) => `${at}0000000-0000-4000-8000-000000000000`)
const told: fc.Arbitrary<Told> = fc.record({
  session: fc.constantFrom(...sessions),
  second: fc.option(fc.nat(59)),
  tokens: fc.integer({ min: 1, max: 999 }),
})

/** The records of one reply that stand in a session. */
const standingIn = (sessionId: string, records: readonly Told[]): Conversation => {
  const talk = conversation({ sessionId })
  for (const { session, second, tokens } of records) {
    const timestamp = second === null ? undefined : new Date(Date.UTC(2026, 0, 5, 9, 0, second)).toISOString()
    const message = { id: 'msg_1', model: 'claude-opus-4-5-20251101', content: [], usage: { output_tokens: tokens } }
    if (session === sessionId) talk.bookkeeping({ type: 'assistant', uuid: `row ${String(second)}`, timestamp, message })
  }
  return talk
}

/** Output tokens by session wherever they are shown, of the list of sessions, of what they cost, and of figures before and after there are facts. */
const figuresOf = async (engine: Engine): Promise<readonly unknown[]> => {
  const stats = async () =>
    (await engine.ask('stats.by', { by: 'session' })).flatMap(({ group, stats: { tokens } }) =>
      tokens.map(({ outputTokens }) => [group, outputTokens]),
    )
  const { rows } = await engine.ask('sessions.list', { everything: true })
  const { groups } = await engine.ask('cost.show', { by: 'session', timeZone: 'UTC' })
  return [
    rows.flatMap(({ sessionId, outputTokens }) => (outputTokens === null ? [] : [[sessionId, outputTokens]])),
    groups.map(({ group, outputTokens }) => [group, outputTokens]),
    await stats(),
    (await engine.ask('analytics.ask', { name: 'tokens', by: 'session' })).rows.map((row) => [row['group_name'], row['output_tokens']]),
    await stats(),
  ]
}

test('a reply in several sessions has its greatest usage in every figure, and counts in the first session', async () => {
  const anyRecords = fc.uniqueArray(told, { selector: ({ second }) => second, minLength: 2, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(anyRecords, async (records) => {
      const projects = path.join(tempDir(), 'projects')
      for (const { session } of records) write(projects, standingIn(session, records))
      const figures = await withEngine(tempDir(), async (engine) => {
        await runJob(engine, 'import.start', { paths: [projects] })
        return figuresOf(engine)
      })
      const [first] = [...records].sort((a, b) => (a.second ?? 60) - (b.second ?? 60))
      const most = Math.max(...records.map(({ tokens }) => tokens))
      for (const figure of figures) expect(figure).toEqual([[first?.session, most]])
    }),
    { numRuns: rounds(8, 60) },
  )
})
