/** Opens the store or joins the process that owns it, runs a command against the contract, and returns its exit code. */
import { resolve } from 'node:path'
import type { CallInput, CallOutput, EngineCallName } from '../contract/calls.ts'
import { renamedInputMessage } from '../contract/input-issues.ts'
import type { JobView } from '../contract/jobs.ts'
import type { Signal } from '../contract/signals.ts'
import { defaultStoreDir } from '../engine/kernel/default-store.ts'
import { mayBeCopy, type WhereNone } from '../engine/kernel/store-handle.ts'
import { joinStore, stayComplete, type JoinedStore } from '../engine/join-store.ts'
import { StrataError, toFailure, type Failure } from '../model/failure.ts'
import { exitCodes } from './exit-codes.ts'
import { failureJson, failureText } from './text/failure-text.ts'
import { watchInterrupts, type Interrupts } from './interrupts.ts'
import { showProgress } from './text/progress-text.ts'
import type { Terminal } from './terminal.ts'

/** Options that every command takes. */
export interface GlobalOptions {
  readonly store?: string
  readonly json?: boolean
  readonly quiet?: boolean
  /** Name of the command, shown to another program that tries to open the store. */
  readonly command?: string
  /** Default: 'fail'. */
  readonly whereNone?: WhereNone
  /** Whether the search index follows every change while the command runs. */
  readonly keepsSearchIndex?: boolean
  /** The command's name for a field of a call. */
  readonly nameOf?: (field: string) => string
}

/** The objects with which a command works. */
export interface Strata {
  readonly terminal: Terminal
  readonly storeDir: string
  readonly json: boolean
  readonly quiet: boolean
  /** @throws StrataError */
  readonly ask: <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** As `ask`, for work that must continue while the command runs, with any owner of the store. @throws StrataError */
  readonly keep: <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<void>
  /** Starts a job, shows its progress, and returns it when it is done. @throws StrataError when it fails or is stopped */
  readonly finish: <T>(start: JobStart<T>) => Promise<DoneJob<T>>
  /** Hears every signal of the engine from now on. */
  readonly listen: (listener: (signal: Signal) => void) => void
  /** Resolves on a stop request. */
  readonly untilStopped: () => Promise<void>
}

type JobStart<T> = () => Promise<JobView<T>>

/** A job that has ended well. */
export interface DoneJob<T> extends JobView<T> {
  readonly result: T
}

/** The folder of the store: --store, else STRATA_STORE, else the platform's place for data. */
export const storeDirOf = (options: GlobalOptions): string => resolve(options.store ?? defaultStoreDir(process.env, process.platform))

const endedWell = <T>(job: JobView): DoneJob<T> => {
  // The result has the type that the contract promises for the call.
  if (job.state === 'done' || job.failure === undefined) return job as DoneJob<T>
  const { code, message, data } = job.failure
  if (code === 'bug') throw new Error(message)
  throw new StrataError(code, message, data)
}

const isDiskFull = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'disk-full'

const isOwnerGone = (thrown: unknown): boolean => thrown instanceof StrataError && thrown.code === 'owner-left'

/** Follows the jobs of this command: shows them, and cancels the running one on a stop request. */
const jobFollower = (store: () => JoinedStore, terminal: Terminal, quiet: boolean, interrupts: Interrupts) => {
  const display = showProgress(terminal, quiet)
  const listeners: ((signal: Signal) => void)[] = []
  // The owner of a store reports the jobs of all its users.
  let followed: string | undefined
  /** Calls that wait for an answer: some first have facts made. */
  let waiting = 0
  const follow = async <T>(jobId: string): Promise<DoneJob<T>> => {
    followed = jobId
    waiting += 1
    const done = interrupts.whenAsked(
      () =>
        void store()
          .ask('job.cancel', { jobId })
          .catch(() => undefined),
    )
    try {
      return endedWell<T>(await store().ask('job.wait', { jobId }))
    } finally {
      done()
      waiting -= 1
      display.end()
    }
  }
  const finish = async <T>(start: JobStart<T>): Promise<DoneJob<T>> => {
    for (;;) {
      const { jobId } = await start()
      try {
        return await follow<T>(jobId)
      } catch (thrown) {
        if (!isOwnerGone(thrown) || interrupts.exitCode !== undefined) throw thrown
        if (!quiet) terminal.printError('strata: the program that owned the store ended; resuming its job\n')
      }
    }
  }
  return {
    onSignal: (signal: Signal): void => {
      if (signal.kind === 'job' && (signal.job.jobId === followed || (signal.job.kind === 'facts' && waiting > 0))) {
        display.see(signal.job)
        if (signal.job.state !== 'running') display.end()
      }
      for (const listener of listeners) listener(signal)
    },
    listen: (listener: (signal: Signal) => void): void => {
      listeners.push(listener)
    },
    finish,
    /** Shows meanwhile the making of facts. */
    whileWaiting: async <T>(answer: Promise<T>): Promise<T> => {
      waiting += 1
      try {
        return await answer
      } finally {
        waiting -= 1
      }
    },
  }
}

