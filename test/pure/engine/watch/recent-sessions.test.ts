import { expect, test } from 'vitest'
import { recentMs, recentSessions } from '../../../../app/engine/watch/recent-sessions.ts'

const now = Date.UTC(2026, 0, 1)
const source = (sessionId: string, agoMs: number, megabytes = 1) => ({
  sessionId,
  modifiedNs: String(BigInt(now - agoMs) * 1_000_000n),
  bytes: megabytes << 20,
})

test('sessions are recent by the last change of any of their files, the latest first', () => {
  const sources = [
    source('old', recentMs + 1),
    source('agents', recentMs * 2),
    source('first', 9_000),
    source('agents', 10),
    source('second', 500),
  ]
  expect(recentSessions(sources, now)).toEqual(['agents', 'second', 'first'])
})

test('the number of recent sessions is limited', () => {
  const sources = Array.from({ length: 100 }, (_, at) => source(`session ${at}`, at))
  expect(recentSessions(sources, now)).toEqual(['session 0', 'session 1', 'session 2', 'session 3'])
})

test('a session that would displace a later one is excluded, whichever of its files are large', () => {
  const sources = [source('first', 1, 50), source('second', 2, 6), source('second', recentMs * 2, 50), source('third', 3, 40)]
  expect(recentSessions(sources, now)).toEqual(['first', 'third'])
})
