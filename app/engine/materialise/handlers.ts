/** Handlers of the calls that rebuild conversations. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { materialiseCalls, MaterialisedView } from '../../contract/materialise.ts'
import { unappliedExport } from '../context/unapplied-export.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import type { JobProgress } from '../kernel/job.ts'
import { materialiseCommit } from './materialise-commit.ts'

type Input = Parameters<typeof materialiseCommit>[1]

export const materialiseHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof materialiseCalls> => {
  const runParallel = (work: () => Promise<void>): Promise<void> => jobs.runParallel(work)
  const materialised = async (input: Input, progress?: JobProgress): Promise<MaterialisedView> => {
    const view = await materialiseCommit(context, input, runParallel, progress)
    // Not kept with what was rebuilt: it depends on other sessions.
    return { ...view, lost: [...view.lost, ...(await unappliedExport(context, input.commitId, view.commits))] }
  }
  return {
    'commit.materialise': (input) => jobs.runParallel(() => materialised(input)),
    'materialise.start': (input) =>
      Promise.resolve(
        jobs.startParallel('materialise', async (progress) => {
          const result = await jobs.runParallel(() => materialised(input, progress))
          return { result, summary: `${input.commitId} is rebuilt from ${result.commitCount} commits` }
        }),
      ),
  }
}
