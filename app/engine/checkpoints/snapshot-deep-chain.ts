/** Adds a snapshot commit to a long fork. Later commits continue from it, so that rebuilding reads one artifact instead of hundreds. */
import { calls } from '../../contract/calls.ts'
import type { CommitDetail } from '../../contract/commits.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { checkpoint } from './checkpoint.ts'
import { chainOf } from '../commits/chain-links.ts'
import { rebuild } from '../materialise/rebuild.ts'

/**
 * A snapshot is made after this many commits since the last compaction, snapshot or root. Measured (docs/decisions/0003): from 64 to 512
 * reading is equally fast. Each snapshot repeats the whole conversation so far, so the rarest ones cost the store the least.
 */
export const deepChain = 512

/** Depth of the newest commit of each fork, by engine: it is counted on instead of walked again. */
const depths = new WeakMap<EngineContext['pool'], Map<string, { readonly commitId: string; readonly depth: number }>>()

const depthOf = async (context: EngineContext, { commit }: CommitDetail, fork: string): Promise<number> => {
  const known = depths.get(context.pool) ?? new Map<string, { readonly commitId: string; readonly depth: number }>()
  depths.set(context.pool, known)
  const before = known.get(fork)
  const walked = async (): Promise<number> => {
    const chain = await chainOf(context.store, commit)
    const whole = chain.findIndex(({ commitType }) => commitType !== 'delta')
    return whole === -1 ? chain.length : whole
  }
  const counted = commit.commitType === 'delta' ? (before?.depth ?? 0) + 1 : 0
  const depth = before !== undefined && before.commitId === commit.parentId ? counted : await walked()
  known.set(fork, { commitId: commit.commitId, depth })
  return depth
}

/** Fields that a snapshot takes over from the record of its parent, including the time. */
const asBefore = ({ session_id, principal, machine, template, created_at }: ContextCommit) => ({
  createdAt: created_at,
  ...(session_id === undefined ? {} : { sessionId: session_id }),
  ...(principal === undefined ? {} : { principal }),
  ...(machine === undefined ? {} : { machine }),
  ...(template === undefined ? {} : { template }),
})

/**
 * @param made the commit that was just made.
 * @param fork the fork that it was made on, which moves to the snapshot when one is made.
 * @returns whether a snapshot now continues from the commit.
 */
export const snapshotDeepChain = async (context: EngineContext, made: CommitDetail, fork: string): Promise<boolean> => {
  if ((await depthOf(context, made, fork)) < deepChain) return false
  const { commit, record } = made
  const chain = await chainOf(context.store, commit)
  const whole = await rebuild(context.store, chain, { stop: { kind: 'compaction' }, format: undefined })
  // A snapshot is made only if it can contain everything before it.
  if (whole.tier !== 'native' || whole.lost.length > 0 || whole.isPartial || whole.pieces.length === 0) return false
  const input = {
    onto: fork,
    commitType: 'snapshot',
    checkpoint: 'explicit',
    format: whole.format,
    bytes: whole.pieces.whole(),
    summary: `Snapshot of ${whole.commits.length} commits`,
    ...asBefore(record),
  }
  await checkpoint(context, calls['commit.checkpoint'].input.parse(input))
  return true
}
