/** What the store knows of a conversation is the same, whether its stream was captured or its transcript was imported. */
import { expect, test } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { newStore } from '../../../support/scripted-agent.ts'
import { startStrata } from '../../../support/running-strata.ts'
import { strata } from '../../../support/strata-command.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { asStream } from '../../../support/transcript-as-stream.ts'
import { withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const captured = async (talk: Conversation, prompt: string, ended: object = {}): Promise<string> => {
  const store = newStore()
  const running = startStrata(store, ['capture', '--prompt', prompt])
  const result = JSON.stringify({ type: 'result', subtype: 'success', num_turns: 1, usage: {}, ...ended })
  running.child.stdin.end(`${[...asStream(talk), result].join('\n')}\n`)
  expect(await running.ended).toMatchObject({ code: 0 })
  return store
}

const imported = (talk: Conversation): string => {
  const store = newStore()
  const { projects } = writeConversation(tempDir(), talk)
  expect(strata(store, 'import', projects, '--granularity', 'response').code).toBe(0)
  return store
}

/** What is said, by whom, and which model said it; chains by the order in which they begin. */
const contentOf = (store: string): unknown =>
  JSON.parse(
    strata(
      store,
      'sql',
      `SELECT kind, class, chain = 'main' AS is_main, coalesce(tool_name, '') AS tool, coalesce(nullif(model, ''), '') AS model, coalesce(body, '') AS body
       FROM events
       WHERE kind IN ('prompt', 'response', 'thinking', 'tool_call', 'tool_result') AND NOT is_copy
       ORDER BY ALL`,
      '--json',
    ).out,
  )

const numbersOf = (engine: Engine) => async (sessionId: string) => {
  const { title, humanPrompts, responses, thinkingBlocks, toolCalls, compactions, subAgents, models } = await engine.ask('session.show', {
    sessionId,
  })
  return { title, humanPrompts, responses, thinkingBlocks, toolCalls, compactions, subAgents, models }
}

const shown = (store: string) =>
  withEngine(store, async (engine) => {
    const { rows } = await engine.ask('sessions.list', {})
    const { commits } = await engine.ask('chain.log', { limit: 1000 })
    const tokens = (isMain: boolean): number =>
      commits.filter(({ chain }) => (chain === 'main') === isMain).reduce((sum, { tokenCount }) => sum + (tokenCount ?? 0), 0)
    return {
      numbers: await numbersOf(engine)(rows[0]?.sessionId ?? ''),
      tokens: [tokens(true), tokens(false)],
      summaries: commits.filter(({ commitType }) => commitType === 'compaction').length,
    }
  })

const talkOf = (turns: number): Conversation => {
  const talk = conversation({ seed: 'both', model: 'claude-sonnet-4-5' }).human('Look at everything')
  for (let turn = 1; turn <= turns; turn += 1) talk.agent(`I look at ${turn}.`).runs(`ls ${turn}`, `file-${turn}`)
  return talk
}

test('a captured stream has the same words, models, counts, compactions and tokens as the imported transcript', async () => {
  const talk = talkOf(6)
    .subagent({ type: 'Explore', prompt: 'Count the files', model: 'claude-haiku-4-5' }, (agent) => agent.runs('ls', 'a b').agent('Two.'))
    .compacts()
    .agent('I go on.')
    .runs('pwd', '/home')
    .agent('Done.')
  const [live, file] = [await captured(talk, 'Look at everything'), imported(talk)]
  expect(contentOf(live)).toEqual(contentOf(file))
  expect(await shown(live)).toEqual(await shown(file))
})

test('a long stored stream has the same words and counts as the imported transcript, and one commit for each reply', async () => {
  const talk = talkOf(400).agent('Done.')
  const [live, file] = [await captured(talk, 'Look at everything'), imported(talk)]
  expect(contentOf(live)).toEqual(contentOf(file))
  expect(await shown(live)).toEqual(await shown(file))
  await withEngine(live, async (engine) => {
    const { commits } = await engine.ask('chain.log', { limit: 1000 })
    expect(commits).toHaveLength(402)
    expect(commits.map(({ parentId }) => parentId)).toEqual([...commits.slice(1).map(({ commitId }) => commitId), null])
  })
})

test('the replies of a captured sub-agent have the model that its lines name', async () => {
  const talk = conversation({ seed: 'sub' })
    .human('Count')
    .subagent({ type: 'Explore', prompt: 'Count the files', model: 'claude-haiku-4-5' }, (agent) => agent.runs('ls', 'a b').agent('Two.'))
    .agent('Two files.')
  const store = await captured(talk, 'Count')
  const rows = JSON.parse(strata(store, 'ask', 'replies', '--json').out) as readonly Readonly<Record<string, unknown>>[]
  expect(rows.filter(({ chain }) => chain !== 'main').map(({ model }) => model)).toEqual(['claude-haiku-4-5'])
})
