/** The compaction of an assembled context as a commit on a fork. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { AssembledContext } from '../../../../app/contract/assemble.ts'
import type { Engine } from '../../../../app/engine/engine.ts'
import { requestOf } from '../../../../app/assemble/assemble.ts'
import { brokenApiRules, brokenTranscriptRules } from '../../../support/broken-api-rules.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const turns = (count: number): Conversation => {
  const talk = conversation({ version: '2.1.42' })
  for (let turn = 1; turn <= count; turn += 1)
    talk.human(`Task ${turn}`).runs(`make ${turn}`, `${turn} `.repeat(3_000)).agent(`Task ${turn} is done.`)
  return talk
}

const on = async (talk: Conversation, work: (engine: Engine) => Promise<void>): Promise<string> => {
  const [root, store] = [tempDir(), path.join(tempDir(), 'store')]
  writeConversation(root, talk)
  await importInto(store, [root])
  await withEngine(store, work)
  return store
}

const words = ({ history }: AssembledContext): readonly string[] =>
  history.map(({ role, content }) => `${role}: ${JSON.stringify(content)}`)

const budgetOf = async (engine: Engine, { sessionId }: Conversation, share: number): Promise<number> =>
  Math.ceil((await engine.ask('context.assemble', { commitId: sessionId })).tokens * share)

test('a compaction is a commit on a new fork: what is assembled there is what was given, and nothing before it changes', async () => {
  const talk = turns(9)
  const store = await on(talk, async (engine) => {
    const before = await engine.ask('chain.log', { of: talk.sessionId })
    const budget = await budgetOf(engine, talk, 0.9)
    const { assembled, commitId, fork } = await engine.ask('context.compact', { commitId: talk.sessionId, budget, fork: 'shorter' })
    expect([fork, assembled.compacted]).toEqual(['fork/shorter', 'context_limit'])
    expect(words(assembled)[0]).toContain('[Previous conversation summary]')
    expect(words(assembled).join()).not.toContain('toolcall_ref')
    expect(assembled.tokens).toBeLessThanOrEqual(budget * 0.6)
    const { commit } = await engine.ask('commit.show', { commitId: 'shorter' })
    expect(commit).toMatchObject({ commitId, parentId: assembled.parentTurnId, commitType: 'compaction' })
    const again = await engine.ask('context.assemble', { commitId: 'shorter' })
    expect(words(again)).toEqual(words(assembled))
    expect(brokenApiRules(requestOf(again))).toEqual([])
    expect(await engine.ask('chain.log', { of: talk.sessionId })).toEqual(before)
    const { content } = await engine.ask('export.make', { commitId: 'shorter', target: 'claude-code' })
    const text = Buffer.from(content ?? []).toString('utf8')
    expect(brokenTranscriptRules(text)).toEqual([])
    expect([text.includes('Task 9 is done.'), text.includes('make 1"')]).toEqual([true, false])
    // What continues from the fork is behind the messages that stay.
    expect((await engine.ask('session.state', { at: 'shorter' })).isAfterCompaction).toBe(true)
  })
  // The tables are made again from the packs.
  for (const file of ['index.duckdb', 'index.duckdb.wal']) rmSync(path.join(store, file), { force: true })
  await withEngine(store, async (engine) => {
    const { history } = await engine.ask('context.assemble', { commitId: 'shorter' })
    expect(JSON.stringify(history.at(-1))).toContain('Task 9 is done.')
  })
})

test('a fork at the commit moves to its compaction, and one that is elsewhere is refused', async () => {
  const talk = turns(8)
  await on(talk, async (engine) => {
    const budget = await budgetOf(engine, talk, 0.9)
    const { commits } = await engine.ask('chain.log', { of: talk.sessionId })
    await engine.ask('ref.set', { kind: 'fork', name: 'here', commitId: talk.sessionId })
    await engine.ask('ref.set', { kind: 'fork', name: 'there', commitId: commits.at(-1)?.commitId ?? '' })
    const { commitId } = await engine.ask('context.compact', { commitId: talk.sessionId, budget, fork: 'fork/here' })
    expect((await engine.ask('commit.show', { commitId: 'here' })).commit.commitId).toBe(commitId)
    await expect(engine.ask('context.compact', { commitId: talk.sessionId, budget, fork: 'there' })).rejects.toMatchObject({
      code: 'name-taken',
    })
  })
})

test('a context that fits makes neither a commit nor a fork, and one that cannot fit fails', async () => {
  const talk = turns(5)
  await on(talk, async (engine) => {
    const made = await engine.ask('context.compact', { commitId: talk.sessionId, fork: 'none' })
    expect([made.commitId, made.fork, made.assembled.compacted]).toEqual([null, null, null])
    await expect(engine.ask('context.compact', { commitId: talk.sessionId, budget: 50, fork: 'none' })).rejects.toMatchObject({
      code: 'over-budget',
    })
    expect((await engine.ask('refs.list', {})).filter(({ kind }) => kind === 'fork')).toEqual([])
  })
})
