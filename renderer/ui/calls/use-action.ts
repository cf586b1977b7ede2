/** Something that a person asked for: on its way, failed, or done. */
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../app/model/failure.ts'
import { failureOf } from './bridge.ts'

export type Action<T> =
  | { readonly kind: 'idle' }
  | { readonly kind: 'busy' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'done'; readonly value: T }

/** The second part starts it; a start while one is on its way is ignored. */
export const useAction = <T>(): readonly [Action<T>, (start: () => Promise<T>) => void] => {
  const [doing, setDoing] = useState<Action<T>>({ kind: 'idle' })
  const isBusy = useRef(false)
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const settle = (next: Action<T>): void => {
    isBusy.current = false
    if (isShown.current) setDoing(next)
  }
  const start = (ask: () => Promise<T>): void => {
    if (isBusy.current) return
    isBusy.current = true
    setDoing({ kind: 'busy' })
    ask().then(
      (value) => settle({ kind: 'done', value }),
      (thrown: unknown) => settle({ kind: 'failed', failure: failureOf(thrown) }),
    )
  }
  return [doing, start]
}
