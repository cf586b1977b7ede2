/** The context that a compaction replaced: its commits, and what tools gave back in it. No table holds those texts, the artifacts do. */
import { chooseCommits } from '../../chains/choose-commits.ts'
import { artifactHash } from '../../model/ids.ts'
import type { Store } from '../../store/store.ts'
import { eventsIn } from '../added-commits/added-rows.ts'
import { chainFrom } from '../commits/chain-links.ts'

export interface ReplacedContext {
  /** From the compaction before, which is part of what was replaced, or from the root. */
  readonly replaced: readonly string[]
  /** Texts of the results of tools. */
  readonly results: readonly string[]
}

/** Contexts that are remembered: a commit never changes, and its filters are tried one after the other. */
const maxContexts = 4
const remembered = new WeakMap<Store, Map<string, ReplacedContext>>()

const contextsOf = (store: Store): Map<string, ReplacedContext> => {
  const known = remembered.get(store) ?? new Map<string, ReplacedContext>()
  remembered.set(store, known)
  return known
}

/** @throws StrataError artifact-corrupt */
export const replacedContext = async (store: Store, compactionId: string): Promise<ReplacedContext> => {
  const known = contextsOf(store)
  const found = known.get(compactionId) ?? (await readContext(store, compactionId))
  known.delete(compactionId)
  known.set(compactionId, found)
  const [oldest] = known.keys()
  if (known.size > maxContexts && oldest !== undefined) known.delete(oldest)
  return found
}

const readContext = async (store: Store, compactionId: string): Promise<ReplacedContext> => {
  const [, ...before] = await chainFrom(store, compactionId)
  const end = chooseCommits(before, { kind: 'compaction' }).before.length
  const links = before.slice(0, before.length - end)
  const results: string[] = []
  for (const { format, artifactHash: hash } of links)
    for (const event of eventsIn(format, await store.read(artifactHash(hash))) ?? [])
      if (event.type === 'tool_result') results.push(event.payload.output ?? '')
  return { replaced: links.map(({ commitId }) => commitId), results: results.filter((text) => text !== '') }
}
