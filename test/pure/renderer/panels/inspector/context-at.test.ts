import { expect, test } from 'vitest'
import type { ContextCompaction, ContextReply } from '../../../../../app/contract/context.ts'
import { contextAt } from '../../../../../renderer/panels/inspector/context-at.ts'

const reply = (at: number | null, tokens: number): ContextReply => ({
  at,
  model: 'm',
  tokens,
  inputTokens: 1,
  cacheReadTokens: 1,
  cacheWriteTokens: 1,
  outputTokens: 1,
})
const compaction = (at: number): ContextCompaction => ({
  at,
  trigger: 'auto',
  preTokens: 90,
  postTokens: null,
  nextTokens: null,
  commitId: null,
})

const chain = {
  replies: [reply(10, 20), reply(20, 30), reply(30, 90), reply(null, 99), reply(50, 25)],
  compactions: [compaction(40)],
}

test('the largest context and the compactions are those up to the end of the commit', () => {
  expect(contextAt(chain, { startedAt: 15, endedAt: 20 })).toMatchObject({ largest: 30, compactions: 0, isEarlier: false })
  expect(contextAt(chain, { startedAt: 45, endedAt: 60 })).toMatchObject({ largest: 90, compactions: 1 })
})

test('a commit without a reply, as that of a compaction, has the context of the reply before it', () => {
  const at = contextAt(chain, { startedAt: 40, endedAt: 40 })
  expect(at).toMatchObject({ isEarlier: true, compactions: 1 })
  expect(at?.reply).toBe(chain.replies[2])
})

test('before the first reply, and without a time, nothing is known', () => {
  expect(contextAt(chain, { startedAt: 1, endedAt: 5 })).toBeUndefined()
  expect(contextAt(chain, { startedAt: null, endedAt: null })).toBeUndefined()
})
