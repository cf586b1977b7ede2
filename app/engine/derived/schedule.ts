/** Decides when derived tables are made in the background: after a delay, with a limited share of the time. */

/** When a table is made that nothing waits for. */
export interface Pace {
  /** Milliseconds from a change of the store. */
  readonly delayMs: number
  /** A further change postpones it. */
  readonly waitsForRest: boolean
  /** Maximum share of the time that goes into it. */
  readonly share: number
  /** Milliseconds from a failure; undefined: nothing is made until the next change or request. */
  readonly retryMs?: number
}

export class Schedule {
  readonly #pace: Pace
  readonly #run: (sessions: readonly string[] | null) => Promise<boolean>
  #timer: NodeJS.Timeout | undefined
  /** Sessions that changed since the last run; null: any may have. */
  #changed: Set<string> | null = new Set()
  /** When it may run again, as performance.now() counts. */
  #nextFrom = 0
  #isClosed = false

  /** @param run gets the sessions that changed, null: any may have; resolves to false when it has to be repeated */
  constructor(pace: Pace, run: (sessions: readonly string[] | null) => Promise<boolean>) {
    this.#pace = pace
    this.#run = run
  }

  get isPlanned(): boolean {
    return this.#timer !== undefined
  }

  /** Whether there has been no change since the last run began. */
  get isSettled(): boolean {
    return this.#changed?.size === 0 && !this.isPlanned
  }

  /** @param sessions that changed; null: any may have */
  plan(sessions: readonly string[] | null, delayMs = this.#pace.delayMs): void {
    if (sessions === null) this.#changed = null
    else for (const id of sessions) this.#changed?.add(id)
    if (this.#isClosed || (this.isPlanned && !this.#pace.waitsForRest)) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#begin(), Math.max(delayMs, this.#nextFrom - performance.now()))
    this.#timer.unref()
  }

  /** After a failure, which sessions it would have reached is not known. */
  planAgain(): void {
    if (this.#pace.retryMs !== undefined) this.plan(null, this.#pace.retryMs)
  }

  /** Cancels the planned run: what is made now covers every earlier change. */
  cancel(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changed = new Set()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  async #begin(): Promise<void> {
    const changed = this.#changed === null ? null : [...this.#changed]
    this.cancel()
    const began = performance.now()
    try {
      if (!(await this.#run(changed))) {
        this.plan(changed)
        return
      }
      const ended = performance.now()
      this.#nextFrom = ended + (ended - began) * (1 / this.#pace.share - 1)
    } catch {
      // The next request reports the failure.
      this.planAgain()
    }
  }
}
