/** Handlers of the memory of a project. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { agentContextCalls } from '../../contract/agent-context.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { extractFromStore } from './extract-from-store.ts'

export const agentContextHandlers = ({ context }: HandlerParts): HandlersOf<typeof agentContextCalls> => ({
  'memory.extract': (input) => extractFromStore(context, input),
})
