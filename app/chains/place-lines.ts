/** Gives every line of a session exactly one chain: the main chain, or the chain of one sub-agent. */
import type { TranscriptLine } from '../model/transcript-line.ts'
import { mainChain } from '../model/agent-chain.ts'
import { isConversation } from './session-lines.ts'
import type { PlacedLine, SessionLines, SourceLines } from './session-lines.ts'

/** Ids that distinguish one message of an agent from others: its calls, the calls that it answers, else its reply. */
const idsOf = ({ toolUses, toolResultIds, messageId }: TranscriptLine): readonly string[] => {
  const calls = [...toolUses.map(({ id }) => `call ${id}`), ...toolResultIds.map((id) => `answer ${id}`)]
  return calls.length > 0 || messageId === undefined ? calls : [messageId]
}

/** Agents that agent_progress records name. */
const agentsCarried = (sources: readonly SourceLines[]): ReadonlySet<string> => {
  const agents = new Set<string>()
  for (const { lines } of sources)
    for (const line of lines) if (line.class === 'agent_message' && line.agentId !== undefined) agents.add(line.agentId)
  return agents
}

const ownAgentOf = (source: SourceLines, line: TranscriptLine): string | undefined => {
  if (line.class === 'agent_message' || line.type === '') return undefined
  return source.agentId ?? (line.isSidechain ? line.agentId : undefined)
}

/** Agents with separate messages, in a transcript file or as lines inside the main one → the uuids and ids of these messages. */
const agentsWithOwnLines = (sources: readonly SourceLines[]): ReadonlyMap<string, ReadonlySet<string>> => {
  const agents = new Map([...agentsCarried(sources)].map((agent) => [agent, new Set<string>()]))
  if (agents.size === 0) return agents
  for (const source of sources)
    for (const line of source.lines) {
      const own = agents.get(ownAgentOf(source, line) ?? '')
      if (own === undefined) continue
      for (const id of [line.uuid, line.messageId, ...idsOf(line)]) if (id !== undefined) own.add(id)
    }
  return agents
}

/** Older clients write sidechains without an agent id: each is named after the uuid of its root. */
const sidechainNames = (lines: readonly TranscriptLine[]): ReadonlyMap<string, string> => {
  const names = new Map<string, string>()
  for (const line of lines) {
    if (!line.isSidechain || line.uuid === undefined || line.agentId !== undefined) continue
    // A compaction's boundary has no parent: it continues from the record that it names.
    const before = line.parentUuid ?? line.logicalParentUuid
    const inherited = before === undefined ? undefined : names.get(before)
    names.set(line.uuid, inherited ?? `side-${line.uuid.slice(0, 8)}`)
  }
  return names
}

interface Placing {
  readonly session: SessionLines
  /** Records that their file holds already under another uuid. */
  readonly replays: ReadonlyMap<TranscriptLine, TranscriptLine>
  readonly ownAgents: ReadonlyMap<string, ReadonlySet<string>>
  /** The first of the session's files that holds each uuid. */
  readonly firstIn: Map<string, number>
  readonly carried: Set<string>
}

/** True for a message that the agent's own lines hold, or may hold: what bears no id is taken for one that they do. */
const repeatsOwn = (line: TranscriptLine, { ownAgents }: Placing): boolean => {
  const own = ownAgents.get(line.agentId ?? '')
  if (own === undefined || own.size === 0) return false
  return (line.carriedUuid !== undefined && own.has(line.carriedUuid)) || idsOf(line).every((id) => own.has(id))
}

const inlineChain = (line: TranscriptLine, names: ReadonlyMap<string, string>, placing: Placing): string => {
  if (line.class === 'agent_message') return line.agentId === undefined || repeatsOwn(line, placing) ? mainChain : line.agentId
  if (!line.isSidechain) return mainChain
  return line.agentId ?? (line.uuid === undefined ? undefined : names.get(line.uuid)) ?? 'side-unnamed'
}

/** @param file index of the session's file that contains the line */
const isHeldElsewhere = (line: TranscriptLine, placing: Placing, file: number): boolean => {
  const { uuid } = line
  if (line.isRepeat || uuid === undefined) return line.isRepeat
  if (placing.session.foreign.has(uuid) || placing.replays.has(line)) return true
  return (placing.firstIn.get(uuid) ?? file) < file
}

const restates = (line: TranscriptLine, { replays }: Placing): boolean => line.class === 'reply' && replays.has(line)

/** An agent_progress record repeats what the agent's own transcript, or an earlier record, says. */
const carriesCopy = (line: TranscriptLine, placing: Placing): boolean => {
  if (line.class !== 'agent_message') return false
  if (repeatsOwn(line, placing)) return true
  if (line.carriedUuid === undefined) return false
  if (placing.carried.has(line.carriedUuid)) return true
  placing.carried.add(line.carriedUuid)
  return false
}

/** Older clients write a compaction's summary without a uuid, right after its boundary: it is a copy when the boundary is one. */
const isBareSummary = (line: TranscriptLine): boolean => line.class === 'compaction_summary' && line.uuid === undefined

/** Places the lines of one source, one after the other. */
class SourcePlacer {
  readonly #source: SourceLines
  readonly #index: number
  readonly #placing: Placing
  readonly #names: ReadonlyMap<string, string>
  #current: string
  #copiedBoundary = false

  constructor(source: SourceLines, index: number, placing: Placing) {
    this.#source = source
    this.#index = index
    this.#placing = placing
    this.#names = sidechainNames(source.lines)
    this.#current = source.agentId ?? mainChain
  }

  place(line: TranscriptLine): PlacedLine {
    const placing = this.#placing
    if (this.#source.agentId === undefined && isConversation(line)) this.#current = inlineChain(line, this.#names, placing)
    if (line.uuid !== undefined && !placing.firstIn.has(line.uuid)) placing.firstIn.set(line.uuid, this.#index)
    const isCopy = this.#isCopy(line)
    const place = { source: this.#index, line, chain: this.#current, isCopy, carriesCopy: isCopy || carriesCopy(line, placing) }
    return restates(line, placing) ? { ...place, restates: true } : place
  }

  #isCopy(line: TranscriptLine): boolean {
    const isCopy = isHeldElsewhere(line, this.#placing, this.#index) || (this.#copiedBoundary && isBareSummary(line))
    if (!line.blank) this.#copiedBoundary = isCopy && line.compaction !== undefined
    return isCopy
  }
}

const placeSource = (source: SourceLines, index: number, placing: Placing): readonly PlacedLine[] => {
  const placer = new SourcePlacer(source, index, placing)
  const places: PlacedLine[] = []
  for (const line of source.lines) places.push(placer.place(line))
  return places
}

/**
 * Places of all lines, by source, in the order of the files.
 * @param replays records that are written again, each with the record that it repeats
 */
export const placeLines = (
  session: SessionLines,
  replays: ReadonlyMap<TranscriptLine, TranscriptLine> = new Map(),
): readonly (readonly PlacedLine[])[] => {
  const placing: Placing = { session, replays, ownAgents: agentsWithOwnLines(session.sources), firstIn: new Map(), carried: new Set() }
  return session.sources.map((source, index) => placeSource(source, index, placing))
}
