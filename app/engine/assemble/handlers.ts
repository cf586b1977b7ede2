/** Handlers of the calls that assemble contexts. */
import type { assembleCalls } from '../../contract/assemble.ts'
import type { HandlersOf } from '../../contract/calls.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { assembleAt } from './assemble-at.ts'
import { compactOnFork } from './compact-on-fork.ts'

export const assembleHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof assembleCalls> => ({
  'context.assemble': (input) => jobs.runParallel(() => assembleAt(context, input)),
  'context.compact': (input) => jobs.runParallel(() => compactOnFork(context, input)),
})
