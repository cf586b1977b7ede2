/** Handlers of the calls about what is in the context of a session. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { requestCalls } from '../../contract/context.ts'
import type { sessionStateCalls } from '../../contract/session-state.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { agentDefinition } from './agent-definition.ts'
import { changeState } from './change-state.ts'
import { listObjects } from './list-objects.ts'
import { showRequest } from './request/show-request.ts'
import { sessionState } from './session-state.ts'
import { showObject } from './show-object.ts'

export const contextHandlers = ({ context, jobs }: HandlerParts): HandlersOf<typeof sessionStateCalls & typeof requestCalls> => ({
  'session.state': ({ at, ...policy }) => sessionState(context, at, policy),
  'objects.list': (input) => listObjects(context, input),
  'objects.show': (input) => showObject(context, input),
  'agent.definition': ({ commitId }) => agentDefinition(context, commitId),
  'context.request': (input) => showRequest(context, input),
  'state.change': (input) => jobs.runParallel(() => changeState(context, input)),
})
