import { expect, test } from 'vitest'
import { addedTokens, sumKnown, type WeighedCommit } from '../../app/chains/weigh-chain.ts'

const replied = (firstTokens: number, lastTokens: number, outputTokens: number): WeighedCommit => ({
  standsForWhatIsBefore: false,
  tokenCount: null,
  context: { firstTokens, lastTokens, outputTokens },
})
const silent: WeighedCommit = { standsForWhatIsBefore: false, tokenCount: null, context: undefined }
const compaction: WeighedCommit = { ...silent, standsForWhatIsBefore: true }

test('each commit adds what the context grew by from the last reply before it to its own', () => {
  expect(addedTokens([replied(1000, 1000, 50), replied(1100, 1300, 20)])).toEqual([1050, 270])
})

test('a commit without a reply adds what the next reply says', () => {
  expect(addedTokens([replied(1000, 1000, 0), silent, replied(1200, 1200, 0)])).toEqual([1000, null, 200])
})

test('what the summary and the instructions take after a compaction is counted only where the stretch begins with it', () => {
  const after = [compaction, replied(400, 700, 0)]
  expect(addedTokens([replied(1000, 1000, 0), ...after])).toEqual([1000, null, 300])
  expect(addedTokens(after)).toEqual([null, 700])
})

test('a stretch that begins in the middle of a chain adds only what is its own', () => {
  expect(addedTokens([replied(1100, 1300, 20)], 1050)).toEqual([270])
})

test('a count in the record of a commit is believed', () => {
  expect(
    addedTokens([
      { ...silent, tokenCount: 12 },
      { ...compaction, tokenCount: 5 },
      { ...silent, tokenCount: 7 },
    ]),
  ).toEqual([12, 5, 7])
})

test('a sum of nothing that is known is not known', () => {
  expect([sumKnown([null, null]), sumKnown([]), sumKnown([1, null, 2])]).toEqual([null, null, 3])
})
