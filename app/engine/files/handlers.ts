/** Handlers of the calls about files that agents read and changed. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { filesCalls } from '../../contract/files.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { listFileVersions, listFiles } from './touched-files.ts'

export const filesHandlers = ({ context }: HandlerParts): HandlersOf<typeof filesCalls> => ({
  'files.list': (input) => listFiles(context.store.database, input),
  'files.versions': (input) => listFileVersions(context.store.database, input),
})
