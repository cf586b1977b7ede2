/** A program for crash tests: makes commits onto a fork, describes and pins them, and names each on standard output once it is acknowledged. */
import { writeSync } from 'node:fs'
import { openEngine } from '../../app/engine/engine.ts'
import { made, turn } from './made-commits.ts'

const write = async (storeDir: string, round: string): Promise<void> => {
  const engine = await openEngine({ storeDir, program: 'kill-checkpointer', env: {} })
  if (engine.catchUp !== undefined) await engine.ask('job.wait', { jobId: engine.catchUp.jobId })
  const root = await made(engine, { bytes: turn(`round ${round}`), sessionId: `s${round}` })
  await engine.ask('ref.set', { kind: 'fork', name: `f${round}`, commitId: root })
  for (let at = 0; ; at++) {
    const next = await made(engine, { bytes: turn(`step ${at}`, at * 10), sessionId: `s${round}`, onto: `f${round}` })
    await engine.ask('commit.describe', { commitId: next, summary: `written ${at}` })
    await engine.ask('commit.pin', { commitId: next })
    writeSync(1, `${next}\n`)
  }
}

void write(process.argv[2] ?? '', process.argv[3] ?? '')
