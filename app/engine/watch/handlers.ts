/** Handlers of the calls about watched folders. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { watchCalls } from '../../contract/watch.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import type { Watching } from './watching.ts'

export interface WatchParts extends HandlerParts {
  readonly watching: Watching
}

export const watchHandlers = ({ context, watching }: WatchParts): HandlersOf<typeof watchCalls> => ({
  'watch.show': () => Promise.resolve(watching.show()),
  'watch.start': ({ paths, remember }) => watching.start(paths, remember, context.env),
  'watch.stop': ({ paths }) => watching.stop(paths),
  'watch.expect': ({ sessionId }) => watching.expect(sessionId),
})
