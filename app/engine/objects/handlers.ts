/** Handlers of the calls about file systems, and about files as agents knew them. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { filesystemsCalls } from '../../contract/filesystems.ts'
import type { objectsCalls } from '../../contract/objects.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { blameFile } from './blame/blame-file.ts'
import { fileHistory } from './file-history.ts'
import { addFilesystem, listFilesystems, removeFilesystem } from './filesystems.ts'
import { showFile } from './show-file.ts'

export const objectsHandlers = ({ context }: HandlerParts): HandlersOf<typeof filesystemsCalls & typeof objectsCalls> => ({
  'filesystems.list': () => listFilesystems(context),
  'filesystems.add': (input) => addFilesystem(context, input),
  'filesystems.remove': (input) => removeFilesystem(context, input),
  'file.show': (input) => showFile(context, input),
  'file.history': (input) => fileHistory(context, input),
  'file.blame': (input) => blameFile(context, input),
})
