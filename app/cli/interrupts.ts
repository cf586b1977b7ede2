/** Ctrl-C and similar signals: the first asks the running job to stop, the second ends the program immediately. */
import type { Terminal } from './terminal.ts'

const signals = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

export interface Interrupts {
  /** Exit code for the signal that came; undefined: none came. */
  readonly exitCode: number | undefined
  /** Sets what a stop request does, until the caller calls the returned function. It runs immediately if a stop request came earlier. */
  whenAsked(stop: () => void): () => void
  /** Stops watching. */
  stop(): void
}

/** Without a job that can be stopped, a signal ends the program immediately: reading changes nothing. */
export const watchInterrupts = (process: NodeJS.Process, terminal: Terminal): Interrupts => {
  let stopJob: (() => void) | undefined
  let exitCode: number | undefined
  const onSignal = (signal: NodeJS.Signals): void => {
    const code = signals[signal as keyof typeof signals]
    if (stopJob === undefined || exitCode !== undefined) process.exit(code)
    exitCode = code
    terminal.hurry()
    terminal.printError('\nstrata: stopping after the current write (press again to stop immediately)\n')
    stopJob()
  }
  const names = Object.keys(signals) as (keyof typeof signals)[]
  for (const name of names) process.on(name, onSignal)
  return {
    get exitCode() {
      return exitCode
    },
    whenAsked(stop) {
      stopJob = stop
      if (exitCode !== undefined) stop()
      return () => {
        stopJob = undefined
      }
    },
    stop() {
      for (const name of names) process.off(name, onSignal)
    },
  }
}
