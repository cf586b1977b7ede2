/** Handler of the import of transcripts. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { importCalls } from '../../contract/import.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { findFilesystem } from '../file-systems/find-filesystem.ts'
import { runImport } from './run-import.ts'

export const importHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof importCalls> => ({
  'import.start': async ({ principal, filesystem, ...input }) => {
    const filesystemId = filesystem === undefined ? undefined : await findFilesystem(context, filesystem)
    return jobs.start('import', (progress) => runImport(context, { ...input, principal, filesystemId }, progress))
  },
})
