/** The queries that are kept under names; asked for once, then as each change gives them. */
import { useEffect } from 'react'
import type { SavedQuery } from '../../../app/contract/sql.ts'
import { ask } from '../../ui/calls/bridge.ts'
import { showFailure } from '../../ui/layout/notice.ts'
import { observable, useObservable } from '../../ui/calls/observable.ts'

export const savedQueries = observable<readonly SavedQuery[]>([])

export const useSavedQueries = (): readonly SavedQuery[] => {
  useEffect(() => {
    ask('queries.list', {}).then((known) => savedQueries.set(known), showFailure)
  }, [])
  return useObservable(savedQueries)
}

export const removeQuery = (name: string): void => {
  ask('queries.remove', { name }).then((known) => savedQueries.set(known), showFailure)
}
