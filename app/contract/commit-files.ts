/** All files that the agents of a commit or a session knew. */
import { z } from 'zod'
import type { Proof } from '../model/objects/proof.ts'
import { allRows, call, id } from './call.ts'
import type { RecordName } from './objects.ts'

/** A known file, at the end of a chain or at its last version. */
export interface KnownFileSummary {
  readonly path: string
  readonly proof: Proof
  /** False: it was deleted, or never there. */
  readonly isThere: boolean
  /** Lines as the client counts them: parts between line feeds. Null: not known. */
  readonly totalLines: number | null
  /** The record that gave it this content, or showed it last. */
  readonly record: RecordName
  readonly occurredAt: number | null
  /** The tool of that record, or the other evidence that showed the file. */
  readonly by: string
  readonly versions: number
}

export interface CommitFile extends KnownFileSummary {
  /** Whether a record of this commit gave it a version: changed it, or showed more or something else of it. */
  readonly changedHere: boolean
}

export interface CommitFilesView {
  readonly commitId: string
  readonly sessionId: string
  /** In the order of their paths. */
  readonly files: readonly CommitFile[]
}

export interface SessionFilesView {
  readonly sessionId: string
  /** Files that any agent of the session knew; the one with the newest knowledge first. */
  readonly files: readonly KnownFileSummary[]
}

export const commitFilesCalls = {
  /** Files as the agent at the end of the commit knew them. */
  'commit.files': call<CommitFilesView>('reads', allRows)(() => z.object({ commitId: id })),
  /** The last version of each file in the session; versions from other sessions of the chain are not counted. */
  'session.files': call<SessionFilesView>('reads', allRows)(() => z.object({ sessionId: id })),
} as const
