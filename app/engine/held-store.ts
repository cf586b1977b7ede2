/**
 * The store that an engine holds open. For whoever only reads, one that may not be written is opened all the same, with a copy of the tables in
 * a folder of this process; and it is opened again while its tables are built anew.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StrataError } from '../model/failure.ts'
import { bringIndexBack, forgetIndexAside, isIndexAside, setIndexAside } from '../store/index-files.ts'
import type { Lock } from '../store/lock.ts'
import { openStore, type StoreOptions } from '../store/open-store.ts'
import { storePaths, type StorePaths } from '../store/store-folder.ts'
import type { Store } from '../store/store.ts'

export class HeldStore {
  readonly #dir: string
  readonly #options: StoreOptions
  readonly #paths: StorePaths
  #store: Store
  #isOpen = true
  #lock: Lock | undefined

  private constructor(dir: string, options: StoreOptions, store: Store) {
    this.#dir = dir
    this.#options = options
    this.#paths = storePaths(dir, options.work)
    this.#store = store
  }

  /**
   * @param options with `create: false`, what may not be written is opened all the same; writing it fails with store-read-only
   * @throws StrataError as openStore
   */
  static async open(dir: string, options: StoreOptions): Promise<HeldStore> {
    try {
      return new HeldStore(dir, options, await openStore(dir, options))
    } catch (thrown) {
      const mayRead = options.create === false && thrown instanceof StrataError && thrown.code === 'store-read-only'
      if (!mayRead) throw thrown
    }
    const copied = { ...options, work: await mkdtemp(join(tmpdir(), 'strata-read-')) }
    try {
      return new HeldStore(dir, copied, await openStore(dir, copied))
    } catch (thrown) {
      await removeWork(copied)
      throw thrown
    }
  }

  get store(): Store {
    return this.#store
  }

  /** Has the tables filled anew, from nothing; when that fails or is stopped they are as they were before. */
  async rebuild<T>(fill: () => Promise<T>): Promise<T> {
    try {
      await this.#reopen({ reindex: true }, () => setIndexAside(this.#paths))
      const filled = await fill()
      await forgetIndexAside(this.#paths)
      return filled
    } catch (thrown) {
      if (await isIndexAside(this.#paths)) await this.#reopen({ reindex: false }, () => bringIndexBack(this.#paths))
      throw thrown
    }
  }

  async close(): Promise<void> {
    await (this.#isOpen ? this.#store.close() : this.#lock?.release())
    await removeWork(this.#options)
  }

  /** @param closed what is done while it is closed; the lock stays taken */
  async #reopen(how: { readonly reindex: boolean }, closed: () => Promise<void>): Promise<void> {
    if (this.#isOpen) this.#lock = await this.#store.close('lock')
    this.#isOpen = false
    await closed()
    this.#store = await openStore(this.#dir, { ...this.#options, ...how, ...(this.#lock === undefined ? {} : { lock: this.#lock }) })
    this.#isOpen = true
  }
}

const removeWork = async ({ work }: StoreOptions): Promise<void> => {
  if (work !== undefined) await rm(work, { recursive: true, force: true })
}
