import { expect, test } from 'vitest'
import { inTwoLines } from '../../../../../renderer/screens/analytics/column-heading.tsx'

test.each([
  ['Calls', ['Calls', '']],
  ['Error rate', ['Error', 'rate']],
  ['Responses per prompt', ['Responses', 'per prompt']],
  ['Mean while any ran', ['Mean while', 'any ran']],
  ['', ['', '']],
] as const)('the heading %j is broken once, into lines as short as possible', (label, lines) => {
  expect(inTwoLines(label)).toEqual(lines)
})
