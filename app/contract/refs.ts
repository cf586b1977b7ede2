/** Names of commits, and pins. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { CommitDetail, RefView } from './commits.ts'

/** A name as git allows it for a branch or a tag; the kind before it is optional. */
const refName = z.string().max(400)

/** A ref with the commit that it names. */
export interface NamedCommit extends RefView {
  readonly summary: string
  readonly endedAt: number | null
}

/** A commit that is kept from being collected. */
export interface PinView {
  readonly commitId: string
  readonly summary: string
  readonly pinnedAt: number
}

export const refsCalls = {
  'refs.list': call<readonly NamedCommit[]>('reads')(() => z.object({ sessionId: id.optional() })),
  /** Names a commit; a name of another commit is moved only when `move` is set. */
  'ref.set': call<RefView>('repeatable')(() =>
    z.object({ kind: z.enum(['fork', 'tag']), name: refName, commitId: id, move: z.boolean().default(false) }),
  ),
  /** Returns the ref that was removed. */
  'ref.remove': call<RefView>('once')(() => z.object({ name: refName })),
  /** Keeps a commit, with all it stands on, from being collected; or does so no more. */
  'commit.pin': call<CommitDetail>('repeatable')(() => z.object({ commitId: id, pinned: z.boolean().default(true) })),
  'pins.list': call<readonly PinView[]>('reads')(() => z.object({})),
} as const
