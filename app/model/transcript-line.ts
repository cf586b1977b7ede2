/** One parsed line of a transcript, or a run of blank lines: what chains and tables need to know of it, without its content. */
import type { ExactCount } from './exact-count.ts'
import type { Problem } from './problem.ts'
import type { KeptSegment } from './kept-segment.ts'
import type { ContentSize } from './text-size.ts'
import type { RecordClass, ReferenceClass } from './record-class.ts'

export type EventKind = 'prompt' | 'response' | 'thinking' | 'tool_call' | 'tool_result' | 'system' | 'metric' | 'error' | 'output'

/** Facts about an event that chains and counts need. */
export interface EventMark {
  readonly kind: EventKind
  /** Text or JSON input, at most 65,536 UTF-16 code units; undefined for tool results. Of marks only prompts and responses have theirs. */
  readonly body: string | undefined
  readonly toolName?: string | undefined
  readonly filePath?: string | undefined
  readonly isError: boolean
  /** True for the result of a call that was refused or stopped by a person: it did not fail. */
  readonly isRefused?: boolean
}

/**
 * Who decided whether a tool may run. approved, refused: a person; allowed, denied: a permission rule or a hook; interrupted: a person
 * stopped the call; cancelled: the client did, before it ran; invalid: the client rejected the call, which failed without running.
 */
export type ToolPermission = 'approved' | 'allowed' | 'invalid' | Refusal

/** Permissions of calls that did not run to their end, and did not fail. */
export type Refusal = 'refused' | 'denied' | 'interrupted' | 'cancelled'

/** One normalised observation of a record. */
export interface LineEvent extends EventMark {
  /** Length of the whole text, UTF-16 code units. */
  readonly chars: number
  /** The size of the part that is sent to the model. */
  readonly size: ContentSize
  readonly toolUseId?: string | undefined
  /** Permission of the call of a tool result; undefined: not recorded. */
  readonly permission?: ToolPermission | undefined
  /** How long the tool of a result ran, or how long the tool of a call can run, milliseconds; undefined: not known. */
  readonly runMs?: number | undefined
  readonly model?: string | undefined
  readonly subtype?: string | undefined
}

/** Tokens of an API reply as its record states them; undefined: the record has a value that is not a count. */
export interface TokenCounts {
  readonly inputTokens: ExactCount | undefined
  readonly outputTokens: ExactCount | undefined
  readonly cacheReadTokens: ExactCount | undefined
  readonly cacheWriteTokens: ExactCount | undefined
}

/** Usage of one request to a model, tokens. */
export interface RequestUsage extends TokenCounts {
  /** Parts of the cache write by how long they are kept; undefined: not recorded. */
  readonly cacheWrite5mTokens: ExactCount | undefined
  readonly cacheWrite1hTokens: ExactCount | undefined
  /** Searches and fetches that the service ran; undefined: not recorded. */
  readonly webSearches: ExactCount | undefined
  readonly webFetches: ExactCount | undefined
  /** Speed, tier or place of the service, as far as it is not the standard one. */
  readonly service: string | undefined
  readonly costUsd: number | undefined
}

/** A request within a reply that the reply's own counts exclude, such as one to an advisor. */
export interface FurtherUsage extends RequestUsage {
  /** Position in the record's list of iterations, from 0. */
  readonly iteration: number
  /** The kind as the record names it, for example advisor_message. */
  readonly kind: string
  readonly model: string | undefined
}

/** Usage of an API reply as this record states it. */
export interface LineUsage extends RequestUsage {
  /** Tokens that the model saw: input, cache read and cache write; undefined: one of them is not available. */
  readonly contextTokens: ExactCount | undefined
  /** Why the model stopped, as the service says it; undefined: the record does not say. */
  readonly stopReason: string | undefined
  /** True when the output tokens are known to be fewer than the model wrote. */
  readonly isUnderstated: boolean
  readonly further: readonly FurtherUsage[]
}

/** Facts about a reply's usage for the row of a session. */
export interface UsageMark extends TokenCounts {
  /** True when the output tokens are fewer than the model wrote. */
  readonly isUnderstated: boolean
  readonly further: readonly TokenCounts[]
}

/** A tool call, as far as chains care: which ones start agents. */
export interface ToolUse {
  readonly id: string
  readonly name: string
  /** Prompt given to a sub-agent; undefined for other tools. */
  readonly agentPrompt?: string | undefined
  /** Kind of sub-agent that is asked for; undefined for other tools, and where the call does not say. */
  readonly agentType?: string | undefined
}

