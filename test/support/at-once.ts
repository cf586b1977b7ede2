/** Work that goes in pieces, done at once. */
import type { Sliced } from '../../app/model/sliced.ts'

export const atOnce = <T>(work: Sliced<T>): T => {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}
