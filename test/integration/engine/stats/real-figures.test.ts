/** Figures of real sessions are consistent with one another. */
import { expect, onTestFinished, test } from 'vitest'
import { openEngine } from '../../../../app/engine/engine.ts'
import { realSessions, sharedOrSkip } from '../../../support/strata-inputs.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

test('in every real session the states of the main lane add up to its length and both ledgers to its user records', async (context) => {
  const { projects } = realSessions(sharedOrSkip(context))
  const engine = await openEngine({ storeDir: tempDir() })
  onTestFinished(() => engine.close())
  const { jobId } = await engine.ask('import.start', { paths: [projects] })
  expect(await engine.ask('job.wait', { jobId })).toMatchObject({ state: 'done' })

  const { rows } = await engine.ask('sessions.list', { everything: true })
  expect(rows.length).toBeGreaterThan(0)
  for (const { sessionId, durationMs, humanPrompts, toolCalls, outputTokens } of rows) {
    const timeline = await engine.ask('session.timeline', { sessionId })
    const hasMain = timeline.events.some(({ chain }) => chain === 'main')
    expect([sessionId, sum(Object.values(timeline.totals))]).toEqual([sessionId, hasMain ? durationMs : 0])

    const stats = await engine.ask('session.stats', { sessionId })
    for (const ledger of [stats.reference, stats.finer])
      expect([sessionId, sum(ledger.map(({ records }) => records))]).toEqual([sessionId, stats.naiveUserRecords])
    expect([sessionId, stats.humanPrompts, stats.toolCalls]).toEqual([sessionId, humanPrompts, toolCalls])
    expect([sessionId, sum(stats.tokens.map((row) => Number(row.outputTokens)))]).toEqual([sessionId, outputTokens ?? 0])
  }
  const log = await engine.ask('chain.log', {})
  const place = new Map(log.commits.map(({ commitId }, at) => [commitId, at]))
  for (const { commitId, parentId } of log.commits)
    if (parentId !== null) expect([commitId, (place.get(parentId) ?? -1) > (place.get(commitId) ?? Infinity)]).toEqual([commitId, true])
})
