/** Handlers of the calls about trackers. */
import type { HandlersOf } from '../../../contract/calls.ts'
import type { trackCalls } from '../../../contract/track.ts'
import type { HandlerParts } from '../../kernel/engine-context.ts'
import type { Trackers } from './trackers.ts'

export interface TrackParts extends HandlerParts {
  readonly trackers: Trackers
}

export const trackHandlers = ({ trackers, jobs }: TrackParts): HandlersOf<typeof trackCalls> => ({
  'track.check': (input) => jobs.runParallel(() => trackers.check(input)),
  'track.show': (input) => trackers.show(input),
})
