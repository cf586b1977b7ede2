/** The objects of a session as the export that it continues showed them. */
import type { ChainLink } from '../../chains/choose-commits.ts'
import type { InheritedState } from './inherited-state.ts'
import type { MetCall, MetFile, MetObjects } from './met-objects.ts'

/** The commits that an export showed, and those since. @param chain tip first */
const shownSince = (chain: readonly ChainLink[], since: string | undefined): ReadonlySet<string> => {
  const first = chain.findIndex(({ commitId }) => commitId === since)
  return new Set(first === -1 ? [] : chain.slice(0, first + 1).map(({ commitId }) => commitId))
}

/**
 * What the export excluded is no longer in the context, and what it showed from before a compaction is.
 * @param chain tip first
 */
export const asInherited = (met: MetObjects, inherited: InheritedState | undefined, chain: readonly ChainLink[]): MetObjects => {
  if (inherited === undefined || inherited.isCompacted) return met
  const leftOut = new Set(inherited.leftOut)
  const hidden = new Set([...leftOut, ...inherited.attachments])
  const since = shownSince(chain, inherited.since)
  const calls = met.calls.map((call): MetCall => ({
    ...call,
    isSinceCompaction: !leftOut.has(call.id) && (call.isSinceCompaction || since.has(call.place.commitId)),
  }))
  const attached = new Set([...met.attachments].flatMap(([uuid, files]) => (hidden.has(uuid) ? [] : [...files])))
  const files = met.files.map((file): MetFile => ({ ...file, isAttached: file.isAttached && attached.has(file.id) }))
  const chars = Math.max(0, met.chat.chars - (inherited.hiddenChars ?? 0))
  return { ...met, calls, files, chat: { allChars: met.chat.allChars, chars, turns: met.chat.turns, lastUsedAt: met.chat.lastUsedAt } }
}
