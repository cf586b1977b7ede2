/** Worker thread: derives sessions, so that parsing and compressing never block who asked. */
import { parentPort } from 'node:worker_threads'
import { deriveSession } from './derive-session.ts'
import { SourceCache } from './source-cache.ts'
import { buffersOf } from './release-buffers.ts'
import type { FromWorker, ToWorker } from './derive-task.ts'
import { systemCode } from '../model/failure.ts'

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')

const answer = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer)
}

const kept = new SourceCache()

const work = async ({ id, task }: ToWorker): Promise<void> => {
  try {
    const derived = await deriveSession(task, (bytes) => answer({ kind: 'progress', bytes }), kept)
    answer({ kind: 'derived', id, session: derived }, buffersOf(derived))
  } catch (thrown) {
    answer({
      kind: 'failed',
      id,
      code: systemCode(thrown),
      message: thrown instanceof Error ? thrown.message : String(thrown),
    })
  }
}

/** One session is read while what another gave is compressed. */
const maxAtOnce = 2
let atOnce = 0
const waiting: ToWorker[] = []

const workOn = (): void => {
  while (atOnce < maxAtOnce) {
    const next = waiting.shift()
    if (next === undefined) return
    atOnce += 1
    void work(next).finally(() => {
      atOnce -= 1
      workOn()
    })
  }
}

port.on('message', (message: ToWorker) => {
  waiting.push(message)
  workOn()
})
