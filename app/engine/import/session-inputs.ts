/** What a session was derived with last time, beside the bytes of its files. */
import type { Store } from '../../store/store.ts'
import type { DeriveInputs } from '../derive/derive-task.ts'

/** Nothing for a session that the store does not hold. */
export const inputsOf = (store: Store, sessionId: string): DeriveInputs => {
  const inputs = store.session(sessionId)?.inputs
  return { foreign: inputs?.foreign ?? [], cuts: inputs?.cuts ?? [], principal: inputs?.principal, granularity: inputs?.granularity }
}
