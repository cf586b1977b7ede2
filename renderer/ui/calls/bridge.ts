/** The one way out of the window: calls to the engine and the shell, and the signals they send. */
import type { CallInput, CallName, CallOutput } from '../../../app/contract/calls.ts'
import type { Envelope, Signal } from '../../../app/contract/signals.ts'
import { toFailure, type Failure } from '../../../app/model/failure.ts'

interface Bridge {
  /** Plain answers come as JSON text, answers of bytes as they are. */
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<string | Envelope<CallOutput<N>>>
  onSignal(listener: (signal: Signal) => void): () => void
}

declare global {
  interface Window {
    readonly strata: Bridge
  }
}

/** An expected failure of a call, as the envelope carried it. */
class CallFailure extends Error {
  override readonly name = 'CallFailure'
  readonly failure: Failure

  constructor(failure: Failure) {
    super(failure.message)
    this.failure = failure
  }
}

/**
 * Calls the engine or the shell.
 * @throws CallFailure when the envelope says so
 */
export const ask = async <N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> => {
  const packed = await window.strata.call(name, input)
  const envelope = typeof packed === 'string' ? (JSON.parse(packed) as Envelope<CallOutput<N>>) : packed
  if (!envelope.ok) throw new CallFailure(envelope.failure)
  return envelope.value
}

/** The failure of a job as an error; `failureOf` returns the failure. */
export const errorOf = (failure: Failure): Error => new CallFailure(failure)

/** The failure of any error that a call threw. */
export const failureOf = (thrown: unknown): Failure => (thrown instanceof CallFailure ? thrown.failure : toFailure(thrown))

const listeners = new Set<(signal: Signal) => void>()
let isListening = false

/** Passes every signal to the listener until the returned function is called. */
export const onSignal = (listener: (signal: Signal) => void): (() => void) => {
  listeners.add(listener)
  if (!isListening) {
    isListening = true
    window.strata.onSignal((signal) => {
      for (const each of [...listeners]) each(signal)
    })
  }
  return () => {
    listeners.delete(listener)
  }
}
