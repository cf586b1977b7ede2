/** Trackers that go on in the engine until they are stopped, or the engine ends. */
import type { CallParsed } from '../../../contract/calls.ts'
import type { TrackShown } from '../../../contract/track.ts'
import { StrataError } from '../../../model/failure.ts'
import type { Jobs } from '../../kernel/jobs.ts'
import type { Trackers } from './trackers.ts'

/** Between two looks, milliseconds. */
const everyMs = 1_000

export class KeptTrackers {
  readonly #trackers: Trackers
  readonly #jobs: Jobs
  /** Sessions, and whether files outside of their folders are tracked too. */
  readonly #kept = new Map<string, boolean>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(trackers: Trackers, jobs: Jobs) {
    this.#trackers = trackers
    this.#jobs = jobs
  }

  /** Resolves after the first look. @throws StrataError not-found, ambiguous-id, disk-full, artifact-corrupt */
  async start({ sessions, outside }: CallParsed<'track.start'>): Promise<TrackShown> {
    const found = await this.#jobs.runParallel(() => this.#trackers.check({ sessions, outside }))
    for (const { sessionId } of found.sessions) this.#kept.set(sessionId, outside)
    this.#next()
    return this.show({ sessions })
  }

  /** @throws StrataError not-found, ambiguous-id */
  async stop({ sessions }: CallParsed<'track.stop'>): Promise<TrackShown> {
    const shown = await this.#trackers.show({ sessions })
    for (const { sessionId } of shown.sessions) this.#kept.delete(sessionId)
    return this.show({ sessions })
  }

  /** @throws StrataError not-found, ambiguous-id */
  async show({ sessions }: CallParsed<'track.show'>): Promise<TrackShown> {
    return { ...(await this.#trackers.show({ sessions })), kept: [...this.#kept.keys()] }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#kept.clear()
    clearTimeout(this.#timer)
    await this.#looking
  }

  #next(): void {
    clearTimeout(this.#timer)
    if (this.#isClosed || this.#kept.size === 0) return
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().then(() => this.#next())
    }, everyMs)
  }

  async #look(): Promise<void> {
    for (const [sessionId, outside] of this.#kept) {
      try {
        await this.#jobs.runParallel(() => this.#trackers.check({ sessions: [sessionId], outside }))
      } catch (thrown) {
        // A session may have been removed; what fails otherwise is tried again.
        if (thrown instanceof StrataError && thrown.code === 'not-found') this.#kept.delete(sessionId)
      }
    }
  }
}
