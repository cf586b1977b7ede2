/** Carries out work that goes in pieces: others are answered in between, and whoever wants it stopped is heard. */
import type { InPieces } from '../../model/in-pieces.ts'
import type { JobProgress } from './job.ts'
import { turns } from './turns.ts'

/** @throws StrataError cancelled; whatever the work throws */
export const inTurns = async <T>(work: InPieces<T>, progress: JobProgress): Promise<T> => {
  const pause = turns(progress)
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await pause()
  }
}
