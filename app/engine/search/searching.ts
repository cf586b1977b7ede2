/** The search index of an open store: kept up to date in the background, or before a search. */
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from '../../model/columns.ts'
import { StrataError } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { Derived, Given } from '../derived/derived.ts'
import { Schedule, type Pace } from '../derived/schedule.ts'
import { Askers } from './askers.ts'
import { isChanged, sealOf } from './index/file-seal.ts'
import { isIndexDamaged, SearchIndex } from './index/search-index.ts'
import { IndexTurns } from './index-turns.ts'
import { KeptSearches } from './kept-searches.ts'
import { forgetCommits, updateIndex, type IndexProgress } from './update-index.ts'
import type { SearchPlace } from './search-place.ts'
import tablesMark from './tables-mark.sql?raw'

/** Changes of a running session come in groups. */
const pace: Pace = { delayMs: 500, waitsForRest: false, share: 1, retryMs: 30_000 }
/** After opening, milliseconds until the index is looked at: first the window shows its list. */
const openMs = 2_000

const searchFile = 'search.db'

export interface SearchingOptions {
  /** Whether the index follows every change; otherwise it is brought up to date before a search. */
  readonly isKept: boolean
  /** For a store that cannot be written: where the index is. */
  readonly folder: string | undefined
}

export class Searching implements Derived<never, Given> {
  /** No statement reads the index. */
  readonly tables = []
  readonly schedule: Schedule | undefined
  readonly maxSilent = { asked: 0, idle: 0 }
  readonly phase = 'Indexing for search'
  readonly maxAttempts = 1
  readonly runsWithJobs = false
  readonly yieldsToImports = false
  readonly #context: EngineContext
  readonly #isKept: boolean
  readonly #folder: string | undefined
  #index: SearchIndex | undefined
  readonly #turns = new IndexTurns()
  /** The index has what the tables had with this mark; undefined: something may be missing. */
  #wholeAt: string | undefined
  /** How many changes of the index have begun, and how many updates have not ended. */
  #changes = 0
  #updates = 0
  #isClosed = false
  #pending = 0
  /** Undefined: an update has compared the index with the tables. */
  #notLooked: (() => void)[] | undefined = []
  /** Complete searches, which examine all candidates. */
  readonly found = new KeptSearches()
  readonly askers = new Askers()

  constructor(context: EngineContext, { isKept, folder }: SearchingOptions) {
    this.#context = context
    this.#isKept = isKept
    this.#folder = folder
    this.schedule = isKept ? new Schedule(pace, (sessions) => this.update(sessions).then(() => true)) : undefined
    this.schedule?.plan(null, openMs)
  }

  get #file(): string {
    return join(this.#folder ?? this.#context.store.dir, searchFile)
  }

