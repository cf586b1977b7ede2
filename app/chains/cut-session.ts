/** Cuts a session into chains of commits: a pure function of the lines of its sources and of what other sessions hold. */
import type { Draft, ForeignCommit } from './draft.ts'
import type { CutRules } from './cut-chain.ts'
import { cutChain } from './cut-chain.ts'
import { findBranches } from './find-branches.ts'
import { findReplays } from './find-replays.ts'
import { findAgentTypes, findSpawners } from './find-spawners.ts'
import { placeLines } from './place-lines.ts'
import { mainChain } from '../model/agent-chain.ts'
import type { PlacedLine, SessionLines } from './session-lines.ts'

/** A name for the end of a chain. */
export interface DraftRef {
  readonly name: string
  readonly target: Draft | ForeignCommit
}

export interface Segmentation {
  /** Places of all lines, by source, in the order of the files. */
  readonly places: readonly (readonly PlacedLine[])[]
  /** In the order in which they were cut: the main chain, then each sub-agent's. */
  readonly drafts: readonly Draft[]
  readonly refs: readonly DraftRef[]
  /** Uuids of other sessions from which commits of this session continue. */
  readonly foreignParents: readonly string[]
  /** Kinds of the sub-agents, by chain, as far as they are known. */
  readonly agentTypes: ReadonlyMap<string, string>
  /** Agent → the id of the call that started it. */
  readonly spawnCalls: ReadonlyMap<string, string>
}

const byChain = (places: readonly (readonly PlacedLine[])[]): ReadonlyMap<string, readonly PlacedLine[]> => {
  const chains = new Map<string, PlacedLine[]>([[mainChain, []]])
  for (const place of places.flat()) {
    const chain = chains.get(place.chain)
    if (chain === undefined) chains.set(place.chain, [place])
    else chain.push(place)
  }
  return chains
}

/** Ends of the main chain that a rewind left behind. */
const leftBehind = (drafts: readonly Draft[], tip: Draft | ForeignCommit | undefined): readonly Draft[] => {
  const continued = new Set(drafts.map((draft) => draft.parent))
  return drafts.filter((draft) => !continued.has(draft) && draft !== tip)
}

/** Refs of a session: the end of each chain, and the ends that rewinds left behind. The end of a chain of copies alone is a commit of another session. */
const refsOf = (session: SessionLines, chains: ReadonlyMap<string, ReturnType<typeof cutChain>>): readonly DraftRef[] => {
  const refs: DraftRef[] = []
  for (const [chain, cuts] of chains) {
    if (cuts.tip === undefined) continue
    if (chain === mainChain) {
      refs.push({ name: `session/${session.sessionId}`, target: cuts.tip })
      leftBehind(cuts.drafts, cuts.tip).forEach((draft, index) =>
        refs.push({ name: `rewind/${session.sessionId}/${index + 1}`, target: draft }),
      )
    } else if (cuts.drafts.length > 0) refs.push({ name: `agent/${session.sessionId}/${chain}`, target: cuts.tip })
  }
  return refs
}

/** The drafts that hold these places. */
const holdersOf = (places: ReadonlySet<PlacedLine>, drafts: readonly Draft[]): ReadonlyMap<PlacedLine, Draft> => {
  const holders = new Map<PlacedLine, Draft>()
  if (places.size === 0) return holders
  for (const draft of drafts) for (const place of draft.places) if (places.has(place)) holders.set(place, draft)
  return holders
}

/** Sub-agents' first commits start from the commit that holds the call that started them. */
const linkSpawned = (drafts: readonly Draft[], spawners: ReadonlyMap<string, PlacedLine>): void => {
  const holder = holdersOf(new Set(spawners.values()), drafts)
  const linked = new Set<string>()
  for (const draft of drafts) {
    if (draft.chain === mainChain || linked.has(draft.chain)) continue
    linked.add(draft.chain)
    const spawner = spawners.get(draft.chain)
    const parent = spawner === undefined ? undefined : holder.get(spawner)
    if (parent === undefined || leadsTo(parent, draft)) continue
    draft.parent = parent
    draft.branchOf = 'spawn'
  }
}

/** True when `from` is a descendant of `draft` or `draft` itself: such a link would close a circle. */
const leadsTo = (from: Draft, draft: Draft): boolean => {
  for (let at: Draft | ForeignCommit | undefined = from; at !== undefined && !('foreign' in at); at = at.parent)
    if (at === draft) return true
  return false
}

/** Cuts all chains of a session. Deterministic; no clock, path or file time enters. */
export const cutSession = (session: SessionLines): Segmentation => {
  const replays = new Map(session.sources.flatMap(({ lines }) => [...findReplays(lines)]))
  const places = placeLines(session, replays)
  const chains = byChain(places)
  const mainSources = places.filter((_, index) => session.sources[index]?.agentId === undefined)
  const branches = findBranches(mainSources.flat(), replays)
  const starts = [...branches.starts.values()]
  const forkPoints = new Set([...session.cuts, ...starts.flatMap(({ from }) => (from === undefined ? [] : [from]))])
  const started = findSpawners(session, chains)
  const spawnCalls = new Map([...started].map(([chain, { id }]) => [chain, id]))
  const spawners = new Map([...started].map(([chain, { place }]) => [chain, place]))
  const rules: Omit<CutRules, 'chain'> = {
    granularity: session.granularity,
    foreign: session.foreign,
    forkPoints,
    branches,
    led: new Set(starts.flatMap(({ led }) => led)),
    spawning: new Set([...spawners.values()].map(({ line }) => line)),
  }
  const cuts = new Map([...chains].map(([chain, own]) => [chain, cutChain(own, { ...rules, chain })]))
  const drafts = [...cuts.values()].flatMap((chain) => chain.drafts)
  linkSpawned(drafts, spawners)
  const foreignParents = [...cuts.values()].flatMap((chain) => chain.foreignParents)
  return { places, drafts, refs: refsOf(session, cuts), foreignParents, agentTypes: findAgentTypes(session, started), spawnCalls }
}
