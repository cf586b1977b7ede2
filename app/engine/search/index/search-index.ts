/** The search index as the engine uses it: its threads start with the first question. */
import { Worker } from 'node:worker_threads'
import { builtScript } from '../../kernel/built-script.ts'
import type { FromIndex, IndexCallName, IndexCalls, IndexThreadData, ToIndex } from './index-messages.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** A failure of the thread. */
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

/** One of the threads. */
class IndexThread {
  readonly #data: IndexThreadData
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | undefined
  #lastId = 0

  constructor(data: IndexThreadData) {
    this.#data = data
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
    const worker = new Worker(builtScript('search-worker'), { workerData: this.#data })
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
    // Its exit refuses what was asked since.
    await worker.terminate()
  }
}

/** Queries that are sent while a person types: they do not wait for indexing. */
const searches: ReadonlySet<IndexCallName> = new Set<IndexCallName>([
  ...(['match', 'matching', 'recent', 'possible', 'turns', 'fullTurns', 'names', 'namesOf', 'unread', 'frequencies', 'size'] as const),
])
/** Calls that replace the file or rewrite all of it. */
const replacing: ReadonlySet<IndexCallName> = new Set<IndexCallName>(['clear', 'compact'])

export class SearchIndex {
  readonly path: string
  readonly #writer: IndexThread
  /** Undefined: one thread does both. */
  readonly #reader: IndexThread | undefined
  /** Searches wait for it. */
  #replaced: Promise<unknown> = Promise.resolve()

  /** @param isKept whether it is built in the background, at low priority, while others search */
  constructor(path: string, isKept = false) {
    this.path = path
    this.#writer = new IndexThread({ path, isReader: false, isInBackground: isKept })
    this.#reader = isKept ? new IndexThread({ path, isReader: true, isInBackground: false }) : undefined
  }

  /** @throws Error when the thread ends or the question is none */
  async ask<N extends IndexCallName>(name: N, input: IndexCalls[N][0], transfer: readonly ArrayBuffer[] = []): Promise<IndexCalls[N][1]> {
    if (this.#reader === undefined) return this.#writer.ask(name, input, transfer)
    if (searches.has(name)) {
      await this.#replaced
      return this.#reader.ask(name, input)
    }
    if (!replacing.has(name)) return this.#writer.ask(name, input, transfer)
    // The reader would keep the file that was replaced.
    const done = this.#reader.close().then(() => this.#writer.ask(name, input, transfer))
    this.#replaced = done.catch(() => undefined)
    return done
  }

  async close(): Promise<void> {
    await this.#reader?.close()
    await this.#writer.close()
  }
}
