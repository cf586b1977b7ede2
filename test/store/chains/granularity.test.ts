/** How fine a session is cut can be said: after every reply, or only after several turns. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readGranularity, type Granularity } from '../../../app/model/granularity.ts'
import { anyConversation } from '../../support/any-conversation.ts'
import { conversation } from '../../support/conversation.ts'
import type { Conversation } from '../../support/conversation.ts'
import { deriveConversation } from '../../support/derive-folder.ts'
import { drawChain, withCheckpoint } from '../../support/draw-chain.ts'

const draw = async (talk: Conversation, granularity: Granularity): Promise<string> =>
  drawChain((await deriveConversation(talk, { granularity })).rows, withCheckpoint)

const turns = (count: number): Conversation => {
  const talk = conversation()
  for (let turn = 1; turn <= count; turn += 1) talk.human(`turn ${turn}`).agent(`${turn}`)
  return talk
}

test('a commit of several turns ends before the next', async () => {
  expect(await draw(turns(5), 2)).toBe(`
* turn 5 (session_end)  [session]
* turn 3 (turn_boundary)
* turn 1 (turn_boundary)`)
})

test('after every reply: a commit ends with what the model wrote, and the results of its calls begin the next', async () => {
  const talk = conversation().human('fix it').thinks('hm').agent('I look').runs('ls', 'a').agent('done').human('thanks').agent('welcome')
  const { commits, records } = (await deriveConversation(talk, { granularity: 'response' })).rows
  const classes = commits.map(({ commitId, checkpoint }) => [
    checkpoint,
    ...records.filter((record) => record.commitId === commitId).map((record) => record.class),
  ])
  expect(classes).toEqual([
    ['tool_call', 'human_prompt', 'reply', 'reply', 'reply'],
    ['turn_boundary', 'tool_result', 'reply'],
    ['session_end', 'human_prompt', 'reply'],
  ])
})

test('agents, compactions and rewinds cut a commit of several turns too', async () => {
  const talk = turns(2).compacts({ preTokens: 9_000, postTokens: 100 }).human('after').agent('ok')
  talk
    .subagent({ prompt: 'Look', agentId: 'a1' }, (agent) => agent.agent('seen'))
    .agent('seen it')
    .human('more')
    .agent('done')
  talk.rewind(1).human('less').agent('done')
  expect(await draw(talk, 10)).toBe(`
* less (session_end)  [session]
| * more (turn_boundary)  [rewind/1]
|/
* seen it (explicit)
| * Look (session_end)  [agent/a1]
|/
* after (tool_call)
# Compaction (auto, 9,000 → 100 tokens) (compaction)
* turn 1 (compaction)`)
})

test('at every granularity the chains contain the same records, each in one commit, and every turn matches', async () => {
  await fc.assert(
    fc.asyncProperty(anyConversation(15), fc.constantFrom<Granularity>('response', 2, 3, 50), async (talk, granularity) => {
      const [usual, other] = [(await deriveConversation(talk)).rows, (await deriveConversation(talk, { granularity })).rows]
      const held = ({ records }: typeof usual) =>
        records.map(({ chain, line, class: name, commitId }) => [chain, line, name, commitId !== null])
      expect(held(other)).toEqual(held(usual))
      const sum = ({ commits }: typeof usual) => commits.reduce((total, { humanPrompts }) => total + humanPrompts, 0)
      expect(sum(other)).toBe(sum(usual))
      if (granularity === 'response') expect(other.commits.length).toBeGreaterThanOrEqual(usual.commits.length)
      else expect(other.commits.length).toBeLessThanOrEqual(usual.commits.length)
    }),
    { numRuns: 60 },
  )
})

test('a granularity is “response”, “turn”, or a number of turns from 1 to 1000', () => {
  expect(['response', 'turn', '1', '25', '0', '1001', '2.5', '-1', '', 'day'].map(readGranularity)).toEqual([
    'response',
    1,
    1,
    25,
    ...Array<undefined>(6).fill(undefined),
  ])
})
