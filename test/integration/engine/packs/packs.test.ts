/** Packs, topics and the state of the work through the engine: with chains, sub-agents, made commits and notes. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { madeUpKey } from '../../../support/made-up-key.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const withTalk = async (talk: Conversation, work: (engine: Engine) => Promise<void>): Promise<void> => {
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(tempDir(), talk).projects])
  await withEngine(storeDir, work)
}

const talk = (layout?: 'progress'): Conversation =>
  conversation()
    .human('Repair the parser')
    .calls('TodoWrite', { todos: [{ content: 'find the fault', status: 'in_progress', activeForm: 'Finding' }] })
    .result('last', 'ok')
    .subagent({ type: 'dev', ...(layout && { layout }), prompt: 'write the test', report: 'The test is written.' }, (agent) =>
      agent.human('write the test').writes('/home/dev/app/parse.test.ts', 'test\n').agent('The test is written.'),
    )
    .runs('npm test', '3 passed')
    .agent('All tests pass.')
    .compacts()
    .human('Never use eval. Write the docs')
    .writes('/home/dev/app/README.md', 'docs\n')
    .agent('The docs are written.')

const strategy = {
  contextStrategy: {
    sources: [
      { topic: 'ISSUE_OPENED', priority: 'required', strategy: 'latest', amount: 1 },
      { topic: 'STATE_SNAPSHOT', priority: 'required', strategy: 'latest', amount: 1 },
      { topic: 'VALIDATION_RESULT', priority: 'high', strategy: 'latest', amount: 5, compactAmount: 1 },
      { topic: 'WORKER_PROGRESS', priority: 'medium', since: 'last_task_end', strategy: 'latest', amount: 3 },
    ],
    maxTokens: 100_000,
  },
}

test('the state at the end knows what was before a compaction and what a sub-agent wrote; at an earlier commit it knows no later one', async () => {
  await withTalk(talk(), async (engine) => {
    const [session] = (await engine.ask('sessions.list', { everything: true })).rows
    const state = await engine.ask('snapshot.show', { at: session?.sessionId ?? '' })
    expect(state.goal?.text).toBe('Repair the parser')
    expect(state.request?.text).toBe('Never use eval. Write the docs')
    expect(state.files.map(({ path, by }) => [path, by])).toEqual([
      ['/home/dev/app/README.md', null],
      ['/home/dev/app/parse.test.ts', 'dev'],
    ])
    expect(state.unseenAgents).toBeNull()
    expect(state.validation).toMatchObject({ outcome: 'passed', command: 'npm test' })
    expect(state.decisions).toMatchObject([{ kind: 'instruction', guess: true }])
    const { records } = await engine
      .ask('session.show', { sessionId: session?.sessionId ?? '' })
      .then(() => ({ records: state.goal?.record }))
    expect(records?.fileLine).toBeGreaterThan(0)
    const { commits } = await engine.ask('chain.log', { of: session?.sessionId ?? '' })
    const first = commits.at(-1)?.commitId ?? ''
    const before = JSON.stringify(await engine.ask('snapshot.show', { at: first }))
    expect(before).toContain('Repair the parser')
    expect(before).not.toContain('eval')
  })
})

/** One sub-agent, whose call has an id that every session of its gateway uses. */
const delegating = (name: string, seed: string): Conversation =>
  conversation({ seed })
    .human(`Let an agent write ${name}`)
    .subagent({ type: 'dev', prompt: `write ${name}`, id: 'call_1', report: 'It is written.' }, (agent) =>
      agent.human(`write ${name}`).writes(`/home/dev/app/${name}`, 'x\n').agent('It is written.'),
    )
    .agent('Done.')

test('a sub-agent of another session with the same call id is no part of a state, and a fork counts that of its origin once', async () => {
  const [one, other] = [delegating('mine.ts', 'one'), delegating('of-another.ts', 'other')]
  const fork = one.fork().human('Go on').agent('It goes on.')
  const folder = tempDir()
  for (const each of [one, other, fork]) writeConversation(folder, each)
  const storeDir = tempDir()
  await importInto(storeDir, [writeConversation(folder, one).projects])
  await withEngine(storeDir, async (engine) => {
    for (const [{ sessionId }, name] of [
      [one, 'mine.ts'],
      [other, 'of-another.ts'],
      [fork, 'mine.ts'],
    ] as const) {
      const { files, unseenAgents } = await engine.ask('snapshot.show', { at: sessionId })
      expect(files).toMatchObject([{ path: `/home/dev/app/${name}`, by: 'dev', changes: 1 }])
      expect(unseenAgents).toBeNull()
    }
  })
})

