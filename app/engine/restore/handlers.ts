/** Handlers of the calls about source files that are written back. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { restoreCalls } from '../../contract/restore.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { missingFiles } from './missing-files.ts'
import { restoreFiles } from './restore-files.ts'

export const restoreHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof restoreCalls> => ({
  'restore.missing': ({ sessionId }) => missingFiles(context.store, sessionId),
  'restore.start': ({ what, to, dryRun }) =>
    Promise.resolve(jobs.start('restore', (progress) => restoreFiles(context, what, { to, dryRun }, progress))),
})
