/** Finds the line that started each sub-agent. */
import { mainChain } from './session-lines.ts'
import type { PlacedLine, SessionLines } from './session-lines.ts'

const firstPrompt = (places: readonly PlacedLine[]): string | undefined =>
  places
    .find(({ line }) => line.class === 'sidechain_prompt' || line.class === 'agent_message')
    ?.line.events.find((event) => event.kind === 'prompt')?.body

interface ToolCalls {
  readonly byId: ReadonlyMap<string, PlacedLine>
  /** Calls with a prompt, in the order of the transcript. */
  readonly prompts: readonly { readonly prompt: string; readonly place: PlacedLine; readonly id: string }[]
}

const toolCalls = (places: Iterable<PlacedLine>): ToolCalls => {
  const byId = new Map<string, PlacedLine>()
  const prompts: { prompt: string; place: PlacedLine; id: string }[] = []
  for (const place of places) {
    for (const use of place.line.toolUses) {
      if (!byId.has(use.id)) byId.set(use.id, place)
      if (use.agentPrompt !== undefined) prompts.push({ prompt: use.agentPrompt, place, id: use.id })
    }
  }
  return { byId, prompts }
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

/**
 * Agent → the line whose tool call started it. Stated links come first; without one, the first unclaimed call whose prompt is the agent's first prompt.
 * Agents that nobody started (warm-ups) are left out.
 */
export const findSpawners = (
  session: SessionLines,
  chains: ReadonlyMap<string, readonly PlacedLine[]>,
): ReadonlyMap<string, PlacedLine> => {
  const places = [...chains.values()].flat()
  const calls = toolCalls(places)
  const links = statedLinks(session, places)
  const claimed = new Set(links.values())
  const spawners = new Map<string, PlacedLine>()
  for (const [chain, own] of chains) {
    if (chain === mainChain) continue
    const stated = links.get(chain)
    const place = stated === undefined ? undefined : calls.byId.get(stated)
    if (place !== undefined) {
      spawners.set(chain, place)
      continue
    }
    const prompt = firstPrompt(own)
    const match = calls.prompts.find((call) => !claimed.has(call.id) && call.prompt === prompt && call.place.chain !== chain)
    if (match === undefined) continue
    claimed.add(match.id)
    spawners.set(chain, match.place)
  }
  return spawners
}
