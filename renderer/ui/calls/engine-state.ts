/** Whether the engine is available; a window without an engine still opens, and reports that. */
import type { EngineSignal } from '../../../app/contract/signals.ts'
import { onSignal } from './bridge.ts'
import { observable } from './observable.ts'

export type EngineState = Omit<EngineSignal, 'kind'>

export const engineState = observable<EngineState>({ state: 'ready', failure: undefined, owner: undefined })

/** Follows the engine's state from now on. */
export const followEngine = (): void => {
  onSignal((signal) => {
    if (signal.kind === 'engine') engineState.set(signal)
  })
}
