/** By which words a thought is taken for a decision, a rejection or a trade-off. */
import { expect, test } from 'vitest'
import { reasoningPattern } from '../../../../app/analytics/search/reasoning-patterns.ts'
import { reasonings } from '../../../../app/model/reasoning.ts'

const takenFor = (thought: string): readonly string[] =>
  reasonings.filter((reasoning) => new RegExp(reasoningPattern(reasoning), 'u').test(thought))

test.each([
  ["I could patch the parser, but I'll go with a new tokenizer.", ['decision']],
  ['I’LL USE a map here', ['decision']],
  ['So the best\n  approach is a queue', ['decision']],
  ["That won't work: the lock is held. Let me revert.", ['rejection']],
  ['The tradeoff here is memory', ['tradeoff']],
  ["It is slower but safe; for now I'll use it, though it was wrong before", ['decision', 'rejection', 'tradeoff']],
  ['Let me look at the tests', []],
  ["I'll user-test it, and it has a problematic name", []],
])('%j: %j', (thought, expected) => {
  expect(takenFor(thought)).toEqual(expected)
})
