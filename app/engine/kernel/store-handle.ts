/**
 * The store that an engine holds open. For a process that only reads, a store that cannot be written is opened too, with a copy of the
 * tables in a folder of this process. The store is opened again while its tables are rebuilt.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StrataError } from '../../model/failure.ts'
import { restoreIndex, forgetIndexAside, isIndexAside, removeIndex, rewriteIndex, setIndexAside } from '../../store/tables/index-files.ts'
import { defaultMemoryBytes, defaultThreads } from '../../store/tables/database.ts'
import type { Lock } from '../../store/files/lock.ts'
import { openStore, storeExists, type StoreOptions } from '../../store/open-store.ts'
import { storePaths, type StorePaths } from '../../store/files/store-folder.ts'
import type { Store } from '../../store/store.ts'

/**
 * Where there is no store: one is created, nothing is opened, or an empty one that is gone afterwards. `salvage`: nothing is opened either, and
 * where there is one, what can be read of a damaged journal takes its place.
 */
export type WhereNone = 'create' | 'fail' | 'empty' | 'salvage'

/** Whether a store that cannot be written is opened all the same, with a copy of its tables. */
export const mayBeCopy = (whereNone: WhereNone): boolean => whereNone === 'fail' || whereNone === 'empty'

export class StoreHandle {
  readonly #dir: string
  readonly #options: StoreOptions
  readonly #paths: StorePaths
  #store: Store
  /** Folder of this process that goes when it is closed. */
  readonly #passing: string | undefined
  #isOpen = true
  #opening: Promise<unknown> = Promise.resolve()
  #lock: Lock | undefined

  private constructor(dir: string, options: StoreOptions, store: Store, passing?: string) {
    this.#dir = dir
    this.#options = options
    this.#paths = storePaths(dir, options.work)
    this.#store = store
    this.#passing = passing
  }

  /**
   * @param whereNone see mayBeCopy: writing a copy fails with store-read-only
   * @param asCopy true: the tables are a copy in any case
   * @throws StrataError as openStore
   */
  static async open(dir: string, given: StoreOptions, whereNone: WhereNone, asCopy = false): Promise<StoreHandle> {
    if (whereNone === 'empty' && !(await storeExists(dir))) return withPassing((passing) => StoreHandle.#of(passing, given, passing))
    const options = { ...given, create: whereNone === 'create', salvage: whereNone === 'salvage' }
    try {
      if (!asCopy) return await StoreHandle.#of(dir, options)
    } catch (thrown) {
      if (!mayBeCopy(whereNone) || !isReadable(thrown)) throw thrown
    }
    return withPassing((work) => StoreHandle.#of(dir, { ...options, work }, work))
  }

  static async #of(dir: string, options: StoreOptions, passing?: string): Promise<StoreHandle> {
    return new StoreHandle(dir, options, await openStore(dir, options), passing)
  }

  /** True: its tables are a copy, and nothing of it can be written. */
  get isCopy(): boolean {
    return this.#passing !== undefined && !this.isPlaceholder
  }

  /** Where files of a store that cannot be written are; undefined: in its folder. */
  get workFolder(): string | undefined {
    return this.#passing
  }

  /** True: there is no store, and an empty one is used instead. */
  get isPlaceholder(): boolean {
    return this.#passing === this.#dir
  }

  get store(): Store {
    return this.#store
  }

  /** Waits while the store is opened again: queries that were running on the earlier one fail. */
  async whenOpen(): Promise<void> {
    await this.#opening.catch(() => undefined)
  }

  /** Rebuilds the tables from scratch. When that fails or is cancelled, the earlier tables are restored. */
  async rebuild<T>(fill: () => Promise<T>): Promise<T> {
    try {
      await this.#reopen({ reindex: true }, () => setIndexAside(this.#paths))
      const filled = await fill()
      await forgetIndexAside(this.#paths)
      return filled
    } catch (thrown) {
      if (await isIndexAside(this.#paths)) await this.#reopen({ reindex: false }, () => restoreIndex(this.#paths))
      throw thrown
    }
  }

  /** Replaces damaged tables with empty ones; every entry of the journal is pending then. */
  rebuildIndex(): Promise<void> {
    return this.#reopen({ reindex: true }, () => removeIndex(this.#paths))
  }

  /** Rewrites the tables without what was deleted from them. @throws StrataError disk-full, index-corrupt: they are as before */
  async rewriteIndex(): Promise<void> {
    const { memoryBytes = defaultMemoryBytes, threads = defaultThreads } = this.#options
    let rewritten = Promise.resolve()
    // The store is opened again whether it succeeds or not.
    await this.#reopen({ reindex: false }, async () => {
      rewritten = rewriteIndex(this.#paths, { memoryBytes, threads })
      await rewritten.catch(() => undefined)
    })
    await rewritten
  }

  async close(): Promise<void> {
    await (this.#isOpen ? this.#store.close() : this.#lock?.release())
    if (this.#passing !== undefined) await removeFolder(this.#passing)
  }

  /** @param closed what is done while it is closed; the lock stays taken */
  #reopen(how: { readonly reindex: boolean }, closed: () => Promise<void>): Promise<void> {
    const opening = this.#openAgain(how, closed)
    this.#opening = opening
    return opening
  }

  async #openAgain(how: { readonly reindex: boolean }, closed: () => Promise<void>): Promise<void> {
    if (this.#isOpen) this.#lock = await this.#store.close('lock')
    this.#isOpen = false
    await closed()
    this.#store = await openStore(this.#dir, { ...this.#options, ...how, ...(this.#lock === undefined ? {} : { lock: this.#lock }) })
    this.#isOpen = true
  }
}

/** Whether an error only prevents writing to the store. */
const isReadable = (thrown: unknown): boolean =>
  thrown instanceof StrataError && (thrown.code === 'store-read-only' || thrown.code === 'disk-full')

const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })

/** Opens a store with a new folder, which goes when that fails. */
const withPassing = async (open: (folder: string) => Promise<StoreHandle>): Promise<StoreHandle> => {
  const folder = await mkdtemp(join(tmpdir(), 'strata-'))
  try {
    return await open(folder)
  } catch (thrown) {
    await removeFolder(folder)
    throw thrown
  }
}

const isDamaged = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'index-corrupt'

/** Does something with the index, and something else when it is damaged. */
export const withIndexRepair = async <T>(work: () => Promise<T>, mend: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (thrown) {
    if (!isDamaged(thrown)) throw thrown
    return mend()
  }
}
