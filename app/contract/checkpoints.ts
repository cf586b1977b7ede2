/** Commits that a person or an agent makes. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { CommitDetail } from './commits.ts'

/** A field of a commit's record; '' represents an absent field. */
const field = z.string().max(10_000).default('')

const count = z.number().int().min(0).optional()

const commitFields = {
  /** The commit to continue from: an id or the beginning of one, a ref, a session. */
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
  /** The kind of that sub-agent. */
  agentType: field,
  summary: field,
  /** Default: the number of events in the artifact, if its format can be read. */
  messageCount: count,
  tokenCount: count,
  /** ISO 8601 with a time zone; default: now. Whole seconds are stored. */
  createdAt: z.string().max(100).optional(),
  /** The parent is taken as it is, also when the store has no such commit. */
  allowUnknownParent: z.boolean().default(false),
} as const

export const checkpointsCalls = {
  /** Makes a commit of any kind. What the record says is checked as the reference does; see docs/chains.md. */
  'commit.checkpoint': call<CommitDetail>('once')(() =>
    z.object({
      ...commitFields,
      /** A fork, `fork/x` or `x`: its commit is the parent, and it moves to the new commit. */
      onto: id.optional(),
    }),
  ),
  /** Makes commits together, all of them or none. Existing commits are not made again, and then a fork does not move. */
  'commit.checkpoints': call<{ readonly commitIds: readonly string[] }>('repeatable')(() =>
    z.object({
      commits: z
        .array(
          z.object({
            ...commitFields,
            /** The place in this list of the commit to continue from, instead of a parent. */
            follows: z.number().int().min(0).optional(),
          }),
        )
        .min(1)
        .max(1000),
      /** A fork that the main chain of the list continues, and that moves to the last commit of it. */
      onto: id.optional(),
    }),
  ),
} as const
