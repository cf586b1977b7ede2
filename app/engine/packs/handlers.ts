/** Handlers of the calls about the state of the work and packed contexts. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { packsCalls } from '../../contract/packs.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { showSnapshot } from './show-snapshot.ts'

export const packsHandlers = ({ context }: HandlerParts): HandlersOf<typeof packsCalls> => ({
  'snapshot.show': ({ at }) => showSnapshot(context, at),
})
