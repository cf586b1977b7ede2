/** What the engine and its import workers post to each other. Entries and packed rows are given away, not copied. */
import type { DeriveTask } from './derive-task.ts'
import type { DerivedSession } from './derive-task.ts'

export type ToWorker = { readonly kind: 'derive'; readonly id: number; readonly task: DeriveTask }

export type FromWorker =
  | { readonly kind: 'progress'; readonly bytes: number }
  | { readonly kind: 'derived'; readonly id: number; readonly session: DerivedSession }
  | { readonly kind: 'failed'; readonly id: number; readonly code: string | undefined; readonly message: string }
