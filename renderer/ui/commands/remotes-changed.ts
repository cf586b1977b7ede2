/** Remotes are kept beside the store, not in its tables: whoever lists them hears from here that they are others. */
import { observable } from '../calls/observable.ts'

export const remotesVersion = observable(0)

export const remotesChanged = (): void => remotesVersion.set(remotesVersion.get() + 1)
