/** What an import asks of the disk: DuckDB waits for it with each commit, and rewrites its file with each checkpoint. */
import path from 'node:path'
import { DuckDBConnection } from '@duckdb/node-api'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Engine } from '../../../../app/engine/engine.ts'
import { conversation, type Conversation } from '../../../support/conversation.ts'
import { tempDir } from '../../../support/temp-dir.ts'
import { runJob, withEngine } from '../../../support/with-engine.ts'
import { writeConversation } from '../../../support/write-conversation.ts'

const turns = (talk: Conversation, count: number): Conversation => {
  for (let turn = 0; turn < count; turn += 1) talk.human(`Question ${turn}`).agent(`Answer ${turn}`)
  return talk
}

const commitsOf = async (engine: Engine): Promise<number> => (await engine.ask('chain.log', { limit: 10_000 })).commits.length

test('an import of ten lines makes at most two commits in DuckDB and no checkpoint, also the first one and that of lines that came since', async () => {
  const dir = tempDir()
  await withEngine(path.join(dir, 'store'), async (engine) => {
    const run = vi.spyOn(DuckDBConnection.prototype, 'run')
    onTestFinished(() => run.mockRestore())
    const asked = (word: string): number => run.mock.calls.filter(([sql]) => sql.startsWith(word)).length
    const [one, other] = ['one', 'other'].map((seed) => turns(conversation({ seed }), 5))
    const steps = [one, other, other?.human('One more').agent('And its answer'), undefined]
    const made: unknown[] = []
    for (const talk of steps) {
      const { projects } = writeConversation(dir, ...(talk === undefined ? [] : [talk]))
      run.mockClear()
      await runJob(engine, 'import.start', { paths: [projects] })
      made.push({ commits: asked('COMMIT'), checkpoints: asked('CHECKPOINT') })
    }
    expect(made).toEqual([...Array.from({ length: 3 }, () => ({ commits: 2, checkpoints: 0 })), { commits: 0, checkpoints: 0 }])
    expect(await commitsOf(engine)).toBe(11)
  })
})

test('an import of many records folds the log of DuckDB into its file', async () => {
  const dir = tempDir()
  const { projects } = writeConversation(dir, turns(conversation(), 3000))
  await withEngine(path.join(dir, 'store'), async (engine) => {
    const run = vi.spyOn(DuckDBConnection.prototype, 'run')
    onTestFinished(() => run.mockRestore())
    await runJob(engine, 'import.start', { paths: [projects] })
    expect(run.mock.calls.some(([sql]) => sql === 'CHECKPOINT')).toBe(true)
  })
})
