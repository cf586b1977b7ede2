/** The engine: opens a store, runs jobs, answers the contract. The desktop app runs it in a process of its own, the command line in its own. */
import { availableParallelism } from 'node:os'
import { calls } from '../contract/calls.ts'
import type { CallInput, CallOutput, EngineCallName, Handlers } from '../contract/calls.ts'
import type { Envelope, JobView, Signal } from '../contract/signals.ts'
import { StrataError, toFailure } from '../model/failure.ts'
import type { WatchPace } from '../live/root-watch.ts'
import { openStore } from '../store/open-store.ts'
import type { Store } from '../store/store.ts'
import { WorkerPool } from './derive/worker-pool.ts'
import type { EngineContext } from './engine-context.ts'
import { answersTo } from './handlers.ts'
import { projectPending } from './import/project-pending.ts'
import { Jobs } from './jobs.ts'
import { rulesVersion } from './rules-version.ts'
import { Watching } from './watching.ts'

export interface EngineOptions {
  readonly storeDir: string
  /** Who opens the store, as another program is told that finds it locked. */
  readonly program?: string
  readonly onSignal?: (signal: Signal) => void
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Watches again what was watched when the app last had the store open. */
  readonly resumeWatching?: boolean
  readonly watchPace?: WatchPace
}

export interface Engine {
  /** Answers a call from outside: input is checked, failures come back as data. Never rejects. */
  call(name: string, input: unknown): Promise<Envelope<unknown>>
  /** The same for a caller in the same process. @throws StrataError */
  ask<N extends EngineCallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>>
  /** The job that brings the index up to date after opening; undefined when it is up to date. */
  readonly catchUp: JobView | undefined
  close(): Promise<void>
}

const isEngineCall = (name: string): name is EngineCallName => Object.hasOwn(calls, name) && !name.startsWith('shell.')

const answer = async <N extends EngineCallName>(handlers: Handlers, name: N, input: unknown): Promise<CallOutput<N>> => {
  const parsed = calls[name].input.safeParse(input)
  if (!parsed.success) {
    const issues = parsed.error.issues.map((issue) => `${issue.path.join('.') || 'input'}: ${issue.message}`)
    throw new StrataError('invalid-input', `${name}: ${issues.join('; ')}`, { call: name, issues })
  }
  const handler = handlers[name] as (value: unknown) => Promise<CallOutput<N>>
  return handler(parsed.data)
}

/**
 * Opens the store in a folder, creating it when there is none.
 * @throws StrataError store-locked, store-newer, journal-corrupt, path-refused, disk-full
 */
export const openEngine = async (options: EngineOptions): Promise<Engine> => {
  const onSignal = options.onSignal ?? (() => undefined)
  const storeOptions = { program: options.program ?? 'Strata', rulesVersion, threads: Math.max(2, availableParallelism()) }
  let store: Store = await openStore(options.storeDir, storeOptions)
  const jobs = new Jobs(onSignal)
  const pool = new WorkerPool()
  const context: EngineContext = {
    get store() {
      return store
    },
    pool,
    env: options.env ?? process.env,
    changed: (sessionIds) => onSignal({ kind: 'changed', sessionIds }),
  }
  const reopenForReindex = async (): Promise<void> => {
    await store.close()
    store = await openStore(options.storeDir, { ...storeOptions, reindex: true })
  }
  const watching = new Watching(context, jobs, onSignal, options.watchPace)
  const handlers = answersTo({ context, jobs, reopenForReindex, watching })
  const catchUp = store.pendingCount === 0 ? undefined : jobs.start('reindex', (progress) => projectPending(context, progress))
  if (options.resumeWatching === true) await watching.resume()
  return {
    async call(name, input) {
      try {
        if (!isEngineCall(name)) throw new StrataError('unknown-call', `There is no call ${name}`, { call: name })
        return { ok: true, value: await answer(handlers, name, input) }
      } catch (thrown) {
        return { ok: false, failure: toFailure(thrown) }
      }
    },
    ask: (name, input) => answer(handlers, name, input),
    catchUp,
    async close() {
      await Promise.all([jobs.close(), watching.close()])
      await pool.close()
      await store.close()
    },
  }
}
