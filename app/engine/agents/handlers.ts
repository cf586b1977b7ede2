/** Handlers of the calls by which the agent service stores what agents send. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { agentsCalls, AgentsView } from '../../contract/agents.ts'
import type { HandlerParts, EngineContext } from '../kernel/engine-context.ts'
import { keepArtifact, listNotes, setNote } from './agent-notes.ts'
import { agentAddress, isAnswered } from '../kernel/local-socket.ts'
import { listCaptures } from '../capture/begin-capture.ts'

/** @throws StrataError path-refused */
const showAgents = async ({ store, env }: EngineContext): Promise<AgentsView> => {
  const address = await agentAddress(store.dir, env)
  return { address, isAnswering: await isAnswered(address), captures: await listCaptures(store.dir) }
}

export const agentsHandlers = ({ context }: HandlerParts): HandlersOf<typeof agentsCalls> => ({
  'agents.show': () => showAgents(context),
  'artifact.keep': (input) => keepArtifact(context.store, input),
  'note.set': (input) => setNote(context.store, input),
  'note.list': (input) => Promise.resolve(listNotes(context.store, input)),
})
