/** Commits and artifacts read as a conversation. */
import type { ToolKind } from '../model/tool-kind.ts'
import { z } from 'zod'
import type { ExactCount } from '../model/exact-count.ts'
import type { Refusal } from '../model/transcript-line.ts'
import { call, id, noRows } from './call.ts'
import type { CommitView } from './commits.ts'
import type { CellView, DocumentView, ImageView } from './media.ts'

/** One block of a commit read as a conversation, in order of the transcript. */
export type ConversationBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'thinking'; readonly text: string; readonly redacted: boolean; readonly chars: number }
  | {
      readonly kind: 'tool_call'
      readonly toolUseId: string
      readonly name: string
      readonly tool: ToolKind
      readonly input: unknown
      readonly result: ToolResultView | null
      /** Working folder of the client when it wrote the call; null: not recorded. */
      readonly cwd: string | null
      /** Time of the record, milliseconds. */
      readonly calledAt: number | null
      /** Longest that the tool runs by its own limits, milliseconds; null: any time. */
      readonly limitMs: number | null
    }
  | { readonly kind: 'tool_result'; readonly toolUseId: string; readonly result: ToolResultView }
  | ({ readonly kind: 'image' } & ImageView)
  | ({ readonly kind: 'document' } & DocumentView)
  /** Data that the client attached to a message: a file, the output of a hook, a notice. */
  | {
      readonly kind: 'attached'
      /** The kind that the client gives it, such as `hook_success`. */
      readonly type: string
      /** Its subject, for example a path or the name of a hook; null: none. */
      readonly subject: string | null
      /** At most the first 20,000 UTF-16 code units; `chars` is the whole length. */
      readonly text: string
      readonly chars: number
    }
  /** At most the first 20,000 UTF-16 code units; `chars` is the whole length. */
  | { readonly kind: 'raw'; readonly json: string; readonly chars: number }

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
  readonly images: readonly ImageView[]
  readonly documents: readonly DocumentView[]
  /** Cells of the notebook that was read; null: no notebook. */
  readonly cells: readonly CellView[] | null
  /** Source of a notebook's cell before the edit; null: not recorded. */
  readonly cellBefore: string | null
  /** The task list before and after the call, or the tasks that it names, as recorded; null: not recorded. */
  readonly todosBefore: readonly unknown[] | null
  readonly tasks: readonly unknown[] | null
  /** State of the task before its update; null: not recorded. */
  readonly stateBefore: string | null
  /** A person's answers by question; null: not recorded. */
  readonly answers: Readonly<Record<string, string>> | null
  /** The file did not exist before. */
  readonly isNewFile: boolean
  /** The file to which the client wrote an output that is too large for the transcript; without sourceId the file was not imported. */
  readonly persisted: { readonly path: string; readonly sourceId: string | null; readonly bytes: number | null } | null
  /** Exit code of the command; null: not recorded. */
  readonly exitCode: number | null
  /** The client's explanation of the exit code; null: none. */
  readonly exitMeaning: string | null
  /** Id of the task that continues in the background; null: none. */
  readonly backgroundId: string | null
  /** How long the tool ran, milliseconds; null: not recorded. */
  readonly runMs: number | null
  /** Time of the record, milliseconds. */
  readonly answeredAt: number | null
  readonly recordUuid: string | null
}

export interface ConversationItem {
  /** The speaker: human, agent, injected (with its class), system, error, summary. */
  readonly speaker: 'human' | 'agent' | 'injected' | 'system' | 'error' | 'summary'
  /** Key of its record in the file; the number of the line itself is `fileLine`. */
  readonly line: number
  readonly fileLine: number
  readonly sourceFile: string
  /** null for records of a commit that was amended away: they cannot be corrected. */
  readonly sourceId: string | null
  readonly recordType: string
  readonly subtype: string | null
  readonly class: string
  readonly rule: string
  /** For a record that a person corrected, the class that the rule assigned; null: the class was not corrected. */
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
  /** The block of the item, from 0, in which the record is shown: that of the call for a result. */
  readonly soughtBlock: number | null
  /** Bookkeeping records that hold no conversation, by kind. */
  readonly bookkeeping: readonly { readonly kind: string; readonly count: number }[]
  readonly compaction: CompactionFigures | null
}

export interface CompactionFigures {
  readonly trigger: string | null
  readonly preTokens: number | null
  readonly postTokens: number | null
  /** Context of the first reply after it; null: none with usage follows. */
  readonly nextTokens: ExactCount | null
}

/** A row of a session's conversation: a record, or a place where something else begins. */
export type ReadingRow =
  | { readonly kind: 'item'; readonly commitId: string; readonly item: ConversationItem }
  /** A branch that the conversation does not follow; it left after the row before. */
  | {
      readonly kind: 'branch'
      readonly commitId: string
      readonly tip: string
      readonly commits: number
      readonly summary: string
      readonly endedAt: number | null
    }
  /** Another session continues from the row before; `first`: its first commit. */
  | { readonly kind: 'fork'; readonly commitId: string; readonly first: string; readonly sessionId: string; readonly summary: string }
  /** A sub-agent that no call in the conversation started. */
  | { readonly kind: 'agent'; readonly commitId: string; readonly chain: string }
  /** The conversation continues one of another session. */
  | { readonly kind: 'continues'; readonly commitId: string; readonly parentId: string }

export interface ReadingPage {
  readonly rows: readonly ReadingRow[]
  readonly total: number
}

