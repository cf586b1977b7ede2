/** Selection of packs: every branch by hand, and what holds for any packs. Sizes of four characters a token make the sums easy. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priorities, type Priority } from '../../../app/packs/context-strategy.ts'
import { estimateTokensFromChars, selectPacks, type ChosenPack, type SizedPack } from '../../../app/packs/select-packs.ts'

/** A pack by its tokens. */
const pack = (name: string, priority: Priority, tokens: number, compact: number | null = null): SizedPack => ({
  name,
  priority,
  chars: tokens * 4,
  compactChars: compact === null ? null : compact * 4,
})

const select = (packs: readonly SizedPack[], maxTokens: number, maxChars = 500_000) =>
  selectPacks(packs, { maxTokens, maxChars, tokensOf: estimateTokensFromChars })

const formsOf = (packs: readonly ChosenPack[]): Readonly<Record<string, string>> =>
  Object.fromEntries(packs.map(({ name, form }) => [name, form]))

test('a token is estimated for four characters, rounded up', () => {
  expect([0, 1, 4, 5, 400].map(estimateTokensFromChars)).toEqual([0, 1, 1, 2, 100])
})

test('everything that fits is shown in full', () => {
  const { packs, tokens, isOver } = select([pack('a', 'required', 10), pack('b', 'high', 20), pack('c', 'low', 30)], 60)
  expect(packs.map(({ form }) => form)).toEqual(['full', 'full', 'full'])
  expect([tokens, isOver]).toEqual([60, false])
})

test('optional packs are selected by priority, then by their place in the list', () => {
  const packs = [pack('low', 'low', 10), pack('medium', 'medium', 10), pack('high 1', 'high', 10), pack('high 2', 'high', 10)]
  expect(formsOf(select(packs, 10).packs)).toEqual({ low: 'left_out', medium: 'left_out', 'high 1': 'full', 'high 2': 'left_out' })
  expect(formsOf(select(packs, 30).packs)).toEqual({ low: 'left_out', medium: 'full', 'high 1': 'full', 'high 2': 'full' })
})

test('packs of one priority can be selected in another order than they are shown', () => {
  const newestFirst = ['old', 'middle', 'new'].map((name, at) => ({ ...pack(name, 'high', 10), rank: -at }))
  const { packs } = select(newestFirst, 20)
  expect(packs.map(({ name, form }) => [name, form])).toEqual([
    ['old', 'left_out'],
    ['middle', 'full'],
    ['new', 'full'],
  ])
})

test('a pack that does not fit is shown in compact form, or skipped, and a later one may still fit', () => {
  const packs = [pack('a', 'high', 60, 30), pack('b', 'high', 50, 25), pack('c', 'medium', 20)]
  expect(formsOf(select(packs, 50).packs)).toEqual({ a: 'compact', b: 'left_out', c: 'full' })
})

test('a pack without a compact form is skipped when it does not fit', () => {
  expect(formsOf(select([pack('a', 'high', 60), pack('b', 'low', 10)], 50).packs)).toEqual({ a: 'left_out', b: 'full' })
})

test('a required pack is included first, at any place in the list', () => {
  expect(formsOf(select([pack('a', 'high', 60), pack('b', 'required', 50)], 60).packs)).toEqual({ a: 'left_out', b: 'full' })
})

test('a required pack that is over budget takes its compact form', () => {
  expect(formsOf(select([pack('a', 'required', 40, 5), pack('b', 'required', 80, 20)], 60).packs)).toEqual({ a: 'full', b: 'compact' })
})

test('a required pack that fitted takes its compact form when a later one without a compact form needs the room', () => {
  const { packs, isOver } = select([pack('a', 'required', 40, 5), pack('b', 'required', 50), pack('c', 'high', 5)], 60)
  expect(formsOf(packs)).toEqual({ a: 'compact', b: 'full', c: 'full' })
  expect(isOver).toBe(false)
})

test('required packs that exceed the budget in compact form are kept, and the selection says that it is over', () => {
  const { packs, tokens, isOver } = select([pack('a', 'required', 80, 40), pack('b', 'required', 50), pack('c', 'high', 1)], 60)
  expect(formsOf(packs)).toEqual({ a: 'compact', b: 'full', c: 'left_out' })
  expect([tokens, isOver]).toEqual([90, true])
})

test('a compact form that is not shorter is no way out', () => {
  expect(formsOf(select([pack('a', 'required', 80, 90)], 60).packs)).toEqual({ a: 'full' })
})

