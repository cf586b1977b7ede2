/** A value that can be watched: what little state belongs to the whole window lives in a few of these. */
import { useSyncExternalStore } from 'react'

export interface Observable<T> {
  readonly get: () => T
  readonly set: (value: T) => void
  readonly subscribe: (listener: () => void) => () => void
}

export const observable = <T>(initial: T): Observable<T> => {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The current value; the component draws again when it changes. */
export const useObservable = <T>(source: Observable<T>): T => useSyncExternalStore(source.subscribe, source.get)
