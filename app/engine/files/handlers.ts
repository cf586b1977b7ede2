/** Handlers of the calls about files: which ones agents read and changed, their versions, and all that are known at a commit. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { commitFilesCalls } from '../../contract/commit-files.ts'
import type { filesCalls } from '../../contract/files.ts'
import type { knownFilesCalls } from '../../contract/known-files.ts'
import type { objectsCalls } from '../../contract/objects.ts'
import { countOf } from '../../model/format/count.ts'
import { checkOut } from './checkout/check-out.ts'
import { driftOf } from './drift/drift-of.ts'
import { resolveKnownPath } from '../file-steps/find-file.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { blameFile } from './blame/blame-file.ts'
import { commitFiles, sessionFiles } from './commit-files.ts'
import { fileHistory } from './file-history.ts'
import { showFile } from './show-file.ts'
import { listFileVersions, listFiles } from './touched-files.ts'

export const filesHandlers = ({
  context,
  jobs,
}: HandlerParts): HandlersOf<typeof filesCalls & typeof objectsCalls & typeof commitFilesCalls & typeof knownFilesCalls> => ({
  'files.list': (input) => listFiles(context.store.database, input),
  'files.versions': async (input) =>
    listFileVersions(context.store.database, { ...input, path: await resolveKnownPath(context, input.path) }),
  'file.show': (input) => showFile(context, input),
  'file.history': (input) => fileHistory(context, input),
  'file.blame': (input) => blameFile(context, input),
  'commit.files': (input) => commitFiles(context, input),
  'session.files': (input) => sessionFiles(context, input),
  'checkout.start': (input) =>
    Promise.resolve(
      jobs.startParallel('checkout', (progress) =>
        jobs.runParallel(async () => {
          const result = await checkOut(context, input, progress)
          return { result, summary: `${countOf(result.files.length, 'file')} written to ${result.to}` }
        }),
      ),
    ),
  'drift.start': (input) =>
    Promise.resolve(
      jobs.startParallel('drift', (progress) =>
        jobs.runParallel(async () => {
          const result = await driftOf(context, input, progress)
          return { result, summary: `${countOf(result.files.length, 'file')} compared` }
        }),
      ),
    ),
})