test('the guard compacts optional packs first, the last selected first', () => {
  const packs = [pack('a', 'required', 100), pack('b', 'high', 100, 10), pack('c', 'low', 100, 10)]
  expect(formsOf(select(packs, 1000, 900).packs)).toEqual({ a: 'full', b: 'full', c: 'compact' })
})

test('the guard drops optional packs when compact forms are not enough', () => {
  const packs = [pack('a', 'required', 100), pack('b', 'high', 100, 10), pack('c', 'low', 100)]
  expect(formsOf(select(packs, 1000, 450).packs)).toEqual({ a: 'full', b: 'compact', c: 'left_out' })
})

test('the guard compacts required packs before it truncates any', () => {
  const packs = [pack('a', 'required', 100, 50), pack('b', 'required', 100), pack('c', 'low', 100, 90)]
  expect(formsOf(select(packs, 1000, 600).packs)).toEqual({ a: 'compact', b: 'full', c: 'left_out' })
})

test('the guard truncates the longest required packs, and short ones stay whole', () => {
  const { packs, chars } = select([pack('a', 'required', 10), pack('b', 'required', 100), pack('c', 'required', 200)], 1000, 240)
  expect(packs.map(({ form, chars: own }) => [form, own])).toEqual([
    ['full', 40],
    ['truncated', 100],
    ['truncated', 100],
  ])
  expect(chars).toBe(240)
})

test('the guard is independent of the budget of tokens', () => {
  const { packs, chars } = select([pack('a', 'required', 100_000), pack('b', 'required', 100_000)], 1_000_000)
  expect(packs.map(({ form }) => form)).toEqual(['truncated', 'truncated'])
  expect(chars).toBe(500_000)
})

test('each pack says why it has its form', () => {
  const { packs } = select([pack('a', 'required', 40), pack('b', 'high', 30, 20), pack('c', 'low', 30, 10)], 60)
  expect(packs.map(({ why }) => why)).toEqual([
    'required',
    'in full it takes 30 tokens, and 20 were left',
    'in compact form it takes 10 tokens, and 0 were left',
  ])
})

const anyPack = fc.record({
  name: fc.string({ maxLength: 3 }),
  priority: fc.constantFrom(...priorities),
  chars: fc.nat(2000),
  compactChars: fc.option(fc.nat(2000)),
  rank: fc.integer({ min: -5, max: 5 }),
})

const anyCase = fc.tuple(fc.array(anyPack, { maxLength: 12 }), fc.nat(1500), fc.nat(6000))

const smallest = ({ chars, compactChars }: SizedPack): number => Math.min(chars, compactChars ?? chars)

test('a selection exceeds its budget only where the required packs alone do, and never the guard', () => {
  fc.assert(
    fc.property(anyCase, ([packs, maxTokens, maxChars]) => {
      const selection = select(packs, maxTokens, maxChars)
      const required = packs.filter(({ priority }) => priority === 'required')
      const least = required.reduce((sum, each) => sum + estimateTokensFromChars(smallest(each)), 0)
      expect(selection.chars).toBeLessThanOrEqual(maxChars)
      expect(selection.tokens).toBeLessThanOrEqual(Math.max(maxTokens, least))
      expect(selection.isOver).toBe(selection.tokens > maxTokens)
      expect(selection.tokens).toBe(selection.packs.reduce((sum, { tokens }) => sum + tokens, 0))
    }),
  )
})

test('required packs are always included, and truncated only when no optional pack is', () => {
  fc.assert(
    fc.property(anyCase, ([packs, maxTokens, maxChars]) => {
      const forms = select(packs, maxTokens, maxChars).packs
      const required = forms.filter(({ priority }) => priority === 'required')
      expect(required.every(({ form }) => form !== 'left_out')).toBe(true)
      if (required.some(({ form }) => form === 'truncated'))
        expect(forms.every(({ priority, form }) => priority === 'required' || form === 'left_out')).toBe(true)
    }),
  )
})

test('the packs of a selection are those of the list in its order, and the same list gives the same selection', () => {
  fc.assert(
    fc.property(anyCase, ([packs, maxTokens, maxChars]) => {
      const selection = select(packs, maxTokens, maxChars)
      expect(selection.packs.map(({ name }) => name)).toEqual(packs.map(({ name }) => name))
      expect(select(packs, maxTokens, maxChars)).toEqual(selection)
    }),
  )
})
