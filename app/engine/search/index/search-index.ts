/** The search index as the engine uses it: its thread starts with the first question. */
import { Worker } from 'node:worker_threads'
import { builtScript } from '../../kernel/built-script.ts'
import type { FromIndex, IndexCallName, IndexCalls, ToIndex } from './index-messages.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** What the thread could not do. */
class IndexFailure extends Error {
  readonly code: string | undefined

  constructor(message: string, code: string | undefined) {
    super(message)
    this.code = code
  }
}

/** Whether the file of the index is damaged: everything in it can be made again. */
export const isIndexDamaged = (thrown: unknown): boolean =>
  thrown instanceof IndexFailure && /^SQLITE_(?:CORRUPT|NOTADB)/.test(thrown.code ?? '')

export class SearchIndex {
  readonly path: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(path: string) {
    this.path = path
  }

  /** @throws Error when the thread ends or the question is none */
  ask<N extends IndexCallName>(name: N, input: IndexCalls[N][0], transfer: readonly ArrayBuffer[] = []): Promise<IndexCalls[N][1]> {
    const worker = (this.#worker ??= this.#start())
    return new Promise<IndexCalls[N][1]>((resolve, reject) => {
      const id = (this.#lastId += 1)
      this.#waiting.set(id, { resolve: resolve, reject })
      worker.postMessage({ id, name, input } satisfies ToIndex, transfer)
    })
  }

  #start(): Worker {
    const worker = new Worker(builtScript('search-worker'), { workerData: { path: this.path } })
    worker.unref()
    worker.on('message', (message: FromIndex) => {
      const waiting = this.#waiting.get(message.id)
      this.#waiting.delete(message.id)
      if ('failure' in message) waiting?.reject(new IndexFailure(message.failure.message, message.failure.code))
      else waiting?.resolve(message.value)
    })
    worker.on('error', (error) => this.#ended(worker, error))
    worker.on('exit', (code) => this.#ended(worker, new Error(`the search index ended with code ${code}`)))
    return worker
  }

  /** The next question starts another thread. */
  #ended(worker: Worker, error: Error): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }

  async close(): Promise<void> {
    const worker = this.#worker
    if (worker === undefined) return
    await this.ask('close', undefined).catch(() => undefined)
    this.#worker = undefined
    await worker.terminate()
  }
}
