import { expect, test } from 'vitest'
import { readSummary } from '../../../app/chains/read-summary.ts'

test.each([
  ['Fix the parser', 'Fix the parser'],
  ['  “Fix the parser”\n', 'Fix the parser'],
  ['Summary: Fix the parser', 'Fix the parser'],
  ['Fix\tthe \u001b[2Jparser\u202e', 'Fix the  [2Jparser'],
])('%j is a summary', (answer, summary) => {
  expect(readSummary(answer, 'end_turn')).toEqual({ summary })
})

test.each([
  ['', 'end_turn', 'the answer is empty'],
  [' \n""\n', 'end_turn', 'the answer is empty'],
  ['Here it is:\nFix the parser', 'end_turn', 'the answer has 2 lines, not one'],
  ['a'.repeat(201), 'end_turn', 'the answer has 201 characters; a summary has at most 200'],
  ['Fix the par', 'max_tokens', 'the answer was cut off'],
  ['I cannot', 'refusal', 'the model declined to answer'],
])('%j is not a summary', (answer, stopReason, reason) => {
  expect(readSummary(answer, stopReason)).toEqual({ reason })
})
