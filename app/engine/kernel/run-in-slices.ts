/** Runs work in slices: between two slices, other calls are answered and a cancellation is noticed. */
import type { Sliced } from '../../model/sliced.ts'
import type { JobProgress } from './job.ts'
import { setImmediate as turn } from 'node:timers/promises'

/** @throws StrataError cancelled; every error of the work */
export const runInSlices = async <T>(work: Sliced<T>, progress: JobProgress): Promise<T> => {
  const pause = yieldToEventLoop(progress)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause()
  }
}

/** So long others may wait. */
const turnMs = 25

/** A pause for work that calls it often: it waits only when others have waited long enough. @throws StrataError cancelled */
export const yieldToEventLoop = (progress: Pick<JobProgress, 'checkpoint'>): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    progress.checkpoint()
    if (performance.now() - since < turnMs) return
    await turn()
    since = performance.now()
  }
}
