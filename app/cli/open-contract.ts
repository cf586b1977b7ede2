/** Opens the engine in this process, runs a command against its contract, and ends with an exit code that says how it went. */
import { resolve } from 'node:path'
import type { CallInput, CallOutput, EngineCallName } from '../contract/calls.ts'
import type { JobView, Signal } from '../contract/signals.ts'
import { defaultStoreDir } from '../engine/default-store.ts'
import { openEngine, type Engine } from '../engine/engine.ts'
import { StrataError, toFailure } from '../model/failure.ts'
import { exitCodes } from './exit-codes.ts'
import { failureJson, failureText } from './failure-text.ts'
import { watchInterrupts, type Interrupts } from './interrupts.ts'
import { showProgress } from './show-progress.ts'
import type { Terminal } from './terminal.ts'

/** Options that every command takes. */
export interface GlobalOptions {
  readonly store?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

/** What a command works with. */
export interface Strata {
  readonly terminal: Terminal
  readonly json: boolean
  readonly quiet: boolean
  /** @throws StrataError */
  readonly ask: <N extends EngineCallName>(name: N, input: CallInput<N>) => Promise<CallOutput<N>>
  /** Starts a job, shows how it goes on, and gives it when it is done. @throws StrataError when it fails or is stopped */
  readonly finish: (start: () => Promise<JobView>) => Promise<JobView>
  /** Hears every signal of the engine from now on. */
  readonly listen: (listener: (signal: Signal) => void) => void
  /** Resolves when somebody asks to stop. */
  readonly untilStopped: () => Promise<void>
}

type JobStart = () => Promise<JobView>

/** The folder of the store: --store, else STRATA_STORE, else the platform's place for data. */
export const storeDirOf = (options: GlobalOptions): string => resolve(options.store ?? defaultStoreDir(process.env, process.platform))

const endedWell = (job: JobView): JobView => {
  if (job.state === 'done' || job.failure === undefined) return job
  const { code, message, data } = job.failure
  if (code === 'bug') throw new Error(message)
  throw new StrataError(code, message, data)
}

/** Follows jobs: shows them, and cancels the one that runs when somebody asks to stop. */
const jobFollower = (engine: () => Engine, terminal: Terminal, quiet: boolean, interrupts: Interrupts) => {
  const display = showProgress(terminal, quiet)
  const listeners: ((signal: Signal) => void)[] = []
  return {
    onSignal: (signal: Signal): void => {
      if (signal.kind === 'job') display.see(signal.job)
      if (signal.kind === 'job' && signal.job.state !== 'running') display.end()
      for (const listener of listeners) listener(signal)
    },
    listen: (listener: (signal: Signal) => void): void => {
      listeners.push(listener)
    },
    finish: async (start: JobStart): Promise<JobView> => {
      const { jobId } = await start()
      const done = interrupts.whenAsked(
        () =>
          void engine()
            .ask('job.cancel', { jobId })
            .catch(() => undefined),
      )
      try {
        return endedWell(await engine().ask('job.wait', { jobId }))
      } finally {
        done()
        display.end()
      }
    },
  }
}

const report = (thrown: unknown, terminal: Terminal, json: boolean, interrupts: Interrupts): number => {
  const failure = toFailure(thrown)
  if (failure.code === 'cancelled' && interrupts.exitCode !== undefined) {
    terminal.printError('strata: stopped; what was done is kept\n')
    return interrupts.exitCode
  }
  terminal.printError(json ? failureJson(failure) : failureText(failure))
  if (failure.code === 'bug' && process.env['STRATA_DEBUG'] !== undefined) terminal.printError(`${String((thrown as Error).stack)}\n`)
  return exitCodes.failure
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
  const [json, quiet] = [options.json === true, options.quiet === true]
  const interrupts = watchInterrupts(process, terminal)
  let opened: Engine | undefined
  const engine = (): Engine => {
    if (opened === undefined) throw new Error('the engine is open while a command runs')
    return opened
  }
  const follower = jobFollower(engine, terminal, quiet, interrupts)
  try {
    opened = await openEngine({ storeDir: storeDirOf(options), program: 'strata', onSignal: follower.onSignal })
    const { catchUp } = opened
    if (catchUp !== undefined) await follower.finish(() => Promise.resolve(catchUp))
    const ask: Strata['ask'] = (name, input) => engine().ask(name, input)
    const untilStopped = (): Promise<void> => new Promise((stop) => interrupts.whenAsked(stop))
    const { finish, listen } = follower
    return (await work({ terminal, json, quiet, ask, finish, listen, untilStopped })) ?? exitCodes.success
  } catch (thrown) {
    return report(thrown, terminal, json, interrupts)
  } finally {
    await opened?.close()
    interrupts.stop()
  }
}
