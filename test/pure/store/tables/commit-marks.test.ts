/** Commits of a session that has grown are told from those that are as they were by marks of their groups. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markCommits } from '../../../../app/store/tables/commit-marks.ts'
import type { TableRow } from '../../../../app/store/tables/tables.ts'

type CommitRow = TableRow<'commits'>

const rowOf = (position: number, summary: string): CommitRow => ({
  commitId: `ctx-${position}`,
  parentId: position === 0 ? null : `ctx-${position - 1}`,
  sessionId: 's',
  chain: 'main',
  position,
  commitType: 'delta',
  checkpoint: 'turn',
  artifactHash: 'a',
  recordHash: 'r',
  format: 'claude-code-v1',
  template: 't',
  principal: 'p',
  summary,
  createdAt: '2026-01-01T00:00:00Z',
  startedAt: null,
  endedAt: null,
  records: 1,
  bytes: 1,
  humanPrompts: 1,
  commands: 0,
  responses: 1,
  toolCalls: 0,
  errors: 0,
  models: [],
  preserved: [],
  branchOf: null,
  agentType: null,
  spawnCall: null,
  cwd: null,
  gitBranch: null,
  clientVersion: null,
  machine: null,
  ticketId: null,
  threadId: null,
  tokenCount: null,
})

/** Positions have gaps: two chains may hold the same commit. */
const rowsOf = (summaries: readonly string[], skipped: ReadonlySet<number>): readonly CommitRow[] =>
  summaries.flatMap((summary, at) => (skipped.has(at) ? [] : [rowOf(at, summary)]))

const anySummaries = fc.array(fc.constantFrom('Sow', 'Water', 'Reap'), { maxLength: 100 })

test('unchanged commits and written ones together are the commits of the session', () => {
  fc.assert(
    fc.property(anySummaries, anySummaries, fc.uniqueArray(fc.nat(100)), fc.option(fc.nat(100)), (before, more, gaps, changedAt) => {
      const skipped = new Set(gaps)
      const there = rowsOf(before, skipped)
      const grown = [...before, ...more].map((summary, at) => (at === changedAt ? 'Rest' : summary))
      const after = rowsOf(grown, skipped)
      const { rows, marks, kept, firstPosition } = markCommits(after, markCommits(there, []).marks)
      const stays = there.filter(({ position }) => position < firstPosition)
      expect(stays).toHaveLength(kept)
      expect([...stays, ...rows]).toEqual(after)
      expect(marks).toEqual(markCommits(after, []).marks)
    }),
    { numRuns: 300 },
  )
})

test('unchanged commits are not written; of appended ones only those at the end are', () => {
  const rows = rowsOf(
    Array.from({ length: 100 }, (_, at) => `Turn ${at}`),
    new Set(),
  )
  const { marks } = markCommits(rows, [])
  expect(markCommits(rows, marks)).toMatchObject({ rows: [], kept: 100, firstPosition: 100 })
  expect(markCommits([...rows, rowOf(100, 'One more')], marks)).toMatchObject({ kept: 96, firstPosition: 96 })
})
