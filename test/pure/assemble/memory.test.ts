/** What is recalled is beside the message of now: it never changes the layers before it, and is the first to go. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Memory } from '../../../app/assemble/memory.ts'
import type { AssembledContext } from '../../../app/contract/assemble.ts'
import { assembledFrom } from '../../support/assembled.ts'
import { spoken, words } from '../../support/any-conversation.ts'
import { conversation } from '../../support/conversation.ts'

const event = { content: 'Continue.', time: '2026-03-01T10:00:00Z' }

const recalled = (text: string): Memory => ({ text, cited: ['ctx-0a1b2c3d'], why: '1 item of ctx-0a1b2c3d' })

const memoryOf = ({ packs }: AssembledContext) => packs.filter(({ name }) => name === 'memory')

const layersBefore = ({ systemPrompt, history, tools }: AssembledContext) => ({ systemPrompt, history, tools })

test('in any conversation under any budget, what is recalled changes no layer before the event', () => {
  fc.assert(
    fc.property(
      fc.array(spoken, { minLength: 1, maxLength: 10 }),
      words,
      fc.option(fc.integer({ min: 1, max: 3_000 }), { nil: undefined }),
      fc.boolean(),
      (steps, text, budget, isRefused) => {
        const talk = conversation()
        talk.human('begin')
        for (const take of steps) take(talk)
        const lines = talk.lines()
        const given = { event, budget, isRefused }
        const without = assembledFrom(lines, given)
        const made = assembledFrom(lines, { ...given, memory: recalled(`Quoted: ${text}`) })
        expect(layersBefore(made)).toEqual(layersBefore(without))
        expect([made.compacted, made.expectedCacheTokens]).toEqual([without.compacted, without.expectedCacheTokens])
        const [memory] = memoryOf(made)
        if (memory?.form === 'full') expect(made.tokenBudget.remaining).toBeGreaterThanOrEqual(0)
        else expect([memory?.tokens, made.currentMessage]).toEqual([0, without.currentMessage])
      },
    ),
  )
}, 60_000)

test('it stands between the time and the words of the message, with hash and the commits that it cites', () => {
  const lines = conversation().human('Begin').agent('Done.').lines()
  const made = assembledFrom(lines, { event, memory: recalled('Quoted: a silk sieve ctx-0a1b2c3d') })
  expect(made.currentMessage?.content[0]).toMatchObject({
    text: 'Current time: 2026-03-01T10:00:00.000Z\nTimezone: UTC\nQuoted: a silk sieve ctx-0a1b2c3d\n\nContinue.',
  })
  expect(made.currentMessage?.contextJson).toMatchObject({ memory: { cited: ['ctx-0a1b2c3d'] }, beside: null })
  expect(memoryOf(made)).toMatchObject([{ layer: 3, priority: 'low', form: 'full', why: '1 item of ctx-0a1b2c3d' }])
  const tokens = made.packs.reduce((all, pack) => all + (pack.layer === 3 ? pack.tokens : 0), 0)
  expect(tokens).toBe(made.tokenBudget.used.event)
})

test('a context that only fits without it is not shortened: it goes, and the pack says why', () => {
  const talk = conversation()
  for (let turn = 1; turn <= 6; turn += 1) talk.human(`Task ${turn}`).runs(`make ${turn}`, 'x'.repeat(4_000)).agent('Done.')
  const lines = talk.lines()
  const bare = assembledFrom(lines, { event })
  const made = assembledFrom(lines, { event, budget: bare.tokens + 20, memory: recalled('a long sentence about flour '.repeat(30)) })
  expect(made.compacted).toBeNull()
  expect(layersBefore(made)).toEqual(layersBefore(bare))
  expect(memoryOf(made)).toMatchObject([{ form: 'left_out', tokens: 0, why: 'over the budget: what is recalled is excluded first' }])
})

test('a policy chooses less of the history where there is memory, and after a refusal there is none', () => {
  const lines = conversation().human('Begin').agent('Done.').lines()
  const budgetOf = (more: Partial<Parameters<typeof assembledFrom>[1]>) => {
    const asked: number[] = []
    const choose = (budget: number) => {
      asked.push(budget)
      return { rows: [], beside: '', inFull: 0, lines: 0, excluded: 2, lost: [] }
    }
    const made = assembledFrom(lines, { event, budget: 2_000, policy: { name: 'short', hasBudget: true, choose }, ...more })
    return { made, asked: asked[0] ?? 0 }
  }
  const memory = recalled('a long sentence about flour '.repeat(30))
  const [without, kept, refused] = [budgetOf({}), budgetOf({ memory }), budgetOf({ memory, isRefused: true })]
  expect(memoryOf(kept.made)).toMatchObject([{ form: 'full' }])
  expect(kept.asked).toBeLessThan(without.asked)
  expect(memoryOf(refused.made)).toMatchObject([{ form: 'left_out', why: 'after a refusal what is recalled is excluded first' }])
})
