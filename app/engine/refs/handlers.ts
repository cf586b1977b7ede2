/** Handlers of the calls about refs and pins. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { refsCalls } from '../../contract/refs.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { listRefs, listPins, removeRef, setPin, setRef } from './refs.ts'

export const refsHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof refsCalls> => ({
  'refs.list': ({ sessionId }) => listRefs(context.store.database, sessionId),
  'ref.set': (input) => jobs.runParallel(() => setRef(context, input)),
  'ref.remove': ({ name }) => jobs.runParallel(() => removeRef(context, name)),
  'commit.pin': ({ commitId, pinned }) => jobs.runParallel(() => setPin(context, commitId, pinned)),
  'pins.list': () => listPins(context),
})
