/** The current state of a session's conversation: its rows, the expanded sub-agents, and the last position. */
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { AgentReading, ChainOutline, RowFound, SessionOutline } from '../../../app/contract/reader.ts'
import { flattenRows, foldsAround, outlinesOf, type FlatRows } from './flat-rows.ts'
import { readingPages, type ReadingPages } from './reading-pages.ts'

export interface ConversationState {
  readonly outline: SessionOutline
  readonly outlines: ReadonlyMap<string, ChainOutline>
  readonly agents: ReadonlyMap<string, AgentReading>
  readonly flat: FlatRows
  readonly pages: ReadingPages
  /** Changes with every page that arrives. */
  readonly version: number
  /** Reads again after a failure. */
  readonly retry: () => void
  readonly unfolded: ReadonlySet<string>
  readonly toggle: (chain: string) => void
  /** Unfolds what contains the rows of a chain; gives the list as it is then. */
  readonly reveal: (chain: string) => FlatRows
}

const noFolds: ReadonlySet<string> = new Set()

/** @param first sub-agents that are unfolded at the beginning */
export const useConversation = (outline: SessionOutline, first: ReadonlySet<string> = noFolds): ConversationState => {
  const { sessionId } = outline
  const [pages] = useState(() => readingPages(sessionId))
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(first)
  const outlines = useMemo(() => outlinesOf(outline), [outline])
  const agents = useMemo(() => new Map(outline.agents.map((agent) => [agent.outline.chain, agent])), [outline])
  const flat = useMemo(() => flattenRows(outline.main.chain, outlines, unfolded), [outline, outlines, unfolded])
  const follow = useCallback(() => pages.follow(new Map([...outlines].map(([chain, { tip }]) => [chain, tip]))), [pages, outlines])
  useEffect(follow, [follow])
  const version = useSyncExternalStore(pages.subscribe, pages.version)
  return {
    outline,
    outlines,
    agents,
    flat,
    pages,
    version,
    retry: follow,
    unfolded,
    toggle: (chain) => {
      const next = new Set(unfolded)
      if (!next.delete(chain)) next.add(chain)
      setUnfolded(next)
    },
    reveal: (chain) => {
      const folds = foldsAround(chain, outlines).filter((fold) => !unfolded.has(fold))
      if (folds.length === 0) return flat
      const next = new Set([...unfolded, ...folds])
      setUnfolded(next)
      return flattenRows(outline.main.chain, outlines, next)
    },
  }
}

/** Where a session was left: Back returns there. */
export interface LeftPlace {
  /** The first row in view. */
  readonly row: RowFound
  readonly unfolded: ReadonlySet<string>
}

const places = new Map<string, LeftPlace>()
const maxPlaces = 100

const keyOf = (sessionId: string, branch: string | undefined): string => `${sessionId} ${branch ?? ''}`

export const leftPlace = (sessionId: string, branch: string | undefined): LeftPlace | undefined => places.get(keyOf(sessionId, branch))

export const rememberPlace = (sessionId: string, branch: string | undefined, place: LeftPlace): void => {
  const key = keyOf(sessionId, branch)
  places.delete(key)
  places.set(key, place)
  const [oldest] = places.keys()
  if (places.size > maxPlaces && oldest !== undefined) places.delete(oldest)
}
