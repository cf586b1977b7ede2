/** Trackers that run in the engine until they are stopped, or the engine ends. */
import type { CallParsed } from '../../contract/calls.ts'
import type { TrackShown } from '../../contract/track.ts'
import { toFailure } from '../../model/failure.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import type { Jobs } from '../kernel/jobs.ts'
import type { Trackers } from './trackers.ts'

/** Between two looks, milliseconds. */
const everyMs = 1_000

interface Kept {
  /** Files outside of the working directory are tracked too. */
  readonly outside: boolean
  /** Why the last look failed; null: it did not. */
  readonly problem: string | null
}

export class KeptTrackers {
  readonly #trackers: Trackers
  readonly #jobs: Jobs
  readonly #changed: EngineContext['changed']
  readonly #kept = new Map<string, Kept>()
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(trackers: Trackers, jobs: Jobs, { changed }: Pick<EngineContext, 'changed'>) {
    this.#trackers = trackers
    this.#jobs = jobs
    this.#changed = changed
  }

  /** Resolves after the first look. @throws StrataError not-found, ambiguous-id */
  async start({ sessions, outside }: CallParsed<'track.start'>): Promise<TrackShown> {
    const named = await this.#inTurn(async () => {
      const found = await this.#named(sessions)
      for (const sessionId of found) this.#kept.set(sessionId, { outside, problem: null })
      return found
    })
    await this.#lookAt(named)
    this.#changed(named)
    this.#arm()
    return this.show({ sessions })
  }

  /** @throws StrataError not-found, ambiguous-id */
  async stop({ sessions }: CallParsed<'track.stop'>): Promise<TrackShown> {
    await this.#inTurn(async () => {
      for (const sessionId of await this.#named(sessions)) this.#kept.delete(sessionId)
    })
    return this.show({ sessions })
  }

  /** @throws StrataError not-found, ambiguous-id */
  async show({ sessions }: CallParsed<'track.show'>): Promise<TrackShown> {
    const shown = await this.#trackers.show({ sessions })
    return { ...shown, kept: [...this.#kept].map(([sessionId, { problem }]) => ({ sessionId, problem })) }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#kept.clear()
    clearTimeout(this.#timer)
    await this.#looking
  }

  /** Runs requests in their order: the last one counts, also when its sessions are found first. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  async #named(sessions: string[]): Promise<readonly string[]> {
    return (await this.#trackers.show({ sessions })).sessions.map(({ sessionId }) => sessionId)
  }

  #arm(): void {
    if (this.#timer !== undefined || this.#looking !== undefined || this.#isClosed || this.#kept.size === 0) return
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#looking = this.#lookAt([...this.#kept.keys()]).finally(() => {
        this.#looking = undefined
        this.#arm()
      })
    }, everyMs)
  }

  async #lookAt(sessions: readonly string[]): Promise<void> {
    for (const sessionId of sessions) {
      const kept = this.#kept.get(sessionId)
      if (kept === undefined) continue
      try {
        await this.#jobs.runParallel(() => this.#trackers.check({ sessions: [sessionId], outside: kept.outside }))
        this.#note(sessionId, null)
      } catch (thrown) {
        const { code, message } = toFailure(thrown)
        // The session was removed; what fails otherwise is tried again.
        if (code === 'not-found') this.#kept.delete(sessionId)
        else this.#note(sessionId, message)
      }
    }
  }

  #note(sessionId: string, problem: string | null): void {
    const kept = this.#kept.get(sessionId)
    if (kept === undefined || kept.problem === problem) return
    this.#kept.set(sessionId, { ...kept, problem })
    this.#changed([sessionId])
  }
}
