/** How a number follows from others, in words. */
import { expect, test } from 'vitest'
import { sumsOf } from '../../../../../renderer/ui/format/sum-words.ts'

const row = (number: string, place: number, term: string, value: number, unit = 'count') => ({
  ...{ metric: 'reference', number, measure: 'prompts', unit, place, term, value },
})

test('the value is the sum of its terms, each with its sign', () => {
  const rows = [
    row('Human prompts', 1, 'human prompts', 1604),
    row('Human prompts', 2, 'queued', -70),
    row('Human prompts', 3, 'copies', 6),
    row('Compactions', 1, 'compactions', 6),
    row('Compactions', 2, 'summaries without a boundary', -1),
    row('Compactions', 3, 'copies', 1),
    row('Time', 1, 'of main chains', 60_000, 'ms'),
    { ...row('Turns', 1, 'human prompts', 3), metric: 'days' },
  ]
  expect(sumsOf(rows, 'reference')).toEqual([
    { number: 'Human prompts', measure: 'prompts', words: '1,540 = 1,604 human prompts − 70 queued + 6 copies' },
    { number: 'Compactions', measure: 'prompts', words: '6 = 6 compactions − 1 summary without a boundary + 1 copy' },
    { number: 'Time', measure: 'prompts', words: '1 min = 1 min of main chains' },
  ])
})
