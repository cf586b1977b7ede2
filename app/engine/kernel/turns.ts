/** Long work in the engine's one thread: between its parts others are answered, and whoever wants it stopped is heard. */
import { setImmediate as turn } from 'node:timers/promises'
import type { JobProgress } from './job.ts'

/** So long others may wait. */
const turnMs = 25

/** A pause for work that calls it often: it waits only when others have waited long enough. @throws StrataError cancelled */
export const turns = (progress: JobProgress): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    progress.checkpoint()
    if (performance.now() - since < turnMs) return
    await turn()
    since = performance.now()
  }
}
