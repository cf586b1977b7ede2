/** Handlers of the calls by which the agent service stores what agents send. */
import type { HandlersOf } from '../../contract/calls.ts'
import type { agentsCalls } from '../../contract/agents.ts'
import type { HandlerParts } from '../kernel/engine-context.ts'
import { keepArtifact, listNotes, setNote } from './agent-notes.ts'
import { showAgents } from './show-agents.ts'

export const agentsHandlers = ({ context }: HandlerParts): HandlersOf<typeof agentsCalls> => ({
  'agents.show': () => showAgents(context),
  'artifact.keep': (input) => keepArtifact(context.store, input),
  'note.set': (input) => setNote(context.store, input),
  'note.list': (input) => Promise.resolve(listNotes(context.store, input)),
})
