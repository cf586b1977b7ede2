/** Opens a store for whoever only reads it, also one that may not be written: its tables are then a copy in a folder of this process. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StrataError } from '../model/failure.ts'
import { openStore, type StoreOptions } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'

export interface OpenedStore {
  readonly store: Store
  /** With which it was opened, and can be opened again. */
  readonly options: StoreOptions
  /** Removes the copy; when the store is closed. */
  readonly forget: () => Promise<void>
}

const openCopy = async (dir: string, given: StoreOptions): Promise<OpenedStore> => {
  const work = await mkdtemp(join(tmpdir(), 'strata-read-'))
  const forget = (): Promise<void> => rm(work, { recursive: true, force: true })
  const options = { ...given, work }
  try {
    return { store: await openStore(dir, options), options, forget }
  } catch (thrown) {
    await forget()
    throw thrown
  }
}

/**
 * @param options with `create: false`, what may not be written is opened all the same; writing it fails with store-read-only
 * @throws StrataError as openStore
 */
export const openOrRead = async (dir: string, options: StoreOptions): Promise<OpenedStore> => {
  try {
    return { store: await openStore(dir, options), options, forget: () => Promise.resolve() }
  } catch (thrown) {
    const mayRead = options.create === false && thrown instanceof StrataError && thrown.code === 'store-read-only'
    if (mayRead) return openCopy(dir, options)
    throw thrown
  }
}
