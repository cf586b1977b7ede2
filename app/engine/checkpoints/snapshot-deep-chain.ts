/** Gives a fork that has grown long a snapshot commit to go on from, so that rebuilding it reads one artifact instead of hundreds. */
import { calls } from '../../contract/calls.ts'
import type { CommitDetail } from '../../contract/commits.ts'
import type { ContextCommit } from '../../model/context-commit.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { checkpoint } from './checkpoint.ts'
import { chainOf } from '../commits/chain-links.ts'
import { rebuild } from '../materialise/rebuild.ts'

/**
 * Commits after the last compaction, snapshot or root from which on a snapshot is made. Measured (docs/decisions/0003): from 64 to 512 reading is
 * equally fast, and each snapshot holds all that was said before once more: the rarest of them cost the store the least.
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

/** What a snapshot takes over from the record of the commit that it stands for; it is made at the same time. */
const asBefore = ({ session_id, principal, machine, template, created_at }: ContextCommit) => ({
  createdAt: created_at,
  ...(session_id === undefined ? {} : { sessionId: session_id }),
  ...(principal === undefined ? {} : { principal }),
  ...(machine === undefined ? {} : { machine }),
  ...(template === undefined ? {} : { template }),
})

/**
 * @param made the commit that was just made.
 * @param fork the fork that it was made on, which moves on to the snapshot when there is one.
 * @returns whether a snapshot goes on from the commit now.
 */
export const snapshotDeepChain = async (context: EngineContext, made: CommitDetail, fork: string): Promise<boolean> => {
  if ((await depthOf(context, made, fork)) < deepChain) return false
  const { commit, record } = made
  const chain = await chainOf(context.store, commit)
  const whole = await rebuild(context.store, chain, { stop: { kind: 'compaction' }, format: undefined })
  // A snapshot says all that it stands for, or there is none.
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
