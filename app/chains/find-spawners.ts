/** Finds the line that started each sub-agent. */
import { mainChain } from '../model/agent-chain.ts'
import { writtenCallId } from '../model/call-pairing.ts'
import type { PlacedLine, SessionLines } from './session-lines.ts'

/** The prompt of an agent can have any form, even that of the client's own text, so the class does not identify it. */
const isAsked = ({ line }: PlacedLine): boolean => {
  if (line.class === 'sidechain_prompt' || line.class === 'agent_message') return true
  const isNote = line.isMeta || line.isCompactSummary
  return line.type === 'user' && line.isSidechain && !isNote && line.events.some((event) => event.kind === 'prompt')
}

const firstPrompt = (places: readonly PlacedLine[]): string | undefined =>
  places.find(isAsked)?.line.events.find((event) => event.kind === 'prompt')?.body

interface ToolCall {
  readonly id: string
  readonly place: PlacedLine
  readonly agentType: string | undefined
}

/** The call that started a sub-agent: its id, its line, and the kind of sub-agent that it asks for. */
export type Spawner = ToolCall

interface ToolCalls {
  /** Calls by their own ids, and by the ids that the transcript has. */
  readonly byId: ReadonlyMap<string, ToolCall>
  /** Calls by the prompt they give to an agent, in the order of the transcript. */
  readonly byPrompt: ReadonlyMap<string, readonly ToolCall[]>
}

const toolCalls = (places: Iterable<PlacedLine>): ToolCalls => {
  const byId = new Map<string, ToolCall>()
  const byPrompt = new Map<string, ToolCall[]>()
  for (const place of places) {
    // What a progress record repeats of an agent's own messages calls nothing a second time.
    if (place.line.class === 'agent_message' && place.carriesCopy) continue
    for (const { id, agentPrompt, agentType } of place.line.toolUses) {
      const call = { id, place, agentType }
      for (const name of [id, writtenCallId(id)]) if (!byId.has(name)) byId.set(name, call)
      if (agentPrompt === undefined) continue
      const calls = byPrompt.get(agentPrompt)
      if (calls === undefined) byPrompt.set(agentPrompt, [call])
      else calls.push(call)
    }
  }
  return { byId, byPrompt }
}

/** Links that the transcript states: a note beside the agent's file, a tool result's agentId, a progress record's tool call. */
const statedLinks = (session: SessionLines, places: readonly PlacedLine[]): ReadonlyMap<string, string> => {
  const links = new Map<string, string>()
  for (const source of session.sources)
    if (source.agentId !== undefined && source.spawnerToolUseId !== undefined) links.set(source.agentId, source.spawnerToolUseId)
  for (const { line } of places)
    if (line.agentLink !== undefined && !links.has(line.agentLink.agentId)) links.set(line.agentLink.agentId, line.agentLink.toolUseId)
  return links
}

/** A note beside an agent's file names the call by the id that the transcript has: where several calls have it, the prompt decides. */
const statedCall = (stated: string, asked: readonly ToolCall[] | undefined, calls: ToolCalls): ToolCall | undefined => {
  const repeated = asked?.filter(({ id }) => id !== stated && writtenCallId(id) === stated) ?? []
  const isFirst = asked?.some(({ id }) => id === stated) ?? false
  return isFirst ? calls.byId.get(stated) : (repeated[0] ?? calls.byId.get(stated))
}

/**
 * Agent → the line whose tool call started it. Stated links come first; without one, the first unclaimed call whose prompt is the agent's
 * first prompt.
 * Agents without a known starter (warm-ups) are excluded.
 */
export const findSpawners = (session: SessionLines, chains: ReadonlyMap<string, readonly PlacedLine[]>): ReadonlyMap<string, Spawner> => {
  const places = [...chains.values()].flat()
  const calls = toolCalls(places)
  const links = statedLinks(session, places)
  const claimed = new Set(links.values())
  const spawners = new Map<string, Spawner>()
  for (const [chain, own] of chains) {
    if (chain === mainChain) continue
    const stated = links.get(chain)
    const prompt = firstPrompt(own)
    const asked = prompt === undefined ? undefined : calls.byPrompt.get(prompt)
    const call = stated === undefined ? undefined : statedCall(stated, asked, calls)
    if (call !== undefined) {
      spawners.set(chain, call)
      continue
    }
    const match = asked?.find(({ id, place }) => !claimed.has(id) && place.chain !== chain)
    if (match === undefined) continue
    claimed.add(match.id)
    spawners.set(chain, match)
  }
  return spawners
}

/** Agent → its kind: as in the note beside its transcript, else as in the call. Agents with neither are excluded. */
export const findAgentTypes = (
  { sources }: Pick<SessionLines, 'sources'>,
  spawners: ReadonlyMap<string, Spawner>,
): ReadonlyMap<string, string> => {
  const types = new Map<string, string>()
  for (const [chain, { agentType }] of spawners) if (agentType !== undefined) types.set(chain, agentType)
  for (const { agentId, agentType } of sources) if (agentId !== undefined && agentType !== undefined) types.set(agentId, agentType)
  return types
}
