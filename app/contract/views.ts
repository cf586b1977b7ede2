/** Shapes of the answers: plain data, times in milliseconds since 1970 (UTC), sizes in bytes. null: not known. */
import type { Checkpoint, CommitType, ContextCommit } from '../model/context-commit.ts'
import type { ExactCount } from '../model/exact-count.ts'
import type { CommitProvenance } from './provenance-views.ts'
import type { SessionStatus, Standing } from '../model/session-status.ts'
import type { EventKind, Refusal } from '../model/transcript-line.ts'

export interface StoreView {
  readonly dir: string
  readonly sessions: number
  readonly commits: number
  readonly records: number
  readonly problems: number
  readonly sources: number
  readonly rawBytes: number
  readonly packBytes: number
  readonly indexBytes: number
  /** Changes that the tables do not show: what they say is not all. */
  readonly unshown: number
  readonly version: string
}

/** A transcript folder on this machine, found by probing, imported or not. */
export interface RootView {
  readonly path: string
  readonly exists: boolean
  /** Why it was probed: default location, CLAUDE_CONFIG_DIR, XDG_CONFIG_HOME, imported before, chosen. */
  readonly origin: string
  readonly files: number
  readonly sessions: number
  readonly bytes: number
  readonly oldestAt: number | null
  readonly newestAt: number | null
  /** Files not imported yet, or that have or may have changed since: importing tells. */
  readonly pendingFiles: number
  readonly pendingBytes: number
  /** Claude Code deletes transcripts after this many days; `retentionSource` says where the number comes from. */
  readonly retentionDays: number | null
  readonly retentionSource: string
  /** When the oldest transcript will be deleted; null: never, or no transcripts. */
  readonly firstPurgeAt: number | null
  readonly problem: string | null
}

export interface SourceView {
  readonly sourceId: string
  readonly file: string
  readonly path: string
  readonly root: string
  readonly role: 'session' | 'agent'
  readonly sessionId: string | null
  readonly bytes: number
  readonly lines: number
  readonly records: number
  readonly problems: number
  /** Nothing stands at its path any more; what the store holds of it stays. */
  readonly isGone: boolean
}

export interface SessionView {
  readonly sessionId: string
  readonly project: string
  readonly folder: string
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly clientVersion: string | null
  readonly template: string
  readonly title: string
  readonly titleSource: string
  readonly kind: string
  readonly outcome: string
  /** Who has the word after its last record. */
  readonly standing: Standing
  /** How it stood when it was asked for. */
  readonly status: SessionStatus
  readonly tipCommitId: string | null
  readonly parentSessionId: string | null
  readonly firstAt: number | null
  readonly lastAt: number | null
  readonly durationMs: number | null
  readonly records: number
  readonly malformedLines: number
  readonly bytes: number
  readonly humanPrompts: number
  readonly commands: number
  readonly responses: number
  readonly thinkingBlocks: number
  readonly toolCalls: number
  readonly toolErrors: number
  readonly compactions: number
  readonly subAgents: number
  readonly errors: number
  readonly commits: number
  readonly models: readonly string[]
  /** Tokens count each reply once. One that stands in several sessions, not marked as a copy, counts for that in which it stood first. */
  readonly inputTokens: ExactCount | null
  readonly outputTokens: ExactCount | null
  readonly cacheReadTokens: ExactCount | null
  readonly cacheWriteTokens: ExactCount | null
  /** Replies whose output tokens are fewer than the model wrote: outputTokens is too small. */
  readonly understatedReplies: number
}

export interface RefView {
  readonly name: string
  readonly kind: string
  readonly commitId: string
}

export interface CommitView extends CommitProvenance {
  readonly commitId: string
  readonly parentId: string | null
  readonly sessionId: string
  /** main, an agent id, or `replaced` for a commit that was amended away: its record does not say. */
  readonly chain: string
  readonly position: number
  readonly commitType: CommitType
  readonly checkpoint: Checkpoint
  readonly artifactRef: string
  readonly artifactHash: string
  /** Artifact with the commit's record. */
  readonly recordHash: string
  readonly format: string
  readonly summary: string
  readonly createdAt: string
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly records: number
  readonly bytes: number
  readonly humanPrompts: number
  /** Slash commands and shell lines that a human typed; they are no prompts. */
  readonly commands: number
  readonly responses: number
  readonly toolCalls: number
  readonly errors: number
  readonly models: readonly string[]
  readonly preserved: readonly string[]
  readonly branchOf: string | null
  readonly refs: readonly RefView[]
  /** A person keeps it, with all it stands on, from being collected. */
  readonly pinned: boolean
}

