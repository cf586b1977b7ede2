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
  'bundle.create': call<JobView>()(
    z.object({
      path,
      names,
      /** What this commit stands on is left out: the receiver has it. */
      since: id.optional(),
      /** What is at `path` is replaced, as a whole: the person was asked. */
      replaces: z.boolean().default(false),
    }),
  ),
  /** What a bundle says that it holds; its artifacts are not read. */
  'bundle.show': call<BundleView>()(z.object({ path })),
  /** A job; its result is a BundleView. Every byte is verified. */
  'bundle.verify': call<JobView>()(z.object({ path })),
  /** A job; its result is a TransferResult. */
  'bundle.import': call<JobView>()(z.object({ path })),
  'remote.list': call<readonly RemoteView[]>()(z.object({})),
  'remote.add': call<RemoteView>()(z.object({ name: z.string().min(1).max(100), path })),
  'remote.remove': call<RemoteView>()(z.object({ name: id })),
  /** A job; its result is a TransferResult. */
  'push.start': call<JobView>()(exchange),
  /** A job; its result is a TransferResult. */
  'fetch.start': call<JobView>()(exchange),
} as const
