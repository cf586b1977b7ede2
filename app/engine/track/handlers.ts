/** Handlers of the calls about trackers. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { trackCalls } from '../../contract/track.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import type { KeptTrackers } from './kept-trackers.ts'
import type { Trackers } from './trackers.ts'

export interface TrackParts extends HandlerParts {
  readonly trackers: Trackers
  readonly keptTrackers: KeptTrackers
}

export const trackHandlers = ({ trackers, keptTrackers, jobs }: TrackParts): HandlersOf<typeof trackCalls> => ({
  'track.check': (input) => jobs.runParallel(() => trackers.check(input)),
  'track.start': (input) => keptTrackers.start(input),
  'track.stop': (input) => keptTrackers.stop(input),
  'track.show': (input) => keptTrackers.show(input),
})
