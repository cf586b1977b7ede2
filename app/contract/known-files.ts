/** All files that are known at a commit: written to a folder, and compared with those on disk. */
import { z } from 'zod'
import type { Proof } from '../model/objects/proof.ts'
import { call, id, path } from './call.ts'
import type { JobView } from './jobs.ts'
import type { RecordName } from './objects.ts'

/** Lines that are not known; `to` is null where it is not known how many follow. */
export interface Gap {
  readonly from: number
  readonly to: number | null
}

/** A file of a manifest. */
export interface CheckedOutFile {
  /** As the transcript gives it. */
  readonly path: string
  /** Below the folder, with forward slashes. */
  readonly file: string
  /** Null: the path is not absolute. */
  readonly objectId: string | null
  /** SHA-256 of the payload; null: not all of it is known. */
  readonly contentHash: string | null
  /** SHA-256 of its bytes when the agent saw it, where the transcript gives them exactly. */
  readonly sourceHash: string | null
  /** SHA-256 of the bytes that were written. */
  readonly sha256: string
  readonly bytes: number
  readonly proof: Proof
  /** The record that gave it this content, or showed it last. */
  readonly record: RecordName
  readonly observedAt: number | null
  /** Where the written file has a mark instead of lines. */
  readonly gaps: readonly Gap[]
}

export interface DeletedFile {
  readonly path: string
  readonly objectId: string | null
  readonly record: RecordName
}

/**
 * Why a file is not written. `partial`, `unknown`: not all of it, or nothing of it is known. `same-name`, `file-and-folder`: a newer file
 * has the same name. The others: its path cannot be written safely.
 */
export type SkipReason =
  'partial' | 'unknown' | 'not-absolute' | 'reserved-name' | 'bad-character' | 'too-long' | 'same-name' | 'file-and-folder'

export interface SkippedFile {
  readonly path: string
  readonly reason: SkipReason
}

/** The contents of MANIFEST.json of a checkout. */
export interface CheckoutManifest {
  readonly version: 1
  readonly commitId: string
  readonly sessionId: string
  readonly asWas: boolean
  /** The folder that paths are written without; null: they are whole. */
  readonly without: string | null
  readonly files: readonly CheckedOutFile[]
  readonly deleted: readonly DeletedFile[]
  readonly skipped: readonly SkippedFile[]
}

export interface CheckoutResult extends CheckoutManifest {
  /** The folder, and the manifest in it. */
  readonly to: string
  readonly manifest: string
}

/**
 * `unchanged`, `changed`: its known lines are, or are not, those on disk; `unchanged` also: it was deleted, and does not exist. `deleted`:
 * it is known, and does not exist. `created`: an agent had seen that it did not exist, and it does. `unknown`: no line of it is known.
 * `unreadable`: it exists, but is not text. `elsewhere`: its path is on another machine, not below the folder that is compared, or below a
 * working directory that does not exist.
 */
export type DriftState = 'unchanged' | 'changed' | 'deleted' | 'created' | 'unknown' | 'unreadable' | 'elsewhere'

export interface DriftedFile {
  /** As the transcript gives it. */
  readonly path: string
  /** Where it was looked for; null: nowhere. */
  readonly disk: string | null
  readonly state: DriftState
  /** False: only the known lines were compared, each at its place. */
  readonly isWhole: boolean
  readonly proof: Proof
  /** The record that gave it this content, or showed it last. */
  readonly record: RecordName
  readonly observedAt: number | null
  /** Lines that only the file on disk has, and that only the known one has; null: not counted. */
  readonly added: number | null
  readonly removed: number | null
  /** Hunks of a unified diff, without a head; null: not asked for, or none. */
  readonly patch: string | null
  /** Why it is not readable or has no diff, or that the working directory is missing; null: no such reason. */
  readonly note: string | null
}

export interface DriftView {
  readonly commitId: string
  readonly sessionId: string
  readonly files: readonly DriftedFile[]
  readonly counts: Readonly<Record<DriftState, number>>
}

export const knownFilesCalls = {
  /** A job that writes the files as known at a commit below a folder, never over an existing file. Its result is a CheckoutResult. */
  'checkout.start': call<JobView<CheckoutResult>>('once')(() =>
    z.object({
      commitId: id,
      to: path,
      /** Paths, ends of paths, or folders above them; none: all files. */
      paths: z.array(path).max(1000).default([]),
      /** Shows what any session had seen by then, not only what this agent knew. */
      asWas: z.boolean().default(false),
      /** Also writes files that are known only in part, with marks for missing lines. */
      partial: z.boolean().default(false),
    }),
  ),
  /** A job that compares the files on disk with those known at a commit. Its result is a DriftView. */
  'drift.start': call<JobView<DriftView>>('reads')(() =>
    z.object({
      commitId: id,
      /** Folder that replaces the session's working directory; default: the paths themselves, where they are of this machine. */
      root: path.optional(),
      /** Only this file, as the transcript gives it. */
      path: path.optional(),
      withPatches: z.boolean().default(false),
    }),
  ),
} as const
