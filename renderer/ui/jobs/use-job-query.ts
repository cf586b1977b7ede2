/** Asks the engine for what takes long to work out: as `use-call`, with progress and a way to stop it. */
import { useCallback, useEffect, useState } from 'react'
import type { CallInput, CallOutput, EngineCallName } from '../../../app/contract/calls.ts'
import type { JobView } from '../../../app/contract/jobs.ts'
import type { Failure } from '../../../app/model/failure.ts'
import { ask, failureOf } from '../calls/bridge.ts'
import { followJob } from './follow-job.ts'
import type { QueryState, Working } from '../calls/use-query.ts'
import { afterRowsMs, useChanged } from '../calls/use-changed.ts'
import { jobRunFrom, type JobRun } from './use-job.ts'

/** Calls that start a job, and what the job results in. */
type Results = {
  readonly [N in EngineCallName as CallOutput<N> extends JobView ? N : never]: CallOutput<N> extends JobView<infer R> ? R : never
}

interface Seen<T> {
  readonly key: string
  readonly work: JobRun<T>
}

/** `sessionId`: ask again only when this session changed; undefined: on any change. */
export const useJobQuery = <N extends keyof Results>(name: N, input: CallInput<N>, sessionId?: string): QueryState<Results[N]> => {
  type T = Results[N]
  const key = `${name} ${JSON.stringify(input)}`
  const [answer, setAnswer] = useState<Seen<T>>()
  const [working, setWorking] = useState<Working>()
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useChanged(retry, sessionId, afterRowsMs)
  useEffect(() => {
    let current = true
    const settle = (work: JobRun<T>): void => {
      if (current) setAnswer({ key, work })
    }
    const see = (job: JobView): void => {
      if (current) setWorking({ job, cancel: followed.cancel })
    }
    const followed = followJob(ask(name, JSON.parse(key.slice(name.length + 1)) as CallInput<N>), see)
    followed.ended.then(
      (job) => settle(jobRunFrom(job)),
      (thrown: unknown) => settle({ kind: 'failed', failure: failureOf(thrown) }),
    )
    return () => {
      current = false
      setWorking(undefined)
      followed.leave('stop')
    }
  }, [name, key, attempt])
  return stateOf(answer?.key === key ? answer.work : undefined, working, retry)
}

const cancelled: Failure = { code: 'cancelled', message: 'The job was cancelled.', hint: '', data: {} }

const stateOf = <T>(work: JobRun<T> | undefined, working: Working | undefined, retry: () => void): QueryState<T> => {
  if (work?.kind === 'failed') return { kind: 'failed', failure: work.failure, retry }
  if (work?.kind === 'done') return { kind: 'done', value: work.value, retry }
  // It ended without a result: a person cancelled it.
  if (work?.kind === 'idle') return { kind: 'failed', failure: cancelled, retry }
  return working === undefined ? { kind: 'pending' } : { kind: 'pending', working }
}
