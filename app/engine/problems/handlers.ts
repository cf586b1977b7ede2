/** Handlers of the calls about malformed input. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { problemsCalls } from '../../contract/problems.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { listProblems } from './list-problems.ts'

export const problemsHandlers = ({ context }: HandlerParts): HandlersOf<typeof problemsCalls> => ({
  'problems.list': (input) => listProblems(context.store.database, input),
})
