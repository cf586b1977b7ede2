/** How agents reach the store, and which captures run. */
import { agentAddress, isAnswered } from '../kernel/local-socket.ts'
import type { AgentsView } from '../../contract/agents.ts'
import { listCaptures } from '../capture/begin-capture.ts'
import type { EngineContext } from '../kernel/engine-context.ts'

/** @throws StrataError path-refused */
export const showAgents = async ({ store, env }: EngineContext): Promise<AgentsView> => {
  const address = await agentAddress(store.dir, env)
  return { address, isAnswering: await isAnswered(address), captures: await listCaptures(store.dir) }
}
