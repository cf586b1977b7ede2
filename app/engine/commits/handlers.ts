/** Handlers of the calls that look commits up. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { commitsCalls } from '../../contract/commits.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { compareCommits, showMergeBase } from './compare-commits.ts'
import { resolveAt } from './commit-at.ts'
import { showHistory } from './show-history.ts'
import { findCommit } from './find-commit.ts'
import { logAny } from './log-chain.ts'

export const commitsHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof commitsCalls> => ({
  'chain.log': (input) => logAny(context, input),
  'commit.show': ({ commitId }) => findCommit(context, commitId),
  'commit.history': (input) => showHistory(context, input),
  'commit.resolve': (input) => resolveAt(context, input),
  'commit.compare': (input) => compareCommits(context, input),
  'compare.start': (input) =>
    Promise.resolve(
      jobs.startParallel('compare', async (progress) => {
        const result = await compareCommits(context, input, progress)
        return { result, summary: `${result.common} commits in common` }
      }),
    ),
  'commit.mergeBase': ({ left, right }) => showMergeBase(context, left, right),
})
