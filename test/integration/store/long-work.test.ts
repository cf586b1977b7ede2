/** Long work on commits: it tells how it goes on, can be stopped, and leaves nothing half done. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { ExportPlan, ExportView } from '../../../app/contract/export.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import { openEngine, type Engine } from '../../../app/engine/engine.ts'
import { conversation } from '../../support/conversation.ts'
import { tempDir } from '../../support/temp-dir.ts'
import { runJob, withEngine } from '../../support/with-engine.ts'
import { writeConversation } from '../../support/write-conversation.ts'

const told = conversation({ seed: 'cellar' })
  .human('What is in the cellar?')
  .runs('ls cellar', 'apples')
  .agent('Apples.')
  .human('And in the attic?')
  .agent('Dust.')
  .compacts()
  .human('Thank you')
  .agent('You are welcome.')

/** The tip of the conversation's chain. */
const imported = async (engine: Engine): Promise<string> => {
  const { projects } = writeConversation(tempDir(), told)
  await runJob(engine, 'import.start', { paths: [projects] })
  const { commits } = await engine.ask('chain.log', { limit: 1 })
  return commits[0]?.commitId ?? ''
}

test('a conversation is rebuilt as a job that counts its commits', async () => {
  const phases = new Set<string>()
  const engine = await openEngine({
    storeDir: tempDir(),
    onSignal: (signal) => {
      if (signal.kind === 'job' && signal.job.kind === 'materialise') phases.add(signal.job.phase)
    },
  })
  const commitId = await imported(engine)
  const asked = await engine.ask('commit.materialise', { commitId, stop: 'root', format: 'events-v1' })
  const { jobId } = await engine.ask('materialise.start', { commitId, stop: 'root' })
  const job = await engine.ask('job.wait', { jobId })
  expect([...phases]).toEqual(['Finding the commits', 'Rebuilding the conversation'])
  expect(job).toMatchObject({ state: 'done', done: asked.commitCount, total: asked.commitCount, unit: 'commits' })
  expect(job.result).toEqual({ ...(await engine.ask('commit.materialise', { commitId, stop: 'root' })), cached: false })
  await engine.close()
})

const cancelled = async (engine: Engine, { jobId }: JobView): Promise<JobView> => {
  await engine.ask('job.cancel', { jobId })
  return engine.ask('job.wait', { jobId })
}

test('a stopped export writes no file and leaves existing files unchanged', async () => {
  await withEngine(tempDir(), async (engine) => {
    const commitId = await imported(engine)
    const to = path.join(tempDir(), 'notes.md')
    expect(await cancelled(engine, await engine.ask('export.start', { commitId, target: 'markdown', to }))).toMatchObject({
      state: 'cancelled',
    })
    expect(existsSync(to)).toBe(false)
    writeFileSync(to, 'mine')
    await cancelled(engine, await engine.ask('export.start', { commitId, target: 'markdown', to, replaces: true }))
    expect(readFileSync(to, 'utf8')).toBe('mine')
    expect(await cancelled(engine, await engine.ask('materialise.start', { commitId }))).toMatchObject({ state: 'cancelled' })
    expect(await cancelled(engine, await engine.ask('compare.start', { left: commitId, right: commitId }))).toMatchObject({
      state: 'cancelled',
    })
  })
})

test('an existing file is replaced by an export only on request', async () => {
  await withEngine(tempDir(), async (engine) => {
    const commitId = await imported(engine)
    const to = path.join(tempDir(), 'notes.md')
    writeFileSync(to, 'mine')
    const refused = await engine.ask('export.start', { commitId, target: 'markdown', to })
    expect(await engine.ask('job.wait', refused)).toMatchObject({ state: 'failed', failure: { code: 'target-exists' } })
    const made = await engine.ask('export.start', { commitId, target: 'markdown', to, replaces: true })
    const view = (await engine.ask('job.wait', made)).result as ExportView
    expect(view).toMatchObject({ path: to, content: null })
    expect(readFileSync(to, 'utf8')).toContain('You are welcome.')
    await expect(engine.ask('export.start', { commitId, target: 'markdown' })).rejects.toThrow('needs a file, or the folder')
  })
})

test('the plan of an export lists included commits, summaries, excluded commits, and where it fits a budget', async () => {
  await withEngine(tempDir(), async (engine) => {
    const commitId = await imported(engine)
    const plan = (stop: string, budget?: number): Promise<ExportPlan> =>
      engine.ask('export.plan', { commitId, target: 'claude-code', stop, ...(budget === undefined ? {} : { budget }) })
    const { total } = await engine.ask('commit.history', { commitId })
    const near = await plan('compaction')
    const all = await plan('root')
    const parts = ({ goesIn, compacted, leftOut }: ExportPlan): number[] => [goesIn, compacted, leftOut].map(({ commits }) => commits)
    expect(parts(near).reduce((sum, each) => sum + each, 0)).toBe(total)
    expect(near.compacted.commits).toBeGreaterThan(0)
    expect(parts(all)).toEqual([total - 1, 0, 1])
    // “Thank you” follows the compaction: nine characters.
    expect([near.goesIn.estimated, all.goesIn.estimated]).toEqual([0, 3])
    const last = await plan(commitId)
    expect(parts(last)).toEqual([1, 0, total - 1])
    // Whatever is said to fit is as large as said when it is begun there, also behind a compaction.
    for (let budget = 1; budget < 40_000; budget += Math.ceil(budget / 3)) {
      const { fitting } = await plan('root', budget)
      if (fitting !== null) expect((await plan(fitting.commitId, budget)).goesIn.tokens).toBe(fitting.tokens)
    }
    expect(all.goesIn.tokens ?? 0).toBeGreaterThan(0)
    expect(await plan('root', 1_000_000_000)).toMatchObject({ fitting: { tokens: all.goesIn.tokens } })
    expect((await plan('root', 1)).fitting).toBeNull()
  })
})