/** A compaction boundary's own account of itself, or that of a summary without one. Tokens; undefined: not recorded. */
export interface CompactionDetail {
  readonly trigger: string | undefined
  readonly preTokens: number | undefined
  readonly postTokens: number | undefined
  /** Tokens that this compaction and those before it dropped. */
  readonly droppedTokens?: number | undefined
  readonly form: 'new' | 'old' | 'summary'
  /** Uuids of the messages that stay word for word. */
  readonly preserved: string[]
  /** The first and the last of them, where the record names only these. */
  readonly segment?: KeptSegment | undefined
}

/** The relation of a user record or attachment to a tool call that ran an agent. */
export interface AgentLink {
  readonly toolUseId: string
  readonly agentId: string
}

export interface TranscriptLine {
  /**
   * Key of the line in its file: its number, from 1, when each of the records that share a line counts as a line. Of a run of blank lines
   * the number of the first.
   */
  readonly line: number
  /** Number of lines: consecutive blank lines are one run; of records that share a line the first has 1 and the others 0. */
  readonly lines: number
  /** First byte and length (line ending included) in the file. */
  readonly offset: number
  readonly length: number
  /** True for lines of white space only: no record, their bytes go with the line before. */
  readonly blank: boolean
  readonly type: string
  readonly subtype: string | undefined
  readonly uuid: string | undefined
  readonly parentUuid: string | undefined
  /** True when the record says parentUuid: null, that is, it is a root. */
  readonly isRoot: boolean
  readonly logicalParentUuid: string | undefined
  /** Milliseconds since 1970; undefined when absent or unreadable. */
  readonly occurredAt: number | undefined
  readonly sessionId: string | undefined
  readonly agentId: string | undefined
  readonly isSidechain: boolean
  readonly isMeta: boolean
  readonly isCompactSummary: boolean
  readonly class: RecordClass
  readonly messageId: string | undefined
  readonly requestId: string | undefined
  readonly model: string | undefined
  /** The typed text, shortened to 300 characters; the start of the text for other classes. */
  readonly headline: string
  readonly hasImage: boolean
  readonly isApiError: boolean
  /** The record says where its prompt came from (promptSource); what a client sends again does not. */
  readonly namesSource: boolean
  readonly textBlocks: number
  readonly toolUses: readonly ToolUse[]
  readonly toolResultIds: readonly string[]
  readonly agentLink: AgentLink | undefined
  readonly compaction: CompactionDetail | undefined
  readonly events: readonly EventMark[]
  readonly usage: UsageMark | undefined
  readonly problems: readonly Problem[]
  readonly cwd: string | undefined
  readonly gitBranch: string | undefined
  readonly version: string | undefined
  readonly entrypoint: string | undefined
  /** A title that the record gives: custom, agent or summary, with the leaf it belongs to. */
  readonly title:
    { readonly source: 'custom' | 'agent' | 'summary'; readonly text: string; readonly leafUuid: string | undefined } | undefined
  /** Session that the record says it was copied from when that session was forked; undefined when it says nothing. */
  readonly forkedFrom: string | undefined
  /** Uuid of the message an agent_progress record carries; undefined for other records. */
  readonly carriedUuid: string | undefined
  /** True when an earlier line of the same file has the same uuid and the same bytes. */
  readonly isRepeat: boolean
}

/** A line as parsed, with the full content of its events and the fields that only its table row needs. */
export interface WholeLine extends TranscriptLine {
  /** Number of the line in the file, from 1; records that share a line have the same. */
  readonly fileLine: number
  /** Id of the rule that decided; `recovered` for a record of a damaged line. */
  readonly rule: string
  /** For a recovered record the rule that gave it its class; undefined for others. */
  readonly ruleOfClass?: string | undefined
  readonly referenceClass: ReferenceClass
  readonly mentionsInjected: boolean
  /** Content is a list with at least one block: what the reference rules count as a response. */
  readonly hasContentList: boolean
  readonly thinkingBlocks: number
  readonly toolResults: number
  readonly toolErrors: number
  /** UTF-16 code units. */
  readonly textChars: number
  readonly thinkingChars: number
  readonly events: readonly LineEvent[]
  readonly usage: LineUsage | undefined
  /** Details that no column of a record contains, in the form of the detail column; undefined: none. */
  readonly note?: Readonly<Record<string, unknown>> | undefined
}
