/** Scores of rankings in hindsight, and weights that are fitted. */
import { expect, test } from 'vitest'
import type { FileValues } from '../../../app/recall/file-signals.ts'
import { alone, bestRecall, FileFit, scoreFiles, type RankedFile } from '../../../app/recall/hindsight.ts'
import { fileSignals } from '../../../app/recall/weights.ts'

const values = (own: Partial<FileValues>): FileValues =>
  ({ ...Object.fromEntries(fileSignals.map((signal) => [signal, 0])), ...own }) as unknown as FileValues

const file = (path: string, isTouched: boolean, own: Partial<FileValues>): RankedFile => ({ path, isTouched, values: values(own) })

test('recall is the share of the touched files among the first ten, and a hit any of them', () => {
  const files = [
    ...Array.from({ length: 9 }, (_, at) => file(`other-${at}`, false, { recency: 0.9 })),
    file('found', true, { recency: 1 }),
    file('late', true, { recency: 0.1 }),
    file('later', true, { recency: 0 }),
  ]
  expect(scoreFiles(files, alone('recency'))).toEqual({ recall: 1 / 3, hit: 1 })
  expect(scoreFiles([file('a', false, {})], alone('recency'))).toBeUndefined()
})

test('no ranking can find more than ten of many touched files', () => {
  expect(bestRecall(Array.from({ length: 20 }, (_, at) => file(`${at}`, true, {})))).toBe(0.5)
})

test('a fit gives weight to the signal that shows what is touched', () => {
  const fit = new FileFit()
  for (let at = 0; at < 40; at += 1)
    fit.add([file('a', true, { branch: 1, recency: at % 2 }), file('b', false, { branch: 0, recency: (at + 1) % 2 }), file('c', false, {})])
  const weights = fit.weights()
  expect(fit.cases).toBe(40)
  expect(weights.branch).toBeGreaterThan(5 * Math.abs(weights.recency))
  expect(scoreFiles([file('x', false, { recency: 1 }), file('y', true, { branch: 1 })], weights)).toEqual({ recall: 1, hit: 1 })
})

test('sessions that touched no known file teach nothing', () => {
  const fit = new FileFit()
  fit.add([file('a', false, { branch: 1 })])
  expect(fit.cases).toBe(0)
})
