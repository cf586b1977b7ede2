/** Active sessions, and the current commits of sessions; what outlives the service is in the store. */
import { AgentRefusal } from './agent-refusal.ts'
import { LiveSession } from './live-session.ts'

export class Sessions {
  /** When the service began, milliseconds since 1970. */
  readonly since: number
  readonly #active = new Map<string, LiveSession>()
  readonly #contexts = new Map<string, string>()
  #newest = ''

  constructor(since: number) {
    this.since = since
  }

  /** The active session of a principal. */
  live(principal: string): LiveSession | undefined {
    return this.#active.get(principal)
  }

  /** @throws AgentRefusal while another is active */
  start(principal: string, sessionId: string, at: number): void {
    const before = this.#active.get(principal)
    if (before !== undefined) throw new AgentRefusal(`session ${before.sessionId} is already active`)
    this.#active.set(principal, new LiveSession(sessionId, at))
  }

  /** @throws AgentRefusal when it is not the active one */
  checkActive(principal: string, sessionId: string): void {
    if (this.#active.get(principal)?.sessionId !== sessionId) throw new AgentRefusal(`session ${sessionId} is not active`)
  }

  end(principal: string): void {
    this.#active.delete(principal)
  }

  /** Sets the current commit of a session. */
  moved(sessionId: string, commitId: string): void {
    this.#newest = commitId
    if (sessionId !== '') this.#contexts.set(sessionId, commitId)
  }

  /** The current commit of a session; without a session the newest of all; '' before the first. */
  current(sessionId: string): string {
    return sessionId === '' ? this.#newest : (this.#contexts.get(sessionId) ?? '')
  }
}
