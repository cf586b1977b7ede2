/** Push, fetch and bundles. */
import { z } from 'zod'
import { call, id, noRows, path } from './call.ts'
import type { FoundSecret } from './export.ts'
import type { JobView } from './jobs.ts'

/** Commits, refs, sessions, or unique beginnings of their names; none: everything. */
const names = z.array(id).max(10_000).default([])

const exchange = z.object({
  /** Name of the remote. */
  remote: id,
  names,
  /** Says what would travel, and changes nothing. */
  dryRun: z.boolean().default(false),
})

/** True: sessions that were removed from this store come back. */
const includeRemoved = z.boolean().default(false)

/** An item that is not received: the receiver has another item of the same name, or removed the session. */
export interface RefusedItem {
  readonly what: 'session' | 'commit' | 'ref'
  readonly id: string
  readonly reason: string
}

/** An item that is not sent, because it cannot be read or depends on one that cannot be read. */
export interface UnreadableItem {
  readonly what: 'session' | 'commit'
  readonly id: string
  readonly reason: string
}

/** A ref that the receiver keeps unchanged; the incoming ref gets a separate name. */
export interface KeptRef {
  readonly name: string
  readonly commitId: string
  readonly incoming: string
  readonly incomingName: string
}

export interface TransferResult {
  /** Sessions that came whole, new or grown. */
  readonly sessions: number
  /** Commits that came by themselves. */
  readonly commits: number
  readonly refs: number
  /** Written summaries, pins, exports and corrected classes that are news to the receiver. */
  readonly notes: number
  readonly artifacts: number
  /** Number of these artifacts that the receiver had but could not read. */
  readonly healed: number
  /** Compressed size of these artifacts, bytes; null in a dry run, which does not read them. */
  readonly bytes: number | null
  /** Number of sessions and commits that already existed. */
  readonly unchanged: number
  readonly refused: readonly RefusedItem[]
  readonly unreadable: readonly UnreadableItem[]
  readonly kept: readonly KeptRef[]
  readonly dryRun: boolean
  readonly ms: number
}

/** Maximum contents of a bundle or a push: a remote may already have some of it. */
export interface TransferContents {
  readonly sessions: number
  /** All commits, those of sessions included. */
  readonly commits: number
  /** Commits, and parts of the files of sessions outside of commits, that cannot be read: they are not searched. */
  readonly unreadable: number
  readonly found: readonly FoundSecret[]
}

export interface BundleMade {
  readonly path: string
  /** Size of the file. */
  readonly bytes: number
  readonly sessions: number
  readonly commits: number
  readonly refs: number
  readonly artifacts: number
  readonly needs: readonly string[]
  readonly unreadable: readonly UnreadableItem[]
  readonly ms: number
}

export interface BundleView {
  readonly path: string
  readonly bytes: number
  /** Commits that it stands on and does not hold. */
  readonly needs: readonly string[]
  readonly sessions: readonly { readonly sessionId: string; readonly commits: number; readonly files: number; readonly bytes: number }[]
  readonly commits: readonly { readonly commitId: string; readonly parent: string | null; readonly sessionId: string | null }[]
  readonly refs: readonly { readonly name: string; readonly commitId: string }[]
  readonly summaries: number
  readonly pins: number
  readonly corrections: number
  /** null: they were not read. */
  readonly artifacts: number | null
  /** Commits that the bundle requires and this store lacks. */
  readonly missing: readonly string[]
}

/** A store elsewhere that has a name here. */
export interface RemoteView {
  readonly name: string
  readonly path: string
  /** Whether there is a store now; pushing makes one. */
  readonly isThere: boolean
}

export const transferCalls = {
  'bundle.create': call<JobView<BundleMade>>('repeatable')(() =>
    z.object({
      path,
      names,
      /** The ancestors of this commit are excluded: the receiver has them. */
      since: id.optional(),
      /** Replaces everything at `path`; the person has confirmed it. */
      replaces: z.boolean().default(false),
    }),
  ),
  /** A job that searches what a bundle or a push would contain for secrets; its result is a TransferContents. */
  'transfer.contents': call<JobView<TransferContents>>('reads')(() => z.object({ names, since: id.optional() })),
  /** The contents of a bundle according to its header; its artifacts are not read. */
  'bundle.show': call<BundleView>('reads')(() => z.object({ path })),
  /** Verifies every byte. */
  'bundle.verify': call<JobView<BundleView>>('reads')(() => z.object({ path })),
  'bundle.import': call<JobView<TransferResult>>('repeatable')(() => z.object({ path, includeRemoved })),
  'remote.list': call<readonly RemoteView[]>('reads', noRows)(() => z.object({})),
  'remote.add': call<RemoteView>('once', noRows)(() => z.object({ name: z.string().min(1).max(100), path })),
  'remote.remove': call<RemoteView>('once', noRows)(() => z.object({ name: id })),
  'push.start': call<JobView<TransferResult>>('repeatable')(() => exchange),
  'fetch.start': call<JobView<TransferResult>>('repeatable')(() => exchange.extend({ includeRemoved })),
} as const
