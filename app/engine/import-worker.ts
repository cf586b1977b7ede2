/** Worker thread: derives one session after another, so that parsing and compressing never block who asked. */
import { parentPort } from 'node:worker_threads'
import { deriveSession } from './derive/derive-session.ts'
import { buffersOf } from './derive/session-buffers.ts'
import type { FromWorker, ToWorker } from './derive/worker-messages.ts'
import { systemCode } from '../model/system-code.ts'

const port = parentPort
if (port === null) throw new Error('runs as a worker thread only')

const answer = (message: FromWorker, transfer: readonly ArrayBuffer[] = []): void => {
  port.postMessage(message, transfer)
}

const work = async (message: ToWorker): Promise<void> => {
  try {
    const derived = await deriveSession(message.task, (bytes) => answer({ kind: 'progress', bytes }))
    answer({ kind: 'derived', session: derived }, buffersOf(derived))
  } catch (thrown) {
    answer({
      kind: 'failed',
      code: systemCode(thrown),
      message: thrown instanceof Error ? thrown.message : String(thrown),
    })
  }
}

port.on('message', (message: ToWorker) => void work(message))
