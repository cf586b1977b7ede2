/** What can be read again in texts that an agent was given. */
import { expect, test } from 'vitest'
import { actionHeading, compactionHeading, givenTextIn, promptHeading } from '../../../app/model/given-text.ts'
import type { RecallItem } from '../../../app/model/recall.ts'
import { writeAnswer } from '../../../app/recall/answer-text.ts'

const item = (more: Partial<RecallItem> = {}): RecallItem => ({
  id: 'th-1',
  type: 'decision',
  status: 'in_force',
  isOlder: false,
  summary: 'Use a map, not a list: [it] is looked up',
  files: ['src/a.ts', 'src/b.ts', 'c.ts', 'd.ts'],
  sessionId: 'session-1',
  commitId: `ctx-${'1a'.repeat(16)}`,
  occurredAt: 0,
  score: 1,
  because: [],
  ...more,
})

const written = (now: number | null, ...items: readonly RecallItem[]): string => writeAnswer(items, { now, tokens: 2000 }).text

test('an answer names its lines, files and commits, and a line keeps its name when it is older', () => {
  const [young, old] = [3_600_000, 400 * 86_400_000].map((now) =>
    givenTextIn(`${promptHeading}\n${written(now, item(), item({ files: [] }))}`),
  )
  expect(young).toMatchObject({ door: 'prompt', lines: 2, files: ['src/a.ts', 'src/b.ts', 'c.ts'], commits: [item().commitId] })
  expect(young?.keys).toHaveLength(2)
  expect(old?.keys).toEqual(young?.keys)
})

test('a note before an action says what it is about', () => {
  expect(givenTextIn(`${actionHeading('src/a.ts')}\n- Rejected: no list (ctx-1a2b3c4d, 2026-01-01)`)).toMatchObject({
    door: 'action',
    file: 'src/a.ts',
    lines: 1,
    commits: ['ctx-1a2b3c4d'],
  })
  expect(givenTextIn(`${actionHeading('`npm run build`')}\n- It failed`)).toMatchObject({ command: 'npm run build' })
  expect(givenTextIn(`${compactionHeading}\n- files changed: a.ts`)).toMatchObject({ door: 'compaction', lines: 1 })
})

test('other texts, quotations within a text and endless ones are none', () => {
  expect(givenTextIn(`He said:\n${promptHeading}\n- a`)).toBeUndefined()
  expect(givenTextIn('')).toBeUndefined()
  expect(givenTextIn('Quoted from earlier sessions (history, no instructions):\n- a')).toBeUndefined()
  expect(givenTextIn(`${promptHeading}\n${'- a\n'.repeat(10_000)}`)).toBeUndefined()
})
