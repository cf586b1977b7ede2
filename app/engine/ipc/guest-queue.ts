/** The calls of one guest, in turn: no more is worked out for it than it reads. */
import type { Socket } from 'node:net'

export interface QueueLimits {
  /** Calls that are worked at together. */
  readonly maxAtOnce: number
  /** Maximum number of bytes that wait to be read; above it no call begins. */
  readonly maxWaiting: number
}

export class GuestQueue {
  readonly #socket: Socket
  readonly #limits: QueueLimits
  #running = 0
  #queued: (() => void)[] = []
  #fewer: (() => void) | undefined
  #isDropped = false
  #isReleased = false

  constructor(socket: Socket, limits: QueueLimits) {
    this.#socket = socket
    this.#limits = limits
    // What was written has gone, all of it.
    socket.on('drain', () => this.#begin())
  }

  /** Runs `work` when it is its turn; never when the guest goes before that. */
  inTurn(work: () => Promise<void>): Promise<void> {
    return new Promise((done, refuse) => {
      this.#queued.push(() => {
        if (this.#isDropped) {
          done()
          return
        }
        this.#running += 1
        work()
          .finally(() => {
            this.#running -= 1
            this.#begin()
          })
          .then(done, refuse)
      })
      this.#begin()
    })
  }

  /** Resolves when fewer calls than that wait for their turn. */
  async fewerThan(most: number): Promise<void> {
    while (this.#queued.length >= most && !this.#isDropped) await new Promise<void>((fewer) => (this.#fewer = fewer))
  }

  /** From now on nothing waits: the owner ends, and every answer is a short one that says so. */
  release(): void {
    this.#isReleased = true
    this.#begin()
  }

  /** The guest has gone: what waits is not begun. */
  drop(): void {
    this.#isDropped = true
    const queued = this.#queued
    this.#queued = []
    for (const begin of queued) begin()
    this.#fewer?.()
  }

  #begin(): void {
    while (this.#hasRoom()) {
      const next = this.#queued.shift()
      if (next === undefined) return
      next()
      this.#fewer?.()
    }
  }

  #hasRoom(): boolean {
    const { maxAtOnce, maxWaiting } = this.#limits
    return this.#isReleased || (this.#running < maxAtOnce && this.#socket.writableLength < maxWaiting)
  }
}
