/** The context of a chain up to the end of a commit. */
import type { ContextChain, ContextCompaction, ContextReply } from '../../../app/contract/context.ts'
import type { CommitView } from '../../../app/contract/commits.ts'
import { compareCounts, type ExactCount } from '../../../app/model/exact-count.ts'

export interface ContextAt {
  /** The last reply up to the end of the commit. */
  readonly reply: ContextReply
  /** It belongs to an earlier commit: this one has no reply, as that of a compaction. */
  readonly isEarlier: boolean
  /** The last reply before the commit began. */
  readonly before: ContextReply | undefined
  readonly largest: ExactCount
  readonly compactions: number
}

/** undefined: no reply with usage is that early. */
export const contextAt = (
  { replies, compactions }: Pick<ContextChain, 'replies' | 'compactions'>,
  { startedAt, endedAt }: Pick<CommitView, 'startedAt' | 'endedAt'>,
): ContextAt | undefined => {
  if (endedAt === null) return undefined
  const upTo = (end: number) => (each: { readonly at: number | null }) => each.at !== null && each.at <= end
  const past = replies.filter(upTo(endedAt))
  const reply = past.at(-1)
  if (reply === undefined) return undefined
  const before = startedAt === null ? undefined : past.filter(upTo(startedAt - 1)).at(-1)
  return {
    reply,
    isEarlier: reply === before,
    before,
    largest: past.reduce((largest, { tokens }) => (compareCounts(tokens, largest) > 0 ? tokens : largest), reply.tokens),
    compactions: compactions.filter(upTo(endedAt)).length,
  }
}

/** The compaction that a commit is: its boundary may end the commit before. */
export const compactionIn = (
  { compactions }: Pick<ContextChain, 'compactions'>,
  { commitType, commitId, parentId }: Pick<CommitView, 'commitType' | 'commitId' | 'parentId'>,
): ContextCompaction | undefined => {
  if (commitType !== 'compaction') return undefined
  const of = (id: string | null) => [...compactions].reverse().find((each) => each.commitId !== null && each.commitId === id)
  return of(commitId) ?? of(parentId)
}
