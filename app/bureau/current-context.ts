/** The small socket that an agent's tools ask for its current commit (events-v1 §5.4). */
import { AgentRefusal } from './agent-refusal.ts'
import type { AnswerAgent } from './agent-connection.ts'

/** An action as Go quotes it. */
const quoted = (action: string): string => JSON.stringify(action)

export const unknownAction = (action: string): AgentRefusal => new AgentRefusal(`unknown action ${quoted(action)}`)

/** @param current gives the id of the commit that holds what the agent knows; '' before there is any. */
export const currentContext =
  (current: () => Promise<string>): AnswerAgent =>
  async ({ action }) => {
    if (action === 'current-context') return { context_id: await current() }
    if (action === 'health') return { healthy: true }
    throw unknownAction(action)
  }
