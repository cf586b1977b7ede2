/** Signals that an engine sends without a request. */
import type { Failure } from '../model/failure.ts'
import type { JobView } from './jobs.ts'
import type { FollowedChange, WatchView } from './watch.ts'

/** State of the engine. When it is ready again, earlier answers may be outdated, and earlier jobs have ended. */
export interface EngineSignal {
  readonly kind: 'engine'
  readonly state: 'starting' | 'ready' | 'restarting' | 'stopped'
  readonly failure: Failure | undefined
  /** The other program that owns the store and answers for it; undefined: this program, or none. */
  readonly owner: string | undefined
}

export type Signal =
  | { readonly kind: 'job'; readonly job: JobView }
  /** Tables changed; screens that show these sessions ask again. Empty list: anything may have changed. */
  | { readonly kind: 'changed'; readonly sessionIds: readonly string[] }
  /** How watching is doing, whenever that changes. */
  | { readonly kind: 'watch'; readonly watch: WatchView }
  /** Watching took something in, or could not. */
  | { readonly kind: 'followed'; readonly change: FollowedChange }
  | EngineSignal
  /** A link to a view, `strata://…`, that another program has opened. */
  | { readonly kind: 'link'; readonly link: string }
  /** A menu command for the window, for example `go.sessions`. */
  | { readonly kind: 'command'; readonly command: string }

/** Answer of every call: an envelope, because errors do not survive the channel as objects. */
export type Envelope<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure }
