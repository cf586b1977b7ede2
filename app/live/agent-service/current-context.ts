/** The small socket that an agent's tools ask for the commit that it stands at (events-v1 §5.4). */
import { AgentRefusal } from './agent-refusal.ts'
import type { AnswerAgent } from './agent-connection.ts'

/** An action as Go quotes it. */
const quoted = (action: string): string => JSON.stringify(action)

export const unknownAction = (action: string): AgentRefusal => new AgentRefusal(`unknown action ${quoted(action)}`)

/** @param current gives the id of the newest commit; '' before the first. */
export const currentContext =
  (current: () => string): AnswerAgent =>
  ({ action }) => {
    if (action === 'current-context') return Promise.resolve({ context_id: current() })
    if (action === 'health') return Promise.resolve({ healthy: true })
    return Promise.reject(unknownAction(action))
  }
