/** Calls that carry sessions and commits to other stores and bring them from there. Paths are absolute. */
import { z } from 'zod'
import { call, id } from './call.ts'
import type { JobView } from './signals.ts'
import type { BundleView, RemoteView } from './transfer-views.ts'

const path = z.string().min(1).max(4096)

/** Commits, refs, sessions, or unique beginnings of their names; none: everything. */
const names = z.array(id).max(1000).default([])

const exchange = z.object({
  /** Name of the remote. */
  remote: id,
  names,
  /** Says what would travel, and changes nothing. */
  dryRun: z.boolean().default(false),
})

export const transferCalls = {
  /** A job; its result is a BundleMade. */
  'bundle.create': call<JobView>('repeatable')(
    z.object({
      path,
      names,
      /** What this commit stands on is left out: the receiver has it. */
      since: id.optional(),
      /** What is at `path` is replaced, as a whole: the person was asked. */
      replaces: z.boolean().default(false),
    }),
  ),
  /** A job that searches what a bundle or a push would contain for secrets; its result is a TransferContents. */
  'transfer.contents': call<JobView>('reads')(z.object({ names, since: id.optional() })),
  /** What a bundle says that it holds; its artifacts are not read. */
  'bundle.show': call<BundleView>('reads')(z.object({ path })),
  /** A job; its result is a BundleView. Every byte is verified. */
  'bundle.verify': call<JobView>('reads')(z.object({ path })),
  /** A job; its result is a TransferResult. */
  'bundle.import': call<JobView>('repeatable')(z.object({ path })),
  'remote.list': call<readonly RemoteView[]>('reads')(z.object({})),
  'remote.add': call<RemoteView>('once')(z.object({ name: z.string().min(1).max(100), path })),
  'remote.remove': call<RemoteView>('once')(z.object({ name: id })),
  /** A job; its result is a TransferResult. */
  'push.start': call<JobView>('repeatable')(exchange),
  /** A job; its result is a TransferResult. */
  'fetch.start': call<JobView>('repeatable')(exchange),
} as const
