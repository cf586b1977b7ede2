/** The timeline of a session: states, events and token usage over time. */
import { z } from 'zod'
import type { EventKind } from '../model/transcript-line.ts'
import { call, id } from './call.ts'

export type LaneState = 'human' | 'agent' | 'thinking' | 'tool' | 'waiting' | 'compaction' | 'idle'

/** A stretch of one state in a lane, milliseconds since 1970. A guess: no record states the state. */
export interface LaneSpan {
  readonly state: LaneState
  readonly startAt: number
  readonly endAt: number
  readonly commitId: string | null
  readonly label: string
  readonly isGuess: boolean
}

/** `chain`: main, or the agent id. */
export interface Lane {
  readonly chain: string
  readonly label: string
  readonly spans: readonly LaneSpan[]
  /** The call that started it: its chain, and when; null for the main chain, and where no record names the call. */
  readonly calledBy: { readonly chain: string; readonly at: number } | null
}

export interface TimelineEvent {
  readonly at: number
  readonly chain: string
  readonly kind: EventKind
  readonly class: string
  readonly label: string
  readonly commitId: string | null
  /** Place in `sources` of the file that contains its record. */
  readonly source: number
  /** Key of its record in the file. */
  readonly line: number
  /** A failed result or an error; a refused call did not fail. */
  readonly isError: boolean
  readonly isRefused: boolean
  /** Time that a call and its result took, or the model to write; null: not available. */
  readonly durationMs: number | null
}

export interface Rewind {
  readonly at: number
  readonly chain: string
  /** First commit of the new branch. */
  readonly commitId: string
  /** Text that the branch begins with. */
  readonly label: string
  /** End of the commit that the conversation went back to; null: it began again, or the commit has no time. */
  readonly fromAt: number | null
  /** Last commit of the branch that was left, and the ref that names it. */
  readonly leftCommitId: string | null
  readonly leftRef: string | null
}

export interface TimelineView {
  readonly sessionId: string
  readonly startAt: number | null
  readonly endAt: number | null
  readonly lanes: readonly Lane[]
  readonly events: readonly TimelineEvent[]
  /** Ids of the files that contain the events' records. */
  readonly sources: readonly string[]
  /** Tokens that the model saw at each reply of the main chain; `reply` is its number among those with usage. */
  readonly context: readonly { readonly at: number; readonly tokens: number; readonly reply: number; readonly commitId: string | null }[]
  readonly compactions: readonly {
    readonly at: number
    readonly trigger: string | null
    readonly preTokens: number | null
    readonly commitId: string | null
  }[]
  /** Tokens of each reply of every lane, in order of time, those without a time first. Tokens read include the cache. */
  readonly usage: readonly { readonly at: number | null; readonly readTokens: number; readonly writtenTokens: number }[]
  /** Places where the conversation went back to an earlier commit and continued on another branch, in order of time. */
  readonly rewinds: readonly Rewind[]
  /** Milliseconds in each state of the main lane; they add up to the wall time, less what a clock that went back leaves unknown. */
  readonly totals: Readonly<Record<LaneState, number>>
}

export const timelineCalls = {
  'session.timeline': call<TimelineView>('reads')(() => z.object({ sessionId: id })),
} as const