const codesOfFailures: Partial<Record<Failure['code'], number>> = { 'invalid-input': exitCodes.usage, 'secrets-found': exitCodes.secrets }

/** A failure that names what is wrong with the input as the command line calls it. */
const failureOf = (thrown: unknown, nameOf: (field: string) => string): Failure => {
  const failure = toFailure(thrown)
  return { ...failure, message: renamedInputMessage(failure.data, nameOf) ?? failure.message }
}

const report = (thrown: unknown, failure: Failure, terminal: Terminal, json: boolean, interrupts: Interrupts): number => {
  if (failure.code === 'cancelled' && interrupts.exitCode !== undefined) {
    terminal.printError('strata: stopped; completed work is kept\n')
    return interrupts.exitCode
  }
  terminal.printError(json ? failureJson(failure) : failureText(failure))
  if (failure.code === 'bug' && process.env['STRATA_DEBUG'] !== undefined) terminal.printError(`${String((thrown as Error).stack)}\n`)
  return codesOfFailures[failure.code] ?? exitCodes.failure
}

/**
 * Runs a command and gives the exit code of the program.
 * @param work gives the exit code when it is not success
 */
export const runWithEngine = async (
  terminal: Terminal,
  options: GlobalOptions,
  work: (strata: Strata) => Promise<number | undefined>,
): Promise<number> => {
  const storeDir = storeDirOf(options)
  const [json, quiet] = [options.json === true, options.quiet === true]
  const interrupts = watchInterrupts(process, terminal)
  let joined: JoinedStore | undefined
  const store = (): JoinedStore => {
    if (joined === undefined) throw new Error('the store is open while a command runs')
    return joined
  }
  const follower = jobFollower(store, terminal, quiet, interrupts)
  try {
    const program = ['strata', options.command ?? ''].join(' ').trim()
    const whereNone = options.whereNone ?? 'fail'
    const open = async (asCopy: boolean): Promise<JoinedStore> => {
      const opened = await joinStore({
        ...{ storeDir, program, whereNone, asCopy, onSignal: follower.onSignal },
        keepsSearchIndex: options.keepsSearchIndex === true,
      })
      joined = opened
      const { catchUp } = opened
      if (catchUp !== undefined) await follower.finish(() => Promise.resolve(catchUp))
      return opened
    }
    const { ask, keep } = await open(false).catch(async (thrown: unknown) => {
      // There is no room to bring the index up to date: what only reads has it made elsewhere.
      if (!mayBeCopy(whereNone) || !isDiskFull(thrown)) throw thrown
      await joined?.close()
      return open(true)
    })
    const untilStopped = (): Promise<void> => {
      stayComplete()
      return new Promise((stop) => interrupts.whenAsked(stop))
    }
    const { finish, listen, whileWaiting } = follower
    const asking: Strata['ask'] = async (name, input) => {
      const answer = await whileWaiting(ask(name, input))
      return terminal.redact === undefined ? answer : (terminal.redact(answer) as typeof answer)
    }
    return (await work({ terminal, storeDir, json, quiet, ask: asking, keep, finish, listen, untilStopped })) ?? exitCodes.success
  } catch (thrown) {
    return report(thrown, failureOf(thrown, options.nameOf ?? String), terminal, json, interrupts)
  } finally {
    await joined?.close()
    interrupts.stop()
  }
}