test('a strategy gives the context with its metrics, and a wrong one a problem with its path', async () => {
  const own = talk()
  await withTalk(own, async (engine) => {
    const view = await engine.ask('packs.show', { at: own.sessionId, strategy, instructions: 'Review it.' })
    expect(view.text).toMatch(
      /## ISSUE_OPENED[^]*Repair the parser[^]*## STATE_SNAPSHOT[^]*Goal: Repair the parser[^]*## VALIDATION_RESULT/,
    )
    expect(view.text.endsWith('Never use eval. Write the docs')).toBe(true)
    expect(view.metrics).toMatchObject({ chars: view.text.length, maxTokens: 100_000, isOver: false })
    expect(await engine.ask('packs.show', { at: own.sessionId, strategy, instructions: 'Review it.' })).toEqual(view)
    const wrong = { contextStrategy: { sources: [{ topic: 'ISSUE_OPENED', amounts: 1 }] } }
    await expect(engine.ask('packs.show', { at: own.sessionId, strategy: wrong, file: 'w.json' })).rejects.toThrow(
      'w.json is not a context strategy: contextStrategy.sources[0] does not accept amounts',
    )
    const small = { contextStrategy: { ...strategy.contextStrategy, maxTokens: 10 } }
    const over = await engine.ask('packs.show', { at: own.sessionId, strategy: small })
    expect(over.metrics.isOver).toBe(true)
    expect(over.advice.join(' ')).toContain('lower their amount')
  })
})

test('messages that are published on a commit are in the histories that lead over it, and noted metrics are listed', async () => {
  const own = talk()
  await withTalk(own, async (engine) => {
    const { commits } = await engine.ask('chain.log', { of: own.sessionId })
    const [last, first] = [commits[0]?.commitId ?? '', commits.at(-1)?.commitId ?? '']
    await engine.ask('topics.publish', { at: last, topic: 'DECISION', sender: 'architect', text: 'Use DuckDB.' })
    await engine.ask('topics.publish', { at: last, topic: 'DECISION', text: 'Use DuckDB.' })
    const { messages } = await engine.ask('topics.list', { at: last, topic: 'DECISION' })
    expect(messages.map(({ sender, text }) => [sender, text])).toEqual([
      ['architect', 'Use DuckDB.'],
      ['agent', 'Use DuckDB.'],
    ])
    expect((await engine.ask('topics.list', { at: first, topic: 'DECISION' })).messages).toEqual([])
    const { metrics } = await engine.ask('packs.show', { at: last, strategy })
    await engine.ask('packs.note', { at: last, metrics })
    expect(await engine.ask('packs.noted', {})).toMatchObject([{ commitId: last, metrics }])
  })
})

test('no message that is published replaces another, however many are published at the same time', async () => {
  const own = talk()
  await withTalk(own, async (engine) => {
    const { commits } = await engine.ask('chain.log', { of: own.sessionId })
    const at = commits[0]?.commitId ?? ''
    const texts = Array.from({ length: 12 }, (_, number) => `Rope ${number}`)
    await Promise.all(texts.map((text) => engine.ask('topics.publish', { at, topic: 'DECISION', text })))
    await engine.ask('topics.publish', { at, topic: 'DECISION', text: 'Last' })
    const { messages } = await engine.ask('topics.list', { at, topic: 'DECISION' })
    expect(messages.map(({ text }) => text).sort()).toEqual([...texts, 'Last'].sort())
    expect(messages.at(-1)?.text).toBe('Last')
  })
})

const key = madeUpKey('ghp_{36}')
/** So long that every cut of the state and of topics is within the key for one of the prompts. */
const leads = [40, 80, 120, 180, 260, 300, 400, 500, 600].map((length) => 'never '.repeat(length).slice(0, length - 12))

test.each(leads)('no part of a secret is in a redacted state, list of topics, context or export, wherever it is cut', async (lead) => {
  const own = conversation()
    .human('Deploy it')
    .agent('Yes.')
    .human(`${lead} ${key} end`)
    .calls('TodoWrite', { todos: [{ content: `${lead} ${key}`, status: 'pending', activeForm: 'x' }] })
    .result('last', 'ok')
    .runs(`npm test ${lead} ${key}`, `FAIL ${lead.slice(0, 160)} ${key}`, { error: true })
    .agent(`Done. Next I will ${lead.slice(0, 300)} ${key}.`)
  await withTalk(own, async (engine) => {
    const at = own.sessionId
    const answers = [
      await engine.ask('snapshot.show', { at, redact: true }),
      await engine.ask('topics.list', { at, redact: true }),
      await engine.ask('packs.show', { at, strategy, redact: true }),
      Buffer.from(
        (await engine.ask('export.make', { commitId: at, target: 'markdown', budget: 50_000, redact: true })).content ?? [],
      ).toString(),
    ]
    for (const answer of answers) {
      expect(JSON.stringify(answer)).toContain('never')
      expect(JSON.stringify(answer)).not.toContain(key.slice(0, 5))
    }
    expect(JSON.stringify(await engine.ask('snapshot.show', { at }))).toContain(key.slice(0, 5))
  })
})

test('a sub-agent whose messages stand in records of the caller changes files, too, and has steps of its own', async () => {
  const own = talk('progress')
  await withTalk(own, async (engine) => {
    const { files, unseenAgents } = await engine.ask('snapshot.show', { at: own.sessionId })
    expect(files.map(({ path, by }) => [path, by])).toEqual([
      ['/home/dev/app/README.md', null],
      ['/home/dev/app/parse.test.ts', 'dev'],
    ])
    expect(unseenAgents).toBeNull()
    const { commits } = await engine.ask('chain.log', { of: own.sessionId })
    const ofAgent = commits.find(({ chain }) => chain !== 'main')?.commitId ?? ''
    const state = await engine.ask('snapshot.show', { at: ofAgent })
    expect(state.goal?.text).toBe('write the test')
    expect(state.files.map(({ path }) => path)).toEqual(['/home/dev/app/parse.test.ts'])
  })
})
