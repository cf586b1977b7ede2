/** The key with which a lake's names are hashed. It stays with the store's settings: without it, names cannot be found by trial. */
import { createHash, randomBytes } from 'node:crypto'
import { StrataError, systemCode } from '../../model/failure.ts'
import type { Store } from '../../store/store.ts'
import { readSettings, writeSettings } from '../kernel/settings.ts'

const refusals: readonly unknown[] = ['EROFS', 'EACCES', 'EPERM', 'ENOSPC', 'EDQUOT']

const isRefused = (thrown: unknown): boolean =>
  refusals.includes(systemCode(thrown)) ||
  (thrown instanceof StrataError && (thrown.code === 'disk-full' || thrown.code === 'store-read-only'))

/**
 * A key for a store that has none saved. It is computed from the hashes of all files, so it remains the same while the store does not
 * change.
 */
const keyFromFiles = (store: Pick<Store, 'dir' | 'sessionIds' | 'session'>): string => {
  const hash = createHash('sha256').update('strata lake key')
  for (const id of store.sessionIds()) for (const { content_hash: content } of store.session(id)?.sources ?? []) hash.update(content)
  return hash.digest('hex')
}

/** The key of the lake: 64 hex digits, generated at the first call. A read-only store does not save it. */
export const lakeKey = (store: Pick<Store, 'dir' | 'sessionIds' | 'session'>): string => {
  const settings = readSettings(store.dir)
  if (settings.lakeKey !== undefined) return settings.lakeKey
  const drawn = randomBytes(32).toString('hex')
  try {
    writeSettings(store.dir, { ...settings, lakeKey: drawn })
    return drawn
  } catch (thrown) {
    if (!isRefused(thrown)) throw thrown
    return keyFromFiles(store)
  }
}

/** Identifies the store in its lakes: two keys give different marks, and a mark reveals no key. */
export const storeMark = (key: string): string => createHash('sha256').update(`strata lake ${key}`).digest('hex').slice(0, 16)
