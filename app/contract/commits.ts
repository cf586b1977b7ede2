/** Commits and their chains: the log, ancestors, comparison. */
import { z } from 'zod'
import { commitTypes, type Checkpoint, type CommitType, type ContextCommit } from '../model/context-commit.ts'
import { call, id, page } from './call.ts'
import type { JobView } from './jobs.ts'

/** A change to another model after one refused; null: the record does not name the model. */
export interface ModelFallback {
  readonly from: string | null
  readonly to: string | null
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
  readonly fallbacks: readonly ModelFallback[]
  readonly preserved: readonly string[]
  readonly branchOf: string | null
  readonly refs: readonly RefView[]
  /** A person keeps it, with all it stands on, from being collected. */
  readonly pinned: boolean
}

export interface CommitProvenance {
  readonly template: string
  readonly principal: string
  /** Kind of sub-agent, by the note beside its transcript or the call that started it; null for the main chain, and where neither says. */
  readonly agentType: string | null
  /** For the first commit of a sub-agent's chain, the id of the call that started it; null otherwise. */
  readonly spawnCall: string | null
  readonly cwd: string | null
  readonly gitBranch: string | null
  readonly clientVersion: string | null
  /** As its record says; transcripts say none of the next four. */
  readonly machine: string | null
  readonly ticketId: string | null
  readonly threadId: string | null
  readonly tokenCount: number | null
}

export interface RefView {
  readonly name: string
  readonly kind: string
  readonly commitId: string
}

export interface LogPage {
  /** Newest first, children before their parents; every parent in the page follows its children. */
  readonly commits: readonly CommitView[]
  readonly total: number
  /** Commits without a conversation that are excluded, when they are. */
  readonly folded?: readonly string[]
}

export interface CommitDetail {
  readonly commit: CommitView
  /** The commit's record, field by field as it is stored. */
  readonly record: ContextCommit
  readonly children: readonly CommitView[]
  readonly storedBytes: number
}

/** A chain from a commit towards its root. */
export interface HistoryView {
  /** Tip first, at most as many as asked for. */
  readonly commits: readonly CommitView[]
  /** Commits of the whole chain. */
  readonly total: number
  /** The parent of the last commit of the chain, which the store does not have; null: the chain ends in its root. */
  readonly missingParent: string | null
  /**
   * Commits before the tip that were replaced, and whose records no commit ends with now: answers about what agents met, saw and knew lack
   * these records.
   */
  readonly lacking: readonly LackingCommit[]
}

export interface LackingCommit {
  readonly commitId: string
  /** The commit that contains its records, and more after them; null: none does. */
  readonly now: string | null
}

export interface MergeBaseView {
  /** Null: the two have no commit in common. */
  readonly mergeBase: CommitView | null
}

/** The part that only one of two commits contains. */
export interface ComparedSide {
  /** Newest first. */
  readonly commits: readonly CommitView[]
  readonly humanPrompts: number
  readonly commands: number
  readonly responses: number
  readonly toolCalls: number
  readonly errors: number
  /** Files that its tool calls name and those of the other side never do. */
  readonly files: readonly string[]
  /** Prompts of persons, the first 400 characters of each. */
  readonly prompts: readonly { readonly commitId: string; readonly prompt: string; readonly occurredAt: number | null }[]
}

export interface ComparisonView {
  readonly left: string
  readonly right: string
  readonly mergeBase: CommitView | null
  /** Commits that both have. */
  readonly common: number
  readonly onlyLeft: ComparedSide
  readonly onlyRight: ComparedSide
}

export const commitsCalls = {
  'chain.log': call<LogPage>('reads')(() =>
    z.object({
      ...page,
      /** A ref, commit id or unique prefix: its ancestors. A session id: all its chains. Nothing: every commit. */
      of: id.optional(),
      /** Every word must occur in the id or the summary. */
      text: z.string().max(1000).optional(),
      /** A tool of the commit was given this path, one that ends so, or one in this folder. */
      file: z.string().min(1).max(4096).optional(),
      /** A tool that was called in it; with a file: for that file. */
      tool: z.string().min(1).max(1000).optional(),
      type: z.enum(commitTypes).optional(),
      /** False: beginnings of chains without a conversation, as of notes of the client, are excluded. */
      quiet: z.boolean().default(true),
      /** Its template or principal. */
      author: z.string().min(1).max(1000).optional(),
      /** Kind of the sub-agent whose chain it belongs to. */
      agentType: z.string().min(1).max(1000).optional(),
      /** Ticket and thread in its record. */
      ticket: z.string().min(1).max(10_000).optional(),
      thread: z.string().min(1).max(10_000).optional(),
      /** Its last event, or it was made, at or after; before. Milliseconds since 1970. */
      since: z.number().int().optional(),
      until: z.number().int().optional(),
    }),
  ),
  'commit.show': call<CommitDetail>('reads')(() => z.object({ commitId: id })),
  'commit.history': call<HistoryView>('reads')(() => z.object({ commitId: id, depth: z.number().int().min(1).optional() })),
  /** The last commit at or before a time; null: there is none. What is not given does not restrict, but one of the three is needed. */
  'commit.resolve': call<CommitView | null>('reads')(() =>
    z.object({
      principal: z.string().max(4096).optional(),
      project: z.string().max(4096).optional(),
      sessionId: id.optional(),
      /** ISO 8601 with a time zone. */
      at: z.string().max(100),
    }),
  ),
  'commit.compare': call<ComparisonView>('reads')(() => z.object({ left: id, right: id })),
  'compare.start': call<JobView<ComparisonView>>('reads')(() => z.object({ left: id, right: id })),
  'commit.mergeBase': call<MergeBaseView>('reads')(() => z.object({ left: id, right: id })),
} as const
