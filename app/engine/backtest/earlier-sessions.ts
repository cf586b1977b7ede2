/** What sessions teach the learned policy: those that had ended before a session began, and no others. */
import { addSums, firstWeights, fit, newFitSums, type FitSums } from '../../backtest/learned.ts'
import type { Weights } from '../../backtest/view.ts'

interface Ended {
  readonly at: number
  readonly sums: FitSums
}

export class EarlierSessions {
  readonly #sums = newFitSums()
  #waiting: Ended[] = []
  #isFitted = false

  /** @param startedAt not before that of the session before; null: not recorded, nothing is known to be earlier */
  weightsAt(startedAt: number | null): Weights {
    if (startedAt === null) {
      this.#isFitted = false
      return firstWeights
    }
    const ended = this.#waiting.filter(({ at }) => at < startedAt)
    this.#waiting = this.#waiting.filter(({ at }) => at >= startedAt)
    for (const { sums } of ended) addSums(this.#sums, sums)
    const weights = fit(this.#sums)
    this.#isFitted = weights !== firstWeights
    return weights
  }

  /** Whether the last weights come from earlier sessions. */
  get isFitted(): boolean {
    return this.#isFitted
  }

  /** @param endedAt null: not recorded, it is never known to be earlier */
  add(endedAt: number | null, sums: FitSums): void {
    if (endedAt !== null) this.#waiting.push({ at: endedAt, sums })
  }
}
