/** Whether what a sub-agent gave back is what it said last. */
import { expect, test } from 'vitest'
import { afterLastResponse } from '../../../../../renderer/panels/conversation/agent-result.ts'
import { toolResult } from '../../../../support/read-blocks.ts'

const rest = (text: string, response: string | undefined, more: Parameters<typeof toolResult>[0] = {}): string | undefined =>
  afterLastResponse(toolResult({ text, chars: text.length, ...more }), response)

test('a result that begins with the last response is not shown again, but what the client added is', () => {
  expect(rest('Done.\n', 'Done.')).toBe('')
  expect(rest('Done.\n\nagentId: a1', 'Done.')).toBe('agentId: a1')
})

test('a result that is something else than the last response is shown', () => {
  expect(rest('Launched in the background', 'Done.')).toBeUndefined()
  expect(rest('Done.', undefined)).toBeUndefined()
  expect(rest('Doneness', 'Done')).toBeUndefined()
  expect(rest('Done.', 'Done.', { isError: true })).toBeUndefined()
  expect(rest('Done.', 'Done.', { chars: 40_000 })).toBeUndefined()
})
