/** Usage and cost of conversations that users of similar tools reported as counted wrongly. */
import { expect, test, type TestContext } from 'vitest'
import { sharedOrSkip, reportShape } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'

const figuresOf = async (context: TestContext, shape: string) => {
  const storeDir = tempDir()
  await importInto(storeDir, [reportShape(sharedOrSkip(context), shape).projects])
  return withEngine(storeDir, async (engine) => ({
    stats: await engine.ask('stats.show', {}),
    cost: await engine.ask('cost.show', { by: 'model' }),
    sessions: (await engine.ask('sessions.list', { everything: true })).rows,
    tokens: (await engine.ask('analytics.ask', { name: 'tokens', by: 'model', zone: 'UTC' })).rows,
    replies: (await engine.ask('analytics.ask', { name: 'replies', zone: 'UTC' })).rows,
    factStats: await engine.ask('stats.show', {}),
    problems: await engine.ask('problems.list', {}),
  }))
}

const usdOf = ({ cost }: Awaited<ReturnType<typeof figuresOf>>): number =>
  Number(cost.groups.reduce((sum, { usd }) => sum + (usd ?? 0), 0).toFixed(4))

test('the tokens of an advisor count by its own model and at its own prices', async (context) => {
  const figures = await figuresOf(context, '32-advisor')
  const byModel = [
    { model: 'claude-opus-4-8', inputTokens: 90_000, outputTokens: 18_000, cacheReadTokens: 50, cacheWriteTokens: 0 },
    { model: 'claude-sonnet-4-6', inputTokens: 22, outputTokens: 12, cacheReadTokens: 220, cacheWriteTokens: 0 },
  ]
  expect(figures.stats.tokens).toMatchObject(byModel)
  expect(figures.factStats.tokens).toMatchObject(byModel)
  expect(figures.tokens).toMatchObject([
    { group_name: 'claude-opus-4-8', replies: 0, input_tokens: 90_000, output_tokens: 18_000 },
    { group_name: 'claude-sonnet-4-6', replies: 1, input_tokens: 22, output_tokens: 12 },
  ])
  expect(figures.sessions).toMatchObject([{ inputTokens: 90_022, outputTokens: 18_012, cacheReadTokens: 270 }])
  expect(usdOf(figures)).toBeCloseTo(0.9003, 4)
  // The advisor is no part of the context: of the two messages the last one is.
  expect(figures.replies.map((row) => [row['model'], row['iteration_kind'], row['context_tokens']])).toEqual(
    expect.arrayContaining([
      ['claude-sonnet-4-6', null, 132],
      ['claude-opus-4-8', 'advisor_message', null],
    ]),
  )
})

test('cache writes cost by their lifetime, and those without one as much as five minutes', async (context) => {
  expect(usdOf(await figuresOf(context, '33-cache-lifetimes'))).toBe(29.5)
})

test('agents of a workflow count, however deep their files are', async (context) => {
  const { stats, sessions } = await figuresOf(context, '34-workflow-agents')
  expect(stats.humanPrompts).toBe(1)
  expect(stats.tokens.reduce((sum, { replies }) => sum + replies, 0)).toBe(5)
  expect(sessions).toMatchObject([{ inputTokens: 320, outputTokens: 1540 }])
})

test('names that clouds and gateways give to models have the price of the model', async (context) => {
  const figures = await figuresOf(context, '35-model-names')
  expect(usdOf(figures)).toBe(28)
  expect(figures.cost.unpriced).toHaveLength(2)
})

test('fast mode and web searches have their own prices', async (context) => {
  expect(usdOf(await figuresOf(context, '36-fast-geo-search'))).toBe(35.07)
})

test('a reply that is written again counts its tokens once', async (context) => {
  const { stats } = await figuresOf(context, '62-reply-written-again')
  expect(stats.tokens.reduce((sum, { outputTokens }) => sum + Number(outputTokens), 0)).toBe(29)
  expect(stats.tokens.reduce((sum, { replies }) => sum + replies, 0)).toBe(2)
})
