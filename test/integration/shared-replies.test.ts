/** The tokens of a reply that stands in two sessions count once in the list of sessions, whatever is imported first and whatever changes later. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { conversation, type Conversation } from '../support/conversation.ts'
import { sameReplyTwice } from '../support/same-reply-twice.ts'
import { tempDir } from '../support/temp-dir.ts'
import { runJob, tableDigests, withEngine } from '../support/with-engine.ts'

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

test('they count for the session in which the reply stood first', async () => {
  const [early, late] = sameReplyTwice()
  for (const imports of [[[early, late]], [[early], [late]], [[late], [early]]])
    expect((await tokensAfter(tempDir(), path.join(tempDir(), 'projects'), imports)).at(-1)).toEqual({ a: 7, b: 400 })
})

test('when the first session no longer holds the reply they count for the second, and a rebuilt index says the same', async () => {
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
