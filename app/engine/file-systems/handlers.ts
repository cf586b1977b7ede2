/** Handlers of the calls about file systems. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { filesystemsCalls } from '../../contract/filesystems.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { addFilesystem, listFilesystems, removeFilesystem } from './named-filesystems.ts'

export const filesystemsHandlers = ({ context }: HandlerParts): HandlersOf<typeof filesystemsCalls> => ({
  'filesystems.list': () => listFilesystems(context),
  'filesystems.add': (input) => addFilesystem(context, input),
  'filesystems.remove': (input) => removeFilesystem(context, input),
})