  get index(): SearchIndex {
    if (this.#index !== undefined) return this.#index
    // A store that cannot be written has an index that can be used, and a copy of it that can be written.
    const there = join(this.#context.store.dir, searchFile)
    if (this.#folder !== undefined)
      for (const [from, to] of [[there, this.#file] as const, [sealOf(there), sealOf(this.#file)] as const])
        if (existsSync(from)) copyFileSync(from, to)
    this.#index = new SearchIndex(this.#file, this.#isKept)
    return this.#index
  }

  /** Whether there is one. */
  get exists(): boolean {
    return existsSync(this.#file)
  }

  summaryOf(): string {
    return 'Indexed for search'
  }

  async given(): Promise<Given> {
    return { mark: `${this.#changes} ${await this.#tablesMark()}` }
  }

  async missing(): Promise<[] | undefined> {
    return (await this.#isWholeForTables()) ? undefined : []
  }

  /** One update covers all that is missing. */
  batches(): [] {
    return []
  }

  async begin(_given: Given, checkpoint: () => void): Promise<void> {
    await this.update(null, { checkpoint })
  }

  make(): Promise<void> {
    return Promise.resolve()
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

  /** One update runs after the other. @throws StrataError cancelled */
  update(sessions: readonly string[] | null = null, progress: Partial<IndexProgress> = {}): Promise<number> {
    this.#updates += 1
    return this.#turns
      .change(() => this.#updateNow(sessions, progress))
      .finally(() => {
        this.#updates -= 1
        this.#hasLooked()
      })
  }

  async #tablesMark(): Promise<string> {
    const [row] = await this.#context.store.database.query(tablesMark, { mark: text('mark') })
    return row?.mark ?? ''
  }

  /** The index at this moment. */
  #place(isWhole: SearchPlace['isWhole']): SearchPlace {
    return { store: this.#context.store, index: this.index, pending: this.#pending, isWhole }
  }

  /** Whether the index has everything that the tables have, and nothing changes it. */
  async #isWholeNow(): Promise<boolean> {
    return this.schedule?.isSettled !== false && (await this.#isWholeForTables())
  }

  async #isWholeForTables(): Promise<boolean> {
    return this.#wholeAt !== undefined && this.#wholeAt === (await this.#tablesMark())
  }

  /** Asks the index that there is: it may lack something, and its answer says so. */
  async #askNow<T>(ask: (place: SearchPlace) => Promise<T>): Promise<T> {
    await this.look()
    const [changes, isWhole] = [this.#changes, await this.#isWholeNow()]
    // A change that nothing has announced is found by comparing.
    if (!isWhole && this.#updates === 0 && this.schedule?.isPlanned === false) this.schedule.plan(null)
    return ask(this.#place(async () => isWhole && changes === this.#changes && (await this.#isWholeNow())))
  }

  /** Asks an index that has everything. @throws StrataError cancelled */
  async #askWhole<T>(ask: (place: SearchPlace) => Promise<T>): Promise<T> {
    await this.#context.ensure('search')
    return this.#turns.search(() => {
      const isWhole = this.#wholeAt !== undefined
      return ask(this.#place(() => Promise.resolve(isWhole)))
    })
  }

  /**
   * Queries the index; a damaged index is rebuilt first.
   * @param waits whether to wait until the index is complete. An index that does not follow changes is always waited for.
   * @throws StrataError cancelled
   */
  async asking<T>(waits: boolean, ask: (place: SearchPlace) => Promise<T>): Promise<T> {
    const once = (): Promise<T> => (waits || !this.#isKept ? this.#askWhole(ask) : this.#askNow(ask))
    return this.orRebuilt(once)
  }

  /** Does the work. When it fails because the index is damaged, rebuilds the index and repeats the work. @throws StrataError cancelled */
  async orRebuilt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (thrown) {
      if (!isIndexDamaged(thrown)) throw thrown
      await this.rebuild({})
      return work()
    }
  }

  /** Rebuilds the index. @throws StrataError cancelled */
  rebuild(progress: Partial<IndexProgress>): Promise<number> {
    return this.#turns.change(async () => {
      this.#begins()
      await this.index.ask('clear', undefined)
      return this.#updateNow(null, progress)
    })
  }

  /** Removes from the index everything that the tables no longer contain, without a trace. */
  async forget(): Promise<void> {
    if (!this.exists) return
    await this.#turns.change(async () => {
      this.#begins()
      try {
        await forgetCommits(this.#context.store, this.index)
        await this.index.ask('compact', undefined)
      } catch (thrown) {
        if (!isIndexDamaged(thrown)) throw thrown
        await this.index.ask('clear', undefined)
      }
    })
  }

  /** Faults of the index, as sentences; empty: none. */
  async check(): Promise<readonly string[]> {
    if (!this.exists) return []
    // Opening it would make it again.
    if (this.#index === undefined && isChanged(this.#file)) return ['something else changed it']
    return this.index.ask('check', undefined)
  }

  /** A change of the index: until its end something may be missing. */
  #begins(): void {
    this.#wholeAt = undefined
    this.#changes += 1
  }

  async #updateNow(sessions: readonly string[] | null, progress: Partial<IndexProgress>): Promise<number> {
    if (this.#isClosed) return 0
    // What compares everything covers every earlier change.
    if (sessions === null) this.schedule?.cancel()
    const mark = await this.#tablesMark()
    if ((await this.index.ask('mark', undefined)) === mark) {
      this.#wholeAt = mark
      return 0
    }
    // Changes of some sessions leave the index whole if it was.
    const isWhole = sessions === null || this.#wholeAt !== undefined
    const changed = await this.#bringUpToDate(sessions, progress).catch((thrown: unknown) => {
      this.schedule?.planAgain()
      throw thrown
    })
    this.#wholeAt = isWhole ? mark : undefined
    // What could not be read is tried again.
    const unread = await this.index.ask('unread', undefined)
    if (sessions === null && unread.length === 0) await this.index.ask('setMark', mark)
    return changed
  }

  #bringUpToDate(sessions: readonly string[] | null, progress: Partial<IndexProgress>): Promise<number> {
    return updateIndex(this.#context.store, this.index, sessions, {
      checkpoint: () => {
        if (this.#isClosed) throw new StrataError('cancelled', 'The engine is shutting down')
        progress.checkpoint?.()
      },
      begin: () => this.#begins(),
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
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#turns.ended()
    await this.#index?.close()
  }
}
