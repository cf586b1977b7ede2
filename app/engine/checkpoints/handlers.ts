/** Handlers of the calls that make commits. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { checkpointsCalls } from '../../contract/checkpoints.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { findCommit } from '../commits/find-commit.ts'
import { checkpoint, checkpointAll } from './checkpoint.ts'
import { snapshotDeepChain } from './snapshot-deep-chain.ts'

export const checkpointsHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof checkpointsCalls> => ({
  'commit.checkpoint': (input) =>
    jobs.runParallel(async () => {
      const commitId = await checkpoint(context, input)
      const made = await findCommit(context, commitId)
      const isFollowed = input.onto !== undefined && (await snapshotDeepChain(context, made, input.onto))
      return isFollowed ? findCommit(context, commitId) : made
    }),
  'commit.checkpoints': (input) =>
    jobs.runParallel(async () => {
      const { commitIds, onFork } = await checkpointAll(context, input)
      if (input.onto !== undefined && onFork !== undefined) await snapshotDeepChain(context, await findCommit(context, onFork), input.onto)
      return { commitIds }
    }),
})
