/** The search index of an open store: kept up to date in the background, or before a search. */
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { sealOf } from './index/file-seal.ts'
import { isIndexDamaged, SearchIndex } from './index/search-index.ts'
import { KeptSearches } from './kept-searches.ts'
import { updateIndex, type IndexProgress } from './update-index.ts'
import tablesMark from './tables-mark.sql?raw'

/** After a change, milliseconds until the index follows: changes of a running session come in groups. */
const followMs = 500
/** After opening, milliseconds until the index is looked at: first the window shows its list. */
const openMs = 2_000

const searchFile = 'search.db'

/** Windows and programs whose last search is known. */
const mostAskers = 100

export interface SearchingOptions {
  /** Whether the index follows every change; otherwise it is brought up to date before a search. */
  readonly isKept: boolean
  /** For a store that cannot be written: where the index is. */
  readonly folder: string | undefined
}

export class Searching {
  readonly #context: EngineContext
  readonly #isKept: boolean
  readonly #folder: string | undefined
  #index: SearchIndex | undefined
  #work: Promise<unknown> = Promise.resolve()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** Sessions that changed since the last update; null: any may have. */
  #changed: Set<string> | null = new Set()
  #isClosed = false
  #pending = 0
  /** Undefined: an update has compared the index with the tables. */
  #notLooked: (() => void)[] | undefined = []
  /** Those that look at everything. */
  readonly found = new KeptSearches()
  /** How many searches each asker has begun. */
  readonly #begun = new Map<string, number>()

  constructor(context: EngineContext, { isKept, folder }: SearchingOptions) {
    this.#context = context
    this.#isKept = isKept
    this.#folder = folder
    if (isKept) this.#plan(null, openMs)
  }

  get #path(): string {
    return join(this.#folder ?? this.#context.store.dir, searchFile)
  }

  get index(): SearchIndex {
    if (this.#index !== undefined) return this.#index
    // A store that cannot be written has an index that can be used, and a copy of it that can be written.
    const there = join(this.#context.store.dir, searchFile)
    if (this.#folder !== undefined)
      for (const [from, to] of [[there, this.#path] as const, [sealOf(there), sealOf(this.#path)] as const])
        if (existsSync(from)) copyFileSync(from, to)
    this.#index = new SearchIndex(this.#path, this.#isKept)
    return this.#index
  }

  /** Whether there is one. */
  get exists(): boolean {
    return existsSync(this.#path)
  }

  /** Rows of these sessions changed; none are named: anything may have. */
  later(sessionIds: readonly string[]): void {
    if (this.#isKept) this.#plan(sessionIds.length === 0 ? null : sessionIds, followMs)
  }

  #plan(sessionIds: readonly string[] | null, ms: number): void {
    if (sessionIds === null) this.#changed = null
    else for (const id of sessionIds) this.#changed?.add(id)
    if (this.#isClosed || this.#timer !== undefined) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      const changed = this.#changed === null ? null : [...this.#changed]
      this.#changed = new Set()
      // What fails now is made up for by the next change, or by the next search.
      this.update(changed).catch(() => undefined)
    }, ms)
    this.#timer.unref()
  }

  /** Resolves when `pending` is right: an index that is kept is first looked at some time after opening. */
  async look(): Promise<void> {
    const waiting = this.#notLooked
    if (!this.#isKept || waiting === undefined) return
    const looked = new Promise<void>((resolve) => waiting.push(resolve))
    if (waiting.length === 1) this.update().catch(() => undefined)
    await looked
  }

  #hasLooked(): void {
    const waiting = this.#notLooked ?? []
    this.#notLooked = undefined
    for (const resolve of waiting) resolve()
  }

  /** Begins a search. @returns whether the same asker has begun another since; without a name: never */
  begin(asker: string | undefined): () => boolean {
    if (asker === undefined) return () => false
    const number = (this.#begun.get(asker) ?? 0) + 1
    this.#begun.delete(asker)
    this.#begun.set(asker, number)
    const [oldest] = this.#begun.keys()
    if (this.#begun.size > mostAskers && oldest !== undefined) this.#begun.delete(oldest)
    return this.follow(asker)
  }

  /** For what belongs to the search that the asker began last. @returns whether it has begun another since */
  follow(asker: string | undefined): () => boolean {
    if (asker === undefined) return () => false
    const number = this.#begun.get(asker)
    return () => this.#begun.get(asker) !== number
  }

  /** Commits that are known to be missing in the index. */
  get pending(): number {
    return this.#pending
  }

  /** One update runs after the other. @throws StrataError cancelled */
  update(sessions: readonly string[] | null = null, progress: Partial<IndexProgress> = {}): Promise<number> {
    const done = this.#work.then(() => this.#updateNow(sessions, progress)).finally(() => this.#hasLooked())
    this.#work = done.catch(() => undefined)
    return done
  }

  /** Asks the index; a damaged one is made anew first. @throws StrataError cancelled */
  async withIndex<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask()
    } catch (thrown) {
      if (!isIndexDamaged(thrown)) throw thrown
      await this.rebuild({})
      return ask()
    }
  }

  /** Makes the index anew. @throws StrataError cancelled */
  rebuild(progress: Partial<IndexProgress>): Promise<number> {
    const done = this.#work.then(async () => {
      await this.index.ask('clear', undefined)
      return this.#updateNow(null, progress)
    })
    this.#work = done.catch(() => undefined)
    return done
  }

  /** Removes from the index what is no longer in the tables, without a trace. */
  async forget(): Promise<void> {
    if (!this.exists) return
    await this.update()
    await this.index.ask('compact', undefined)
  }

  /** What is wrong with the index, in sentences; nothing where there is none. */
  async check(): Promise<readonly string[]> {
    return this.exists ? this.index.ask('check', undefined) : []
  }

  async #updateNow(sessions: readonly string[] | null, progress: Partial<IndexProgress>): Promise<number> {
    if (this.#isClosed) return 0
    const { store } = this.#context
    const [mark] = await store.database.query(tablesMark, { mark: text('mark') })
    if (mark !== undefined && (await this.index.ask('mark', undefined)) === mark.mark) return 0
    const changed = await updateIndex(store, this.index, sessions, {
      checkpoint: () => {
        if (this.#isClosed) throw new StrataError('cancelled', 'The engine is shutting down')
        progress.checkpoint?.()
      },
      expect: (commits) => {
        this.#pending = commits
        this.#hasLooked()
        progress.expect?.(commits)
      },
      advance: (commits) => {
        this.#pending -= commits
        progress.advance?.(commits)
      },
    })
    // What could not be read is tried again.
    const unread = await this.index.ask('unread', undefined)
    if (sessions === null && mark !== undefined && unread.length === 0) await this.index.ask('setMark', mark.mark)
    return changed
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearTimeout(this.#timer)
    await this.#work
    await this.#index?.close()
  }
}
