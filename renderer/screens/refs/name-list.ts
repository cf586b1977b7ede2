/** Names of commits in one list: forks, tags, pins. */
import type { NamedCommit, PinView } from '../../../app/contract/refs.ts'
import { ask } from '../../ui/calls/bridge.ts'

export interface NameRow {
  /** `fork/x`, `tag/x`, or `pin/` and the commit's id. */
  readonly key: string
  readonly kind: 'fork' | 'tag' | 'pin'
  /** Without its kind; a pin has none. */
  readonly name: string
  readonly commitId: string
  readonly summary: string
  /** When the commit ended; for a pin when it was set. */
  readonly at: number | null
}

const isGiven = (kind: string): kind is 'fork' | 'tag' => kind === 'fork' || kind === 'tag'

/** Forks by name, then tags by name, then pins, the last first. */
export const nameList = (refs: readonly NamedCommit[], pins: readonly PinView[]): readonly NameRow[] => {
  const named = refs.flatMap(({ kind, name, commitId, summary, endedAt }): readonly NameRow[] =>
    isGiven(kind) ? [{ key: name, kind, name: name.slice(kind.length + 1), commitId, summary, at: endedAt }] : [],
  )
  const pinned = pins.map(({ commitId, summary, pinnedAt }): NameRow => ({
    key: `pin/${commitId}`,
    kind: 'pin',
    name: '',
    commitId,
    summary,
    at: pinnedAt,
  }))
  return [...named.filter(({ kind }) => kind === 'fork'), ...named.filter(({ kind }) => kind === 'tag'), ...pinned]
}

/** Takes a name or a pin away, and gives it back. */
export const removeName = async ({ kind, key, commitId }: NameRow): Promise<void> => {
  if (kind === 'pin') await ask('commit.pin', { commitId, pinned: false })
  else await ask('ref.remove', { name: key })
}

export const restoreName = async ({ kind, name, commitId }: NameRow): Promise<void> => {
  if (kind === 'pin') await ask('commit.pin', { commitId, pinned: true })
  else await ask('ref.set', { kind, name, commitId })
}
