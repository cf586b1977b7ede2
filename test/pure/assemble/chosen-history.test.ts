/** How a history that a policy chooses is fitted to its room. */
import { expect, test } from 'vitest'
import { fitChosen, type HistoryPolicy } from '../../../app/assemble/chosen-history.ts'

/** A policy whose history takes what a function says, with the budgets that it was asked for. */
const policyOf = (tokensAt: (budget: number) => number, hasBudget = true) => {
  const asked: number[] = []
  const policy: HistoryPolicy = {
    name: 'own',
    hasBudget,
    choose: (budget) => {
      asked.push(budget)
      return { rows: [], beside: '', inFull: tokensAt(budget), lines: 0, excluded: 0, lost: [] }
    },
  }
  const fit = (room: number): number => fitChosen(policy, room, 1, ({ inFull }) => ({ tokens: inFull })).tokens
  return { asked, fit }
}

test('a policy that barely obeys its budget is given the smaller one that fits', () => {
  const { asked, fit } = policyOf((budget) => (budget <= 5_000 ? budget : 30_000))
  const tokens = fit(20_000)
  expect(tokens).toBeGreaterThan(4_000)
  expect(tokens).toBeLessThanOrEqual(5_000)
  expect(asked.length).toBeLessThanOrEqual(9)
})

test('estimates that are too small by a third take two rounds', () => {
  const { asked, fit } = policyOf((budget) => Math.round(budget * 1.33))
  expect(fit(10_000)).toBeGreaterThan(9_500)
  expect(asked).toHaveLength(2)
})

test('where nothing fits, the history of no budget is the answer, and a policy without a budget is asked once', () => {
  expect(policyOf((budget) => budget + 600).fit(500)).toBe(600)
  const whole = policyOf(() => 900, false)
  expect(whole.fit(500)).toBe(900)
  expect(whole.asked).toHaveLength(1)
})
