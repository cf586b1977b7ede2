/** Handlers of the calls that export the chain of a commit. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { exportCalls } from '../../contract/export.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { countOf } from '../../model/format/count.ts'
import { findSecrets } from './find-secrets.ts'
import { makeExport, previewExport } from './make-export.ts'
import { planExport } from './plan-export.ts'

export const exportHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof exportCalls> => ({
  'export.make': (input) => jobs.runParallel(() => makeExport(context, input)),
  'export.preview': (input) => jobs.runParallel(() => previewExport(context, input)),
  'export.plan': (input) => planExport(context, input),
  'export.secrets': (input) =>
    Promise.resolve(
      jobs.startParallel('secrets', async (progress) => {
        const result = await jobs.runParallel(() => findSecrets(context, input, progress))
        return { result, summary: `${countOf(result.found.length, 'secret')} found in ${countOf(result.commits, 'commit')}` }
      }),
    ),
  'export.start': (input) =>
    Promise.resolve(
      jobs.startParallel('export', async (progress) => {
        const result = await jobs.runParallel(() => makeExport(context, input, progress))
        return { result, summary: `${input.commitId} is exported to ${result.path ?? 'nowhere'}` }
      }),
    ),
})
