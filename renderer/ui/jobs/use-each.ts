/** The same work for several items, one after the other: how far it is, what failed, and a way to stop it. */
import { useEffect, useRef, useState } from 'react'
import type { Failure } from '../../../app/model/failure.ts'
import { failureOf } from '../calls/bridge.ts'

export interface EachFailure<Item> {
  readonly item: Item
  readonly failure: Failure
}

export interface EachRun<Item, Value> {
  readonly state: 'idle' | 'running' | 'done'
  readonly total: number
  readonly values: readonly Value[]
  readonly failures: readonly EachFailure<Item>[]
}

export interface EachRunner<Item, Value> {
  readonly run: EachRun<Item, Value>
  /** Ignored while it runs. */
  readonly start: (items: readonly Item[], work: (item: Item) => Promise<Value>) => void
  /** Stops after the running item. Closing the dialog stops it, too. */
  readonly stop: () => void
}

export const useEach = <Item, Value>(): EachRunner<Item, Value> => {
  const [run, setRun] = useState<EachRun<Item, Value>>({ state: 'idle', total: 0, values: [], failures: [] })
  const current = useRef<{ isStopped: boolean } | undefined>(undefined)
  const stop = (): void => {
    if (current.current !== undefined) current.current.isStopped = true
  }
  useEffect(() => stop, [])
  const carryOut = async (items: readonly Item[], work: (item: Item) => Promise<Value>, mine: { isStopped: boolean }): Promise<void> => {
    const values: Value[] = []
    const failures: EachFailure<Item>[] = []
    const show = (state: 'running' | 'done'): void => setRun({ state, total: items.length, values: [...values], failures: [...failures] })
    show('running')
    for (const item of items) {
      if (mine.isStopped) break
      try {
        values.push(await work(item))
      } catch (thrown) {
        failures.push({ item, failure: failureOf(thrown) })
      }
      show('running')
    }
    current.current = undefined
    show('done')
  }
  return {
    run,
    stop,
    start: (items, work) => {
      if (current.current !== undefined) return
      const mine = { isStopped: false }
      current.current = mine
      void carryOut(items, work, mine)
    },
  }
}
