/** Asks the engine for what a screen shows, and again when it changed: pending, failed or done. */
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { CallInput, CallName, CallOutput } from '../../../app/contract/calls.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from './bridge.ts'
import { afterRowsMs, useChanged } from './use-changed.ts'

/** The last answers of the engine, so that going back shows the previous content immediately. */
interface RecentAnswers {
  readonly keep: (key: string, value: unknown) => void
  readonly find: (key: string) => unknown
}

/** Remembers the `limit` answers used last. */
const recentAnswers = (limit: number): RecentAnswers => {
  const answers = new Map<string, unknown>()
  return {
    keep: (key, value) => {
      answers.delete(key)
      answers.set(key, value)
      const oldest = answers.keys().next()
      if (answers.size > limit && oldest.done !== true) answers.delete(oldest.value)
    },
    find: (key) => answers.get(key),
  }
}

/** The job that works out an answer. */
export interface Working {
  readonly job: JobView
  readonly cancel: () => void
}

export type QueryState<T> =
  | { readonly kind: 'pending'; readonly working?: Working }
  | { readonly kind: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | { readonly kind: 'done'; readonly value: T; readonly retry: () => void }

interface Answer<T> {
  readonly key: string
  readonly value: T | undefined
  readonly failure: Failure | undefined
}

const remembered = recentAnswers(24)

/** Questions that were asked before their screen was drawn. */
const asked = new Map<string, Promise<unknown>>()

/** Asks for what a screen will show once it is drawn; its `useQuery` takes the answer. */
export const prefetch = <N extends CallName>(name: N, input: CallInput<N>): void => {
  const key = `${name} ${JSON.stringify(input)}`
  const answer = ask(name, input)
  asked.set(key, answer)
  const forget = (): void => {
    if (asked.get(key) === answer) asked.delete(key)
  }
  answer.then(forget, forget)
}

interface Asking<T> {
  /** The question, with its input. */
  readonly key: string
  readonly state: QueryState<T>
  readonly again: () => void
}

const useAnswer = <N extends CallName>(name: N, input: CallInput<N>): Asking<CallOutput<N>> => {
  type T = CallOutput<N>
  const key = `${name} ${JSON.stringify(input)}`
  const [answer, setAnswer] = useState<Answer<T>>()
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(() => {
    let current = true
    const settle = (value: T | undefined, failure: Failure | undefined): void => {
      if (current) setAnswer({ key, value, failure })
    }
    const early = asked.get(key) as Promise<T> | undefined
    asked.delete(key)
    const coming = early ?? ask(name, JSON.parse(key.slice(name.length + 1)) as CallInput<N>)
    coming.then(
      (value) => {
        remembered.keep(key, value)
        settle(value, undefined)
      },
      (thrown: unknown) => settle(undefined, failureOf(thrown)),
    )
    return () => {
      current = false
    }
  }, [name, key, attempt])
  const state = useMemo(
    () => stateOf(answer?.key === key ? answer : undefined, remembered.find(key) as T | undefined, retry),
    [answer, key, retry],
  )
  return { key, state, again: retry }
}

/** `sessionId`: ask again only when this session changed; undefined: on any change. */
export const useQuery = <N extends CallName>(name: N, input: CallInput<N>, sessionId?: string): QueryState<CallOutput<N>> => {
  const { state, again } = useAnswer(name, input)
  useChanged(again, sessionId, afterRowsMs)
  return state
}

export interface AskedOnce<T> {
  readonly call: QueryState<T>
  /** A session changed after the question. */
  readonly isOutdated: boolean
  readonly again: () => void
}

/** Asks once per question: a change is said, since the answer costs much or is being read. */
export const useQueryOnce = <N extends CallName>(name: N, input: CallInput<N>): AskedOnce<CallOutput<N>> => {
  const { key, state, again } = useAnswer(name, input)
  const [outdated, setOutdated] = useState<string>()
  useChanged(() => setOutdated(key), undefined)
  useEffect(() => setOutdated(undefined), [key])
  const askAgain = (): void => {
    setOutdated(undefined)
    again()
  }
  const call = state.kind === 'pending' ? state : { ...state, retry: askAgain }
  return { call, isOutdated: outdated === key, again: askAgain }
}

/** The last answer, also while the next one is awaited: what was pressed keeps the focus. */
export const useLastAnswer = <T>(call: QueryState<T>): T | undefined => {
  const answer = call.kind === 'done' ? call.value : undefined
  const [last, setLast] = useState(answer)
  useEffect(() => {
    if (answer !== undefined) setLast(answer)
  }, [answer])
  return answer ?? last
}

const stateOf = <T>(answer: Answer<T> | undefined, earlier: T | undefined, retry: () => void): QueryState<T> => {
  if (answer?.failure !== undefined) return { kind: 'failed', failure: answer.failure, retry }
  const value = answer === undefined ? earlier : answer.value
  return value === undefined ? { kind: 'pending' } : { kind: 'done', value, retry }
}
