/** Handlers of the calls about the state of the work and packed contexts. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { packsCalls } from '../../contract/packs.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { listTopics, notedMetrics, noteMetrics, publishTopic, showPacks } from './show-packs.ts'
import { showSnapshot } from './show-snapshot.ts'

export const packsHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof packsCalls> => ({
  'packs.show': (input) => showPacks(context, input),
  'packs.note': (input) => jobs.runParallel(() => noteMetrics(context, input)),
  'packs.noted': () => Promise.resolve(notedMetrics(context)),
  'topics.list': (input) => listTopics(context, input),
  'topics.publish': (input) => jobs.runParallel(() => publishTopic(context, input)),
  'snapshot.show': (input) => showSnapshot(context, input),
})
