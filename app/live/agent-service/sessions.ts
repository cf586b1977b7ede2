/** Sessions that writers told of, and the commits that they stand at; what outlives the service is in the commits. */
import { AgentRefusal } from './agent-refusal.ts'

export interface PrincipalSessions {
  readonly active?: string
  readonly activeSince?: string
  readonly latest?: string
  readonly latestContext?: string
}

export class Sessions {
  /** When the service began, milliseconds since 1970. */
  readonly since: number
  readonly #principals = new Map<string, PrincipalSessions>()
  readonly #contexts = new Map<string, string>()
  #newest = ''

  constructor(since: number) {
    this.since = since
  }

  of(principal: string): PrincipalSessions | undefined {
    return this.#principals.get(principal)
  }

  /** @throws AgentRefusal while another is active */
  start(principal: string, sessionId: string, at: Date): void {
    const before = this.#principals.get(principal)
    if (before?.active !== undefined) throw new AgentRefusal(`session ${before.active} is already active`)
    this.#principals.set(principal, { ...before, active: sessionId, activeSince: `${at.toISOString().slice(0, 19)}Z` })
  }

  /** @throws AgentRefusal when it is not the active one */
  end(principal: string, sessionId: string, latestContext: string): void {
    const before = this.#principals.get(principal)
    if (before?.active !== sessionId) throw new AgentRefusal(`session ${sessionId} is not active`)
    const newest = latestContext === '' ? before.latestContext : latestContext
    this.#principals.set(principal, { latest: sessionId, ...(newest === undefined ? {} : { latestContext: newest }) })
  }

  /** A session stands at a new commit. */
  moved(sessionId: string, commitId: string): void {
    this.#newest = commitId
    if (sessionId !== '') this.#contexts.set(sessionId, commitId)
  }

  /** The commit that a session stands at, or the newest of all; '' before the first. */
  current(sessionId: string): string {
    return sessionId === '' ? this.#newest : (this.#contexts.get(sessionId) ?? '')
  }
}
