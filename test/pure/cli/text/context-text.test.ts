/** The size of the context, as text. */
import { expect, test } from 'vitest'
import { contextText } from '../../../../app/cli/text/context-text.ts'
import type { ContextReply } from '../../../../app/contract/context.ts'
import { plainTerminal } from '../../../support/plain-terminal.ts'

const plain = plainTerminal()

const reply = (at: number | null): ContextReply => ({
  at,
  model: 'opus',
  tokens: 10,
  inputTokens: 10,
  cacheReadTokens: null,
  cacheWriteTokens: null,
  outputTokens: null,
})

test('a chain of several days shows the date wherever another day begins', () => {
  const times = [new Date(2026, 0, 5, 23, 59), null, new Date(2026, 0, 6, 0, 1), new Date(2026, 0, 6, 9, 0), new Date(2026, 0, 9, 8, 0)]
  const replies = times.map((time) => reply(time === null ? null : time.getTime()))
  const chain = { chain: 'main', replies, compactions: [], largest: 10, last: 10 }
  const text = contextText({ sessionId: 's', chains: [chain], unknownBecause: null }, plain)
  const firstCells = text
    .split('\n')
    .slice(2, -1)
    .map((line) => line.split(' ')[0])
  expect(firstCells).toEqual(['23:59:00', 'n/a', '2026-01-06', '00:01:00', '09:00:00', '2026-01-09', '08:00:00'])
})
