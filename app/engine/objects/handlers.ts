/** Handlers of the calls about file systems, and about files as agents knew them. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { filesystemsCalls } from '../../contract/filesystems.ts'
import type { commitFilesCalls } from '../../contract/commit-files.ts'
import type { objectsCalls } from '../../contract/objects.ts'
import type { repositoriesCalls } from '../../contract/repositories.ts'
import type { sessionStateCalls } from '../../contract/session-state.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { blameFile } from './blame/blame-file.ts'
import { commitFiles, sessionFiles } from './commit-files.ts'
import { fileHistory } from './file-history.ts'
import { addFilesystem, listFilesystems, removeFilesystem } from './filesystems.ts'
import { listRepositories, setCheckouts } from './repositories/set-checkouts.ts'
import { listObjects } from './list/list-objects.ts'
import { showObject } from './list/show-object.ts'
import { showFile } from './show-file.ts'
import { changeState } from './state/change-state.ts'
import { sessionState } from './state/session-state.ts'

export const objectsHandlers = ({
  context,
  jobs,
}: HandlerParts): HandlersOf<
  typeof filesystemsCalls & typeof objectsCalls & typeof repositoriesCalls & typeof sessionStateCalls & typeof commitFilesCalls
> => ({
  'filesystems.list': () => listFilesystems(context),
  'filesystems.add': (input) => addFilesystem(context, input),
  'filesystems.remove': (input) => removeFilesystem(context, input),
  'repositories.list': () => listRepositories(context),
  'repositories.set': (input) => setCheckouts(context, input),
  'file.show': (input) => showFile(context, input),
  'file.history': (input) => fileHistory(context, input),
  'file.blame': (input) => blameFile(context, input),
  'session.state': ({ at, ...policy }) => sessionState(context, at, policy),
  'objects.list': (input) => listObjects(context, input),
  'objects.show': (input) => showObject(context, input),
  'state.change': (input) => jobs.runParallel(() => changeState(context, input)),
  'commit.files': (input) => commitFiles(context, input),
  'session.files': (input) => sessionFiles(context, input),
})
