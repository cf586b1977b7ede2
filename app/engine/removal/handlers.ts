/** Handler of the removal of sessions. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { removalCalls } from '../../contract/removal.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { removeSessions } from './remove-sessions.ts'

export const removalHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof removalCalls> => ({
  'removal.start': (input) => Promise.resolve(jobs.start('remove', (progress) => removeSessions(context, input, progress))),
})
