/** Calls that work on chains: they make commits, name them, and ask how they hang together. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { ComparisonView, HistoryView, MergeBaseView, PinView, SummaryHistory } from './chain-views.ts'
import type { MaterialisedView } from './materialise-views.ts'
import { outsideFormats, type OutsideImportView } from './outside-views.ts'
import type { JobView } from './signals.ts'
import type { CommitDetail, CommitView, RefView } from './views.ts'

/** A field of a commit's record; '' stands for one that is not there. */
const field = z.string().max(10_000).default('')
const count = z.number().int().min(0).optional()

/** A name as git allows it for a branch or a tag; the kind before it may be left out. */
const refName = z.string().max(400)

/** Which conversation is rebuilt. */
const conversationOf = z.object({
  /** '' stands for no commit: an empty conversation. */
  commitId: z.string().max(400).default(''),
  /** compaction (the nearest one, or a snapshot, included), root, or a commit that it goes on from. */
  stop: id.default('compaction'),
  /** Left out: that of the chain. */
  format: id.optional(),
})

export const chainCalls = {
  'commit.history': call<HistoryView>('reads')(z.object({ commitId: id, depth: z.number().int().min(1).optional() })),
  /** The last commit at or before a time; null: there is none. What is not given does not restrict, but one of the three is needed. */
  'commit.resolve': call<CommitView | null>('reads')(
    z.object({
      principal: z.string().max(4096).optional(),
      project: z.string().max(4096).optional(),
      sessionId: id.optional(),
      /** ISO 8601 with a time zone. */
      at: z.string().max(100),
    }),
  ),
  'commit.compare': call<ComparisonView>('reads')(z.object({ left: id, right: id })),
  /** A job; its result is a ComparisonView. */
  'compare.start': call<JobView>('reads')(z.object({ left: id, right: id })),
  'commit.mergeBase': call<MergeBaseView>('reads')(z.object({ left: id, right: id })),
  /** Names a commit; a name that stands for another commit is moved only when asked. */
  'ref.set': call<RefView>('repeatable')(
    z.object({ kind: z.enum(['fork', 'tag']), name: refName, commitId: id, move: z.boolean().default(false) }),
  ),
  /** Answers with the name as it was. */
  'ref.remove': call<RefView>('once')(z.object({ name: refName })),
  /** Keeps a commit, with all it stands on, from being collected; or does so no more. */
  'commit.pin': call<CommitDetail>('repeatable')(z.object({ commitId: id, pinned: z.boolean().default(true) })),
  'pins.list': call<readonly PinView[]>('reads')(z.object({})),
  /** Writes the summary of a commit; '' gives it the rule's again. What was written before is kept. */
  'commit.describe': call<SummaryHistory>('once')(
    z.object({ commitId: id, summary: z.string().max(10_000), by: z.string().max(400).optional() }),
  ),
  'commit.summaries': call<SummaryHistory>('reads')(z.object({ commitId: id })),
  /** Makes a commit of any kind. What the record says is checked as the reference does; see docs/chains.md. */
  'commit.checkpoint': call<CommitDetail>('once')(
    z.object({
      /** The commit to go on from: an id or the beginning of one, a ref, a session. */
      parent: field,
      commitType: z.string().max(100).default('delta'),
      checkpoint: z.string().max(100).default('explicit'),
      format: field,
      /** Exactly one of the two is needed. */
      bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'bytes are needed').optional(),
      artifactRef: id.optional(),
      template: field,
      principal: field,
      machine: field,
      sessionId: field,
      ticketId: field,
      threadId: field,
      /** The tool call that started the sub-agent whose chain it belongs to; '': the main chain. */
      agentCall: field,
      /** What kind of sub-agent that is. */
      agentType: field,
      summary: field,
      /** Left out: how many events the artifact holds, if its format can be read. */
      messageCount: count,
      tokenCount: count,
      /** ISO 8601 with a time zone; left out: now. Whole seconds are kept. */
      createdAt: z.string().max(100).optional(),
      /** A fork, `fork/x` or `x`: its commit is the parent, and it moves to the new commit. */
      onto: id.optional(),
      /** The parent is taken as it is, also when the store has no such commit. */
      allowUnknownParent: z.boolean().default(false),
    }),
  ),
  /** Rebuilds the conversation that an agent would see from a commit; read it with artifact.bytes. */
  'commit.materialise': call<MaterialisedView>('repeatable')(conversationOf),
  /** The same as a job; its result is a MaterialisedView. */
  'materialise.start': call<JobView>('repeatable')(conversationOf),
  /** Takes in what other programs recorded, from files and from folders; the same files again give the same commits. */
  'outside.import': call<OutsideImportView>('repeatable')(
    z.object({
      format: z.enum(outsideFormats),
      paths: z.array(z.string().min(1).max(4096)).min(1).max(1000),
      /** Left out: the folder's name for deltas that follow each other, else the file's. */
      sessionId: id.optional(),
      principal: id.optional(),
      template: id.optional(),
    }),
  ),
  /** Asks a model for a summary of every commit without a written one. Only this call goes to a network, and only with the user's key. */
  'summaries.start': call<JobView>('repeatable')(
    z.object({
      /** A commit with all it goes on from, or a session; left out: every commit. */
      of: id.optional(),
      model: z
        .string()
        .regex(/^[\w.:@/[\]-]{1,200}$/, 'is no name of a model')
        .default('claude-haiku-4-5'),
      /** Only so many commits, the newest; 0: only the answers of batches that were sent before. */
      limit: z.number().int().min(0).optional(),
      /** At half the price, within a day; else one by one, at once. */
      inBatches: z.boolean().default(true),
      /** Commits in one batch at most. */
      batchSize: z.number().int().min(1).max(10_000).default(500),
      /** Whether answers of batches are waited for; they can be fetched later. */
      wait: z.boolean().default(true),
      /** How many are asked for at the same time, one by one. */
      atOnce: z.number().int().min(1).max(32).default(4),
      /** US dollars that are not exceeded. */
      maxCostUsd: z.number().positive().max(100_000).optional(),
      timeoutMs: z.number().int().min(100).max(600_000).default(60_000),
      /** Only says what would be sent and about what it would cost: nothing goes out. */
      dryRun: z.boolean().default(false),
      /** A dry run fails when there is no key. */
      needKey: z.boolean().default(true),
    }),
  ),
} as const
