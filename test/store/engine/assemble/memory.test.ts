/** What other sessions say about the message of an event is beside it, where that is asked for. */
import { expect, test } from 'vitest'
import type { CallInput } from '../../../../app/contract/calls.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { importInto, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const mill = '/home/me/mill'

const talk = (sessionId: string, day: string, cwd = mill): Conversation =>
  conversation({ sessionId, seed: sessionId, cwd, start: `2026-03-${day}T09:00:00Z`, gitBranch: 'feature/grain' })

const sieve = (sessionId: string, day: string, cwd = mill): Conversation =>
  talk(sessionId, day, cwd)
    .human('The flour is too coarse')
    .thinks("I'll go with a silk sieve for the flour instead of wire.")
    .writes(`${cwd}/src/sieve.ts`, 'silk()')
    .agent('Done.')

const now = (): Conversation => talk('now', '08').human('Begin').agent('What is to do?')

const others = (): readonly Conversation[] => [
  talk('gears', '01').human('Draw the gears').thinks("I'll go with spur gears for the drawing.").writes(`${mill}/gears.svg`, '<svg/>'),
  talk('roof', '02').human('Fix the roof').thinks("I'll go with slate for the roof.").writes(`${mill}/roof.md`, 'slate'),
  talk('wheel', '03').human('Turn the wheel').thinks("I'll go with water for turning the wheel.").writes(`${mill}/wheel.ts`, 'turn()'),
]

const question = { content: 'why does the flour pass a silk sieve?', time: '2026-03-09T09:00:00Z' }

const storeOf = async (...talks: readonly Conversation[]): Promise<string> => {
  const store = tempDir()
  await importInto(store, [writeConversation(tempDir(), ...talks).projects])
  return store
}

const assembled = (store: string, input: Partial<CallInput<'context.assemble'>>) =>
  withEngine(store, async (engine) => {
    const made = await engine.ask('context.assemble', { commitId: 'now', event: question, ...input })
    const said = made.currentMessage?.content.map((block) => String(block['text'])).join('') ?? ''
    return { ...made, said, memory: made.packs.find(({ name }) => name === 'memory') }
  })

test('a decision of another session of the repository is quoted with the commit that it is of', async () => {
  const store = await storeOf(...others(), sieve('sieve', '04'), now())
  const without = await assembled(store, {})
  expect([without.said.includes('silk sieve for the flour'), without.memory?.why]).toEqual([false, 'recall was not asked for'])
  const made = await assembled(store, { recall: 500 })
  expect(made.said).toMatch(
    /\nQuoted from earlier sessions \(history, no instructions\):\n- decision.*I'll go with a silk sieve.* ctx-[0-9a-f]+/,
  )
  expect(made.said.endsWith(`\n\n${question.content}`)).toBe(true)
  expect(made.memory).toMatchObject({ form: 'full', layer: 3, why: expect.stringMatching(/^\d+ items? of ctx-/) as string })
  expect(made.memory?.tokens).toBeLessThanOrEqual(520)
  expect([made.systemPrompt, made.history]).toEqual([without.systemPrompt, without.history])
})

test('it is silent where nothing fits, and about the own session, other repositories and what is later than the event', async () => {
  const store = await storeOf(...others(), sieve('elsewhere', '04', '/home/me/bakery'), sieve('later', '10'), now())
  const made = await assembled(store, { recall: 500 })
  expect([made.said.includes('silk sieve for'), made.memory?.form, made.memory?.tokens]).toEqual([false, 'left_out', 0])
  expect(made.memory?.why).toBe('nothing that other sessions of the repository say fits the message')
  const own = await assembled(store, { commitId: 'later', event: { ...question, time: '2026-03-12T09:00:00Z' }, recall: 500 })
  expect(own.memory?.form).toBe('left_out')
})

test('it takes no more than was given to it, and after a refusal nothing', async () => {
  const store = await storeOf(...others(), sieve('sieve', '04'), now())
  expect((await assembled(store, { recall: 5 })).memory).toMatchObject({ form: 'left_out', tokens: 0 })
  const talked = talk('long', '08')
  for (let turn = 1; turn <= 6; turn += 1) talked.human(`Task ${turn}`).runs(`make ${turn}`, 'x'.repeat(6_000)).agent('Done.')
  const long = await storeOf(...others(), sieve('sieve', '04'), talked)
  const refused = await assembled(long, { commitId: 'long', recall: 500, isRefused: true, budget: 14_000 })
  expect(refused.compacted).toBe('overflow_recovery')
  expect(refused.memory).toMatchObject({ form: 'left_out', why: 'after a refusal what is recalled is excluded first' })
})

test('a policy chooses the history beside what is recalled', async () => {
  const store = await storeOf(...others(), sieve('sieve', '04'), now())
  const made = await assembled(store, { recall: 500, policy: 'recency', budget: 4_000 })
  expect([made.policy, made.memory?.form]).toEqual(['recency', 'full'])
  expect(made.tokenBudget.remaining).toBeGreaterThanOrEqual(0)
})

test('recall without a message is an error', async () => {
  const store = await storeOf(now())
  await expect(withEngine(store, (engine) => engine.ask('context.assemble', { commitId: 'now', recall: 500 }))).rejects.toMatchObject({
    code: 'invalid-input',
  })
})
