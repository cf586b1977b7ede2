/** Sessions are derived several at a time in a thread: what one does to it is not done to the others. */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { DeriveTask } from '../../../../app/transcripts/derive-task.ts'
import { WorkerPool } from '../../../../app/engine/kernel/worker-pool.ts'
import { tempDir } from '../../../support/temp-dir.ts'

const record = (number: number): string =>
  `${JSON.stringify({ type: 'user', uuid: `u-${number}`, parentUuid: number === 0 ? null : `u-${number - 1}`, message: { content: `prompt ${number}` } })}\n`

const taskOf = (folder: string, sessionId: string, records: number): DeriveTask => {
  const file = path.join(folder, `${sessionId}.jsonl`)
  writeFileSync(file, Array.from({ length: records }, (_, number) => record(number)).join(''))
  const source = {
    agent: 'claude-code',
    sourceId: sessionId,
    readFrom: file,
    path: file,
    file: `${sessionId}.jsonl`,
    root: folder,
    folder: 'f',
  }
  return {
    sessionId,
    sources: [{ ...source, role: 'session', agentId: undefined, modifiedNs: undefined }],
    inputs: { foreign: [], cuts: [], principal: undefined },
    takenIds: [],
    corrections: [],
    known: [],
  }
}

/** Session → its records, or why it was not derived. */
const deriveAll = async (pool: WorkerPool, tasks: readonly DeriveTask[]): Promise<ReadonlyMap<string, number | string | undefined>> => {
  onTestFinished(() => pool.close())
  const waiting = [...tasks]
  const outcomes = new Map<string, number | string | undefined>()
  for await (const outcome of pool.derive(
    () => Promise.resolve(waiting.shift()),
    () => undefined,
  ))
    outcomes.set(outcome.task.sessionId, outcome.kind === 'derived' ? outcome.session.packed.records.rows : outcome.code)
  return outcomes
}

test('all tasks are derived once, in any order', async () => {
  const folder = tempDir()
  const sizes = [3, 5_000, 1, 20, 4_000, 2, 7, 9, 300, 6, 11, 12]
  const tasks = sizes.map((records, at) => taskOf(folder, `s${at}`, records))
  const outcomes = await deriveAll(new WorkerPool(), tasks)
  expect(Object.fromEntries(outcomes)).toEqual(Object.fromEntries(sizes.map((records, at) => [`s${at}`, records])))
})

test('a stop cancels long tasks, and later tasks are derived', async () => {
  const folder = tempDir()
  const pool = new WorkerPool(undefined, 0)
  onTestFinished(() => pool.close())
  const stop = new AbortController()
  const waiting = [taskOf(folder, 'large', 300_000), taskOf(folder, 'later', 3)]
  const next = (): Promise<DeriveTask | undefined> => Promise.resolve(stop.signal.aborted ? undefined : waiting.shift())
  const outcomes: string[] = []
  for await (const outcome of pool.derive(next, () => stop.abort(), stop.signal)) outcomes.push(outcome.task.sessionId)
  expect(outcomes).toEqual([])
  expect(Object.fromEntries(await deriveAll(pool, [taskOf(folder, 'asked again', 4)]))).toEqual({ 'asked again': 4 })
})

test('a session without enough memory does not stop those derived in parallel', async () => {
  const folder = tempDir()
  const small = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => taskOf(folder, name, at + 1))
  const tasks = [...small.slice(0, 2), taskOf(folder, 'large', 200_000), ...small.slice(2)]
  const outcomes = await deriveAll(new WorkerPool(48), tasks)
  expect(Object.fromEntries(outcomes)).toEqual({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6, large: 'ERR_WORKER_OUT_OF_MEMORY' })
})
