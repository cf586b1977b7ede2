/** Handlers of the calls that rebuild conversations. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { materialiseCalls } from '../../contract/materialise.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { materialiseCommit } from './materialise-commit.ts'

export const materialiseHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof materialiseCalls> => ({
  'commit.materialise': (input) => jobs.beside(() => materialiseCommit(context, input, (work) => jobs.beside(work))),
  'materialise.start': (input) =>
    Promise.resolve(
      jobs.startBeside('materialise', async (progress) => {
        const beside = (work: () => Promise<void>): Promise<void> => jobs.beside(work)
        const result = await jobs.beside(() => materialiseCommit(context, input, beside, progress))
        return { result, summary: `${input.commitId} is rebuilt from ${result.commitCount} commits` }
      }),
    ),
})
