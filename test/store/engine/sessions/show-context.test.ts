import { expect, test } from 'vitest'
import { showContext } from '../../../../app/engine/sessions/show-context.ts'
import { conversation } from '../../../support/conversation.ts'
import { tablesOf } from '../../../support/tables-of.ts'

const usage = (input: number, read: number, write: number): Readonly<Record<string, number>> => ({
  input_tokens: input,
  cache_read_input_tokens: read,
  cache_creation_input_tokens: write,
  output_tokens: 7,
})

test('each reply has the context of the model: input, cache read and cache write, from its last record', async () => {
  const told = conversation()
    .human('go')
    .thinks('hmm', { usage: usage(1, 2, 3), messageId: 'msg_1' })
    .agent('one', { usage: usage(10, 200, 3_000), messageId: 'msg_1' })
    .compacts({ trigger: 'manual' })
    .human('on')
    .agent('two', { usage: usage(5, 0, 900) })
  const { chains } = await showContext(await tablesOf(told), told.sessionId)
  expect(chains).toMatchObject([
    {
      chain: 'main',
      replies: [
        { tokens: 3_210, inputTokens: 10, cacheReadTokens: 200, cacheWriteTokens: 3_000, outputTokens: 7 },
        { tokens: 905, inputTokens: 5 },
      ],
      compactions: [{ trigger: 'manual' }],
      largest: 3_210,
      last: 905,
    },
  ])
})

test('a sub-agent has a separate context, after that of the main chain', async () => {
  const told = conversation()
    .human('count')
    .subagent({ prompt: 'count', agentId: 'a1' }, (agent) => agent.agent('one', { usage: usage(1, 0, 99) }))
    .agent('one', { usage: usage(1, 0, 999) })
  const { chains } = await showContext(await tablesOf(told), told.sessionId)
  expect(chains.map(({ chain, last }) => [chain, last])).toEqual([
    ['main', 1_000],
    ['a1', 100],
  ])
})

test('a session without usage has no context size', async () => {
  const told = conversation().human('go')
  expect((await showContext(await tablesOf(told), told.sessionId)).chains).toEqual([])
})
