/** Runs queries one at a time: what runs, what the last one gave, and a way to stop it. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { SqlResult } from '../../../app/contract/sql.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from '../../ui/calls/bridge.ts'

export type SqlQueryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'running'; readonly sql: string; readonly startedAt: number }
  | { readonly kind: 'failed'; readonly sql: string; readonly failure: Failure }
  | { readonly kind: 'done'; readonly sql: string; readonly result: SqlResult }

let count = 0

export interface Query {
  readonly state: SqlQueryState
  readonly run: (sql: string, rowLimit: number) => void
  readonly stop: () => void
}

const cancel = (queryId: string | undefined): void => {
  if (queryId !== undefined) ask('sql.cancel', { queryId }).catch(() => undefined)
}

export const useSqlQuery = (): Query => {
  const [state, setState] = useState<SqlQueryState>({ kind: 'idle' })
  const running = useRef<string>(undefined)
  const stop = useCallback(() => cancel(running.current), [])
  // A query of a closed screen has no reader.
  useEffect(
    () => () => {
      cancel(running.current)
      running.current = undefined
    },
    [],
  )
  const run = useCallback((sql: string, rowLimit: number) => {
    cancel(running.current)
    count += 1
    const queryId = `window-${Date.now()}-${count}`
    running.current = queryId
    const settle = (next: SqlQueryState): void => {
      if (running.current !== queryId) return
      running.current = undefined
      setState(next)
    }
    setState({ kind: 'running', sql, startedAt: Date.now() })
    ask('sql.run', { sql, queryId, rowLimit }).then(
      (result) => settle({ kind: 'done', sql, result }),
      (thrown: unknown) => settle({ kind: 'failed', sql, failure: failureOf(thrown) }),
    )
  }, [])
  return { state, run, stop }
}
