/** Handlers of the calls that rebuild conversations. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { materialiseCalls } from '../../contract/materialise.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { materialiseCommit } from './materialise-commit.ts'

export const materialiseHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof materialiseCalls> => ({
  'commit.materialise': (input) => jobs.runParallel(() => materialiseCommit(context, input, (work) => jobs.runParallel(work))),
  'materialise.start': (input) =>
    Promise.resolve(
      jobs.startParallel('materialise', async (progress) => {
        const runParallel = (work: () => Promise<void>): Promise<void> => jobs.runParallel(work)
        const result = await jobs.runParallel(() => materialiseCommit(context, input, runParallel, progress))
        return { result, summary: `${input.commitId} is rebuilt from ${result.commitCount} commits` }
      }),
    ),
})
