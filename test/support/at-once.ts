/** Work that goes in pieces, done at once. */
import type { InPieces } from '../../app/model/cut-deep.ts'

export const atOnce = <T>(work: InPieces<T>): T => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
