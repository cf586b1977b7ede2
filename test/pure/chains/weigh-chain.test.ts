import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addedTokens, sumKnown, type WeighedCommit } from '../../../app/chains/weigh-chain.ts'

const replied = (firstTokens: number, lastTokens: number, outputTokens: number, openingChars = 0): WeighedCommit => ({
  replacesEarlier: false,
  tokenCount: null,
  context: { firstTokens, lastTokens, outputTokens, openingChars },
})
const tokensAdded = (stretch: readonly WeighedCommit[], before?: number) => addedTokens(stretch, before).map(({ tokens }) => tokens)
const silent: WeighedCommit = { replacesEarlier: false, tokenCount: null, context: undefined }
const compaction: WeighedCommit = { ...silent, replacesEarlier: true }

test('each commit adds the growth of the context from the last reply before it to its own', () => {
  expect(tokensAdded([replied(1000, 1000, 50), replied(1100, 1300, 20)])).toEqual([1050, 270])
})

test('a commit without a reply adds what the next reply reports', () => {
  expect(tokensAdded([replied(1000, 1000, 0), silent, replied(1200, 1200, 0)])).toEqual([1000, null, 200])
})

test('the summary and the instructions after a compaction count only where the range begins with it', () => {
  const after = [compaction, replied(400, 700, 0)]
  expect(tokensAdded([replied(1000, 1000, 0), ...after])).toEqual([1000, null, 300])
  expect(tokensAdded(after)).toEqual([null, 700])
})

test('the first prompt after a compaction is estimated from its length, and marked as estimated', () => {
  const after = replied(400, 700, 0, 402)
  expect(addedTokens([replied(1000, 1000, 0, 80), compaction, after]).slice(2)).toEqual([{ tokens: 401, estimated: 101 }])
  expect(addedTokens([compaction, after]).slice(1)).toEqual([{ tokens: 700, estimated: 0 }])
  expect(addedTokens([silent, compaction, replied(400, 700, 0, 9000)]).slice(2)).toEqual([{ tokens: 700, estimated: 400 }])
})

test('a range that begins in the middle of a chain adds only its own tokens', () => {
  expect(tokensAdded([replied(1100, 1300, 20)], 1050)).toEqual([270])
})

test('a smaller context removes tokens from the latest commits, so that the sum equals the last report', () => {
  expect(tokensAdded([replied(1000, 1000, 0), replied(1500, 1500, 0), replied(1200, 1200, 0), replied(1250, 1250, 0)])).toEqual([
    1000, 200, 0, 50,
  ])
  expect(tokensAdded([replied(1000, 1000, 0), silent, replied(400, 400, 0)])).toEqual([400, null, 0])
})

test('a range without a compaction adds up to the size at its end', () => {
  const size = fc.integer({ min: 0, max: 200_000 })
  const commit = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(size, size, fc.integer({ min: 0, max: 5000 })).map(([a, b, out]) => replied(a, b, out)) },
    { weight: 1, arbitrary: fc.constant(silent) },
  )
  fc.assert(
    fc.property(fc.array(commit, { minLength: 1, maxLength: 12 }), (stretch) => {
      const last = stretch.filter(({ context }) => context !== undefined).at(-1)?.context
      expect(sumKnown(tokensAdded(stretch))).toBe(last === undefined ? null : last.lastTokens + (last.outputTokens ?? 0))
    }),
  )
})

test('a token count in the record of a commit is used', () => {
  expect(
    tokensAdded([
      { ...silent, tokenCount: 12 },
      { ...compaction, tokenCount: 5 },
      { ...silent, tokenCount: 7 },
    ]),
  ).toEqual([12, 5, 7])
})

test('the sum of unknown counts is unknown', () => {
  expect([sumKnown([null, null]), sumKnown([]), sumKnown([1, null, 2])]).toEqual([null, null, 3])
})
