/** How far off estimates of tokens are: steps between replies with known usage. */
import path from 'node:path'
import { expect, test } from 'vitest'
import { weightsOf } from '../../../app/model/estimate-tokens.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { importInto, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const usage = (tokens: number) => ({ usage: { input_tokens: tokens, output_tokens: 1 } })

test('a step is what stands between two replies, without those that a compaction lies between', async () => {
  const talk = conversation({ model: 'claude-opus-4-5-20251101' })
  talk.human('begin').agent('r'.repeat(100), usage(10_000))
  talk.human('p'.repeat(400)).agent('second', usage(10_200))
  talk.compacts().human('after').agent('third', usage(2_000))
  talk.human('x').agent('smaller', usage(1_500))
  const [root, store] = [tempDir(), path.join(tempDir(), 'store')]
  writeConversation(root, talk)
  await importInto(store, [root])
  await withEngine(store, async (engine) => {
    const steps = await engine.ask('analytics.ask', { name: 'estimate-steps' })
    expect(steps.rows).toHaveLength(1)
    const weights = weightsOf('claude-opus-4-5-20251101')
    const estimate = Math.round(100 * weights.response + 400 * weights.prompt + weights.per_step)
    expect(steps.rows[0]).toMatchObject({ growth: 200, response: 100, prompt: 400, calls: 0, estimate })
    const error = await engine.ask('analytics.ask', { name: 'estimate-error' })
    expect(error.rows[0]).toMatchObject({ steps: 1, rule_error: (200 - 125) / 200, bias: expect.closeTo(estimate / 200 - 1, 2) as number })
  })
})
