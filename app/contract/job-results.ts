/** What finished jobs and the doctor say. Times in milliseconds, sizes in bytes. */
import type { SalvagedJournal } from '../model/salvaged-journal.ts'
import type { RootView, StoreView } from './views.ts'

export interface DoctorView {
  readonly roots: readonly RootView[]
  readonly store: StoreView | null
  readonly sample: { readonly file: string; readonly lines: number; readonly parsed: number; readonly problem: string | null } | null
  readonly likelyCause: string
  /** What is wrong beside the store: with its settings, with captures. A sentence each. */
  readonly faults: readonly string[]
}

export interface ImportResult {
  readonly filesFound: number
  readonly filesImported: number
  readonly filesUnchanged: number
  readonly filesFailed: number
  readonly bytesRead: number
  readonly records: number
  readonly sessions: number
  readonly newCommits: number
  readonly problems: number
  readonly ms: number
  readonly dryRun: boolean
}

export interface VerifyResult {
  readonly entries: number
  readonly bytes: number
  readonly sources: number
  readonly commits: number
  readonly faults: readonly StoreFault[]
  /** What the last repair reported as lost: it is not in the store, and everything else is right. */
  readonly losses: readonly StoreFault[]
}

export interface StoreFault {
  /** packs, journal, index, source, commit, ref. */
  readonly what: string
  readonly where: string
  readonly reason: string
}

/** An artifact that the journal requires and that no pack holds any more. */
export interface LostArtifact {
  readonly ref: string
  /** delta, compaction, commit, manifest, raw, snapshot. */
  readonly kind: string
  readonly sessionId: string | null
  /** Files of the session that cannot be restored. */
  readonly files: readonly string[]
  readonly reason: string
}

export interface RepairResult {
  /** Damaged packs that others replaced; `keptAs` is the path of the damaged file, undefined when it was gone. */
  readonly packs: readonly { readonly packId: number; readonly keptAs: string | undefined }[]
  readonly lost: readonly LostArtifact[]
  /** What was done about a damaged journal; absent: it was whole. */
  readonly salvaged?: SalvagedJournal | undefined
  readonly ms: number
}

/** Path below the folder that was given. */
export interface RestoredFile {
  readonly file: string
  readonly bytes: number
}

/** A file that the packs do not give as it was imported: its path in the store, the session that it belongs to, and what is damaged. */
export interface UnreadableFile {
  readonly file: string
  readonly sessionId: string
  readonly reason: string
}

export interface RestoreResult {
  /** Files that were written, and their size. */
  readonly files: readonly RestoredFile[]
  readonly bytes: number
  /** Files that were there byte for byte before. */
  readonly alreadyThere: readonly RestoredFile[]
  readonly unreadable: readonly UnreadableFile[]
}

export interface ReindexResult {
  readonly sessions: number
  /** Sessions that could not be rebuilt: each is a problem of its files. */
  readonly damaged: number
  readonly ms: number
  /** What was done about a damaged journal; absent: it was whole. */
  readonly salvaged?: SalvagedJournal | undefined
}
