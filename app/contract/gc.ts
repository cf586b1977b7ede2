/** Garbage collection. */
import { z } from 'zod'
import { allRows, call } from './call.ts'
import { keepDays, maxBytes } from './settings.ts'
import type { JobView } from './jobs.ts'

export interface GarbageRow {
  /**
   * replaced: artifacts of commits amended away by longer ones; cached: conversations that can be rebuilt; left over: artifacts that
   * nothing references.
   */
  readonly what: 'replaced' | 'cached' | 'left over'
  /** delta, compaction, commit, manifest, raw, snapshot. */
  readonly kind: string
  readonly artifacts: number
  /** As it is stored, compressed. */
  readonly bytes: number
}

/** What is left of removed sessions in the files of the store, and goes with a collection regardless of the retention. */
export interface Erasure {
  /** Sessions that were removed since the last collection. */
  readonly sessions: number
  /** False: it would be done, or damaged packs still contain something. */
  readonly isDone: boolean
  /** Packs that are damaged, by number. */
  readonly damagedPacks: readonly number[]
  /** Damaged files that were put aside: Strata does not look into them. */
  readonly setAside: readonly string[]
}

export interface GcResult {
  readonly dryRun: boolean
  readonly keepDays: number
  /** Unused artifacts that are removed, or would be. */
  readonly rows: readonly GarbageRow[]
  /** Unused artifacts that are not old enough to be removed. */
  readonly young: { readonly artifacts: number; readonly bytes: number }
  /** null: no session was removed since the last collection. */
  readonly erasure: Erasure | null
  readonly packBytesBefore: number
  /** null in a dry run. */
  readonly packBytesAfter: number | null
  readonly ms: number
}

export interface ExpiringSession {
  readonly sessionId: string
  readonly title: string
  /** ephemeral: it has a tag that begins with `ephemeral` and was not used for `ephemeralDays`; size: it is the least recently used one. */
  readonly why: 'ephemeral' | 'size'
  /** When it was recorded last. */
  readonly lastUsedAt: number
  /** Stored bytes that go with it. */
  readonly bytes: number
  /** No file on this machine has all that the store has of it. */
  readonly isOnlyCopy: boolean
  /** Its tags that begin with `ephemeral`: nothing else holds it. */
  readonly tags: readonly string[]
}

export interface KeptFromExpiry {
  readonly sessionId: string
  readonly title: string
  /**
   * held: a pin, a name or another session needs it; notes: it has written summaries, corrections or tracked files; in use: it was recorded
   * within a day; only copy: no file on this machine has all that the store has of it.
   */
  readonly why: 'held' | 'notes' | 'in use' | 'only copy'
}

/** Sessions that the limits of a store end. */
export interface ExpiryPlan {
  /** Null: there is no limit. */
  readonly maxBytes: number | null
  readonly ephemeralDays: number
  readonly packBytes: number
  /** Size of the packs after a collection without these sessions; an estimate, because packs have headers. */
  readonly afterBytes: number
  /** In the order in which they go: ephemeral ones, then the least recently used. */
  readonly sessions: readonly ExpiringSession[]
  /** Sessions that would go, and stay. */
  readonly kept: readonly KeptFromExpiry[]
  /** False: the limit is not reached without the sessions that stay. */
  readonly isReached: boolean
}

export const gcCalls = {
  /** Defaults as in the settings. Nothing is removed: that is `ref.remove` of the tags and `removal.start`, one session after the other, then `gc.start`. */
  'expiry.plan': call<ExpiryPlan>(
    'reads',
    allRows,
  )(() =>
    z.object({
      maxBytes: maxBytes.optional(),
      ephemeralDays: keepDays.optional(),
      /** Whether sessions may go whose files are not all on this machine. */
      onlyCopies: z.boolean().default(false),
    }),
  ),
  /** Default of `keepDays`: as in the settings. */
  'gc.start': call<JobView<GcResult>>('repeatable')(() => z.object({ dryRun: z.boolean().default(true), keepDays: keepDays.optional() })),
} as const
