/** Carries out work that goes in pieces: others are answered in between, and whoever wants it stopped is heard. */
import { setImmediate as turn } from 'node:timers/promises'
import type { InPieces } from '../../export/in-pieces.ts'
import type { JobProgress } from '../jobs.ts'

/** So long others may wait. */
const turnMs = 25

/** @throws StrataError cancelled; whatever the work throws */
export const inTurns = async <T>(work: InPieces<T>, progress: JobProgress): Promise<T> => {
  let since = performance.now()
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value
    progress.checkpoint()
    if (performance.now() - since < turnMs) continue
    await turn()
    since = performance.now()
  }
}
