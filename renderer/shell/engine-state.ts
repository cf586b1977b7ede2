/** Whether the engine is there; a window without one still opens, and says so. */
import type { Failure } from '../../app/model/failure.ts'
import { onSignal } from '../ui/bridge.ts'
import { observable } from '../ui/observable.ts'

export interface EngineState {
  readonly state: 'starting' | 'ready' | 'restarting' | 'stopped'
  readonly failure: Failure | undefined
}

export const engineState = observable<EngineState>({ state: 'ready', failure: undefined })

/** Follows the engine's state from now on. */
export const followEngine = (): void => {
  onSignal((signal) => {
    if (signal.kind === 'engine') engineState.set({ state: signal.state, failure: signal.failure })
  })
}