export interface LogPage {
  /** Newest first, children before their parents; every parent in the page follows its children. */
  readonly commits: readonly CommitView[]
  readonly total: number
}

/** One block of a commit read as a conversation, in order of the transcript. */
export type ConversationBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly redacted: boolean; readonly chars: number }
  | {
      readonly kind: 'tool_call'
      readonly toolUseId: string
      readonly name: string
      readonly input: unknown
      readonly result: ToolResultView | null
    }
  | { readonly kind: 'tool_result'; readonly toolUseId: string; readonly result: ToolResultView }
  | { readonly kind: 'image'; readonly mediaType: string; readonly dataUrl: string | null; readonly bytes: number }
  | { readonly kind: 'raw'; readonly json: string }

export interface ToolResultView {
  /** The call failed; a refused or interrupted one did not. */
  readonly isError: boolean
  /** Who refused or stopped the call; null: it ran to its end. */
  readonly refusal: Refusal | null
  /** At most the first 20,000 UTF-16 code units; `chars` is the whole length. */
  readonly text: string
  readonly chars: number
  /** Unified hunks as the client recorded them (structuredPatch); null: none recorded. */
  readonly patch: readonly { readonly oldStart: number; readonly newStart: number; readonly lines: readonly string[] }[] | null
  readonly images: readonly { readonly mediaType: string; readonly dataUrl: string | null }[]
  /** Where the client put the whole output when it is too large for the transcript; without sourceId that file was not imported. */
  readonly persisted: { readonly path: string; readonly sourceId: string | null; readonly bytes: number | null } | null
}

export interface ConversationItem {
  /** Who speaks: human, agent, injected (with its class), system, error. */
  readonly speaker: 'human' | 'agent' | 'injected' | 'system' | 'error' | 'summary'
  readonly line: number
  readonly sourceFile: string
  /** null for records of a commit that was amended away: they cannot be corrected. */
  readonly sourceId: string | null
  readonly recordType: string
  readonly subtype: string | null
  readonly class: string
  readonly rule: string
  /** Class that the rule had given to a record that a person corrected; null: nobody did. */
  readonly classByRule: string | null
  readonly occurredAt: number | null
  readonly uuid: string | null
  readonly model: string | null
  readonly blocks: readonly ConversationBlock[]
}

export interface CommitReading {
  readonly commit: CommitView
  readonly items: readonly ConversationItem[]
  /** Items of the commit; `items` is a slice from `offset`. */
  readonly total: number
  /** Place, from 0, of the item that shows the record which was sought; null: none was, or no item shows it. */
  readonly soughtAt: number | null
  /** Bookkeeping records that hold no conversation, by kind. */
  readonly bookkeeping: readonly { readonly kind: string; readonly count: number }[]
  readonly compaction: { readonly trigger: string | null; readonly preTokens: number | null; readonly postTokens: number | null } | null
}

export interface CommitDetail {
  readonly commit: CommitView
  /** The commit's record, field by field as it is stored. */
  readonly record: ContextCommit
  readonly children: readonly CommitView[]
  readonly storedBytes: number
}

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
}

export interface TimelineEvent {
  readonly at: number
  readonly chain: string
  readonly kind: EventKind
  readonly class: string
  readonly label: string
  readonly commitId: string | null
  /** Place in `sources` of the file that holds its record. */
  readonly source: number
  /** Line of its record, from 1. */
  readonly line: number
  /** A failed result or an error; a refused call did not fail. */
  readonly isError: boolean
  readonly isRefused: boolean
}

export interface TimelineView {
  readonly sessionId: string
  readonly startAt: number | null
  readonly endAt: number | null
  readonly lanes: readonly Lane[]
  readonly events: readonly TimelineEvent[]
  /** Ids of the files that hold the events' records. */
  readonly sources: readonly string[]
  /** Tokens that the model saw at each reply of the main chain. */
  readonly context: readonly { readonly at: number; readonly tokens: number }[]
  readonly compactions: readonly {
    readonly at: number
    readonly trigger: string | null
    readonly preTokens: number | null
    readonly commitId: string | null
  }[]
  /** Milliseconds in each state of the main lane; they add up to the wall time, less what a clock that went back leaves unknown. */
  readonly totals: Readonly<Record<LaneState, number>>
}