/** Where things are in the conversation of a chain. Rows are numbered from 0. */
export interface ChainOutline {
  /** main, or the agent id. */
  readonly chain: string
  /** Last commit. */
  readonly tip: string
  readonly rows: number
  /** Commits and their first rows, in order; commits without rows are excluded. */
  readonly commits: readonly { readonly row: number; readonly commitId: string }[]
  /** Prompts of persons, at most 400 characters each. */
  readonly prompts: readonly { readonly row: number; readonly text: string; readonly at: number | null }[]
  /** Rows with a call that changes a file, and rows with a failure. */
  readonly edits: readonly number[]
  readonly errors: readonly number[]
  readonly compactions: readonly ({
    readonly row: number
    readonly commitId: string
    /** Only old tool results were removed: there is no summary. */
    readonly isMicro: boolean
  } & CompactionFigures)[]
  readonly branches: readonly { readonly row: number; readonly tip: string; readonly commits: number; readonly summary: string }[]
  /** `call`: id of the call that started the sub-agent; null: no call of the conversation did. */
  readonly agents: readonly { readonly row: number; readonly call: string | null; readonly chain: string }[]
}

/** A sub-agent, with the counts of its chain. */
export interface AgentReading {
  readonly type: string | null
  readonly summary: string
  readonly responses: number
  readonly toolCalls: number
  readonly errors: number
  /** null: no usage is recorded. */
  readonly outputTokens: number | null
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly models: readonly string[]
  readonly outline: ChainOutline
}

export interface SessionOutline {
  readonly sessionId: string
  readonly main: ChainOutline
  /** Time of each row of `main`, milliseconds since 1970; null: not available. */
  readonly times: readonly (number | null)[]
  readonly agents: readonly AgentReading[]
}

/** Contents of conversation rows by which two conversations are compared. */
export interface SessionContents {
  /** Prompts with the same digest have the same words. */
  readonly prompts: readonly { readonly row: number; readonly digest: string }[]
  /** Rows with calls that changed files; those of their sub-agents are included, failed calls are excluded. */
  readonly changes: readonly { readonly row: number; readonly files: readonly string[] }[]
}

/** A row in which a text was found, and how often. */
export interface FoundRow {
  readonly chain: string
  readonly row: number
  readonly count: number
}

export interface FoundRows {
  /** The rows of `main` and of all sub-agents, each chain in its order. */
  readonly rows: readonly FoundRow[]
  readonly total: number
}

/** A place among the rows; null: no row shows it. */
export interface RowFound {
  readonly chain: string
  readonly row: number
}

/** A format that chains are kept in. */
export interface FormatView {
  readonly id: string
  readonly contentType: string
}

/** An artifact read as a conversation; `items` is a slice from `offset`. */
export type ArtifactReading = Pick<CommitReading, 'items' | 'total' | 'bookkeeping'>

/** A stretch of a long text, UTF-16 code units. */
export interface RecordText {
  readonly text: string
  /** Length of the whole text, and where the stretch ends. */
  readonly chars: number
  readonly to: number
}

export const readerCalls = {
  'commit.read': call<CommitReading>('reads')(() =>
    z.object({
      commitId: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(5000).default(200),
      /** A record whose place among the items is wanted. */
      sought: z.object({ sourceId: id, line: z.number().int().min(1) }).optional(),
    }),
  ),
  /** Where things are in a session's conversation up to a commit. `tip`: of the main chain; default: its end. */
  'session.outline': call<SessionOutline>('reads')(() => z.object({ sessionId: id, tip: id.optional() })),
  /** Rows of the conversation of the chain that ends with `tip`. */
  'session.read': call<ReadingPage>('reads')(() =>
    z.object({
      sessionId: id,
      tip: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(1000).default(100),
    }),
  ),
  'session.contents': call<SessionContents>('reads')(() => z.object({ sessionId: id, tip: id })),
  /** Rows in which a text occurs, in what is shown and in what is folded, sub-agents included. */
  'session.find': call<FoundRows>('reads')(() =>
    z.object({ sessionId: id, tip: id.optional(), text: z.string().min(1).max(1000), matchCase: z.boolean().default(false) }),
  ),
  /** The row that shows a record, or the first one of a commit. */
  'session.locate': call<RowFound | null>('reads')(() =>
    z.object({
      sessionId: id,
      tip: id.optional(),
      commitId: id.optional(),
      record: z
        .union([z.object({ sourceId: id, line: z.number().int().min(1) }), z.object({ uuid: z.string().min(1).max(200) })])
        .optional(),
    }),
  ),
  /** The whole text of a tool result or attachment whose beginning a reading contains: at most a million characters a call. */
  'record.text': call<RecordText>('reads')(() =>
    z.object({
      sourceId: id,
      record: z.union([z.object({ uuid: z.string().max(200) }), z.object({ line: z.number().int().min(1) })]),
      /** The call whose result it is; without it the text of an attachment. */
      toolUseId: z.string().max(1000).optional(),
      from: z.number().int().min(0).default(0),
      length: z.number().int().min(1).max(1_000_000).default(1_000_000),
    }),
  ),
  'artifact.bytes': call<Uint8Array>('reads')(() => z.object({ ref: id })),
  /** An artifact read as a conversation; the artifact does not say its format. */
  'artifact.read': call<ArtifactReading>('reads')(() =>
    z.object({
      ref: id,
      format: id,
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(5000).default(200),
    }),
  ),
  'formats.list': call<readonly FormatView[]>('reads', noRows)(() => z.object({})),
} as const
