/** How agents reach the store, and which are captured now. */
import type { AgentsView } from '../../contract/agents.ts'
import { listCaptures } from '../capture/captures.ts'
import type { EngineContext } from '../kernel/engine-context.ts'
import { agentAddress, isAnswered } from '../kernel/local-socket.ts'

/** @throws StrataError path-refused */
export const showAgents = async ({ store, env }: EngineContext): Promise<AgentsView> => {
  const address = await agentAddress(store.dir, env)
  return { address, isAnswering: await isAnswered(address), captures: await listCaptures(store.dir) }
}
