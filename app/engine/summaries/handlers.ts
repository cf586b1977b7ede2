/** Handlers of the calls about summaries of commits. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { compactCalls } from '../../contract/compact.ts'
import type { summariesCalls } from '../../contract/summaries.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { compactChain } from './compact-chain.ts'
import { summariseCommits } from './summarise-commits.ts'
import { describe, summaryHistory } from './summaries.ts'

export const summariesHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof summariesCalls> => ({
  'commit.describe': ({ commitId, summary, by }) => jobs.runParallel(() => describe(context, commitId, summary, by)),
  'commit.summaries': ({ commitId }) => summaryHistory(context, commitId),
  'summaries.start': (input) =>
    Promise.resolve(
      jobs.startParallel('summarise', (progress) => summariseCommits(context, input, (work) => jobs.runParallel(work), progress)),
    ),
})

export const compactHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof compactCalls> => ({
  'compact.start': (input) =>
    Promise.resolve(jobs.startParallel('compact', (progress) => compactChain(context, input, (work) => jobs.runParallel(work), progress))),
})
