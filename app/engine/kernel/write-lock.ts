/** One after the other: what decides by the state of the store and then changes it must see the state that it changes. */
import type { Store } from '../../store/store.ts'

const last = new WeakMap<Store, Promise<unknown>>()

/** Runs after everything that was given before for the same store. It may not wait for another turn. */
export const withWriteLock = <T>(store: Store, work: () => Promise<T>): Promise<T> => {
  const result = (last.get(store) ?? Promise.resolve()).then(work)
  last.set(
    store,
    result.catch(() => undefined),
  )
  return result
}
