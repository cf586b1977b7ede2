/** Names of the chains of a session. */

/** Name of the chain that is no sub-agent's. */
export const mainChain = 'main'

/** The chain given for a commit that was replaced: its record does not contain the real one. */
export const replacedChain = 'replaced'

/** Name of an agent's chain: its id, unless that is the name of the main chain. */
export const agentChain = (agentId: string): string => (agentId === mainChain ? `agent-${mainChain}` : agentId)
