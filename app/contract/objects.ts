/** Files as agents knew them: versions, and how their bytes are known. */
import { z } from 'zod'
import type { LineName } from '../model/line-name.ts'
import type { Proof } from '../model/objects/proof.ts'
import type { CheckoutLinkView } from './repositories.ts'
import { allRows, call, id, page, path } from './call.ts'

/** The key of a record: its file, and its line when each of the records that share a line counts as a line. */
export interface RecordKey {
  readonly sourceId: string
  readonly line: number
}

/** A record of a transcript, with its line in the file. */
export interface RecordName extends RecordKey, LineName {}

/** Lines of a file that are known in the same way. */
export interface FileRange {
  /** The first and the last line, counted from 1. */
  readonly from: number
  readonly to: number
  readonly proof: Proof
  /** Null: nothing is known of the lines, or a tracker saw them. */
  readonly record: RecordName | null
}

/** A file as an agent knew it at a commit. */
export interface KnownFileView {
  /** Null: the path is not absolute. */
  readonly objectId: string | null
  /** As the transcript gives it. */
  readonly path: string
  /** The session in whose chain the file was known. */
  readonly sessionId: string
  /** The commit at whose end the file was known. */
  readonly commitId: string
  /** Null: the file does not exist, or is known only in part. */
  readonly content: string | null
  /** False: it was deleted, or never existed. */
  readonly isThere: boolean
  readonly proof: Proof
  readonly ranges: readonly FileRange[]
  /** Nothing is known because edits made more of it than is computed. */
  readonly isTooLarge: boolean
  /** Known lines with their numbers, when only some are known. */
  readonly lines: readonly { readonly number: number; readonly text: string }[]
  /** Lines as the client counts them: parts between line feeds. Null: not known. */
  readonly totalLines: number | null
  /** The record that gave it this content, or showed it last; null: no record did, or a tracker saw it last. */
  readonly record: RecordName | null
  /** Milliseconds since 1970. */
  readonly observedAt: number | null
  /** SHA-256 of its bytes, where the transcript gives them exactly. */
  readonly sourceHash: string | null
  /** SHA-256 of its payload; null: not all of it is known. */
  readonly contentHash: string | null
}

/** A record after which an agent knew another content, or more of it. */
export interface KnownVersion {
  /** As the transcript gives it: versions of another checkout have another one. */
  readonly path: string
  readonly sessionId: string
  readonly title: string
  readonly commitId: string
  readonly record: RecordName
  readonly occurredAt: number | null
  /** The tool of the agent, or the other evidence that showed the file. */
  readonly by: string
  readonly isThere: boolean
  readonly proof: Proof
  /** Null: not both contents are known. */
  readonly added: number | null
  readonly removed: number | null
  /** Null: it is not asked for, or not all of it is known. */
  readonly content: string | null
  /** SHA-256 of the payload; null: not all of it is known. */
  readonly contentHash: string | null
  /** A change that was based on another content than the file had; null: it was not, or this is no change. */
  readonly stale: 'observed' | 'likely' | null
}

/** A later observation of what was known. */
export interface VersionCheck {
  readonly sessionId: string
  readonly record: RecordName
  readonly by: string
  /** How the lines were known that both know. */
  readonly proof: Proof
  readonly outcome: 'confirmed' | 'refuted' | 'refuted at its end'
}

/** A version that a tracker saw on disk. */
export interface TrackedVersion {
  readonly sessionId: string
  readonly observedAt: number
  readonly isThere: boolean
  /** SHA-256 of its bytes; null: it had been deleted. */
  readonly sourceHash: string | null
  readonly bytes: number
}

/** Checkouts of one repository, over which the history and the blame of a file go. */
export interface FileCheckoutsView {
  /** The folder of the checkout that the file is in. */
  readonly own: string
  /** The same file in the others, whether or not a record says something of it. */
  readonly others: readonly { readonly path: string; readonly checkout: string }[]
  /** Why they count as one repository. */
  readonly links: readonly CheckoutLinkView[]
}

export interface FileHistoryView {
  readonly path: string
  readonly checkouts: readonly FileCheckoutsView[]
  /** The newest first. */
  readonly versions: readonly KnownVersion[]
  readonly total: number
  /** Versions that no record shows, the newest first. */
  readonly tracked: readonly TrackedVersion[]
  readonly checks: readonly VersionCheck[]
}

/**
 * Where lines come from. `agent`: a call of an agent wrote them. `elsewhere`: a call of an agent wrote them in another checkout of the
 * repository. `outside`: they were not there when the file was known before, and no call wrote them: a person did, or a command. `before`:
 * they were there when the file was seen first. `unclear`: an agent had changed a part of the file that no record shows, or had written
 * such lines before, so that lines seen later may be its own or not.
 */
export type LineSource = 'agent' | 'elsewhere' | 'outside' | 'before' | 'unclear'

/** The record that wrote lines of a file, or the first that shows them: a blame of git has a commit there. */
export interface LineOrigin {
  readonly source: LineSource
  /** The file that the record shows or changed. */
  readonly path: string
  /** The folder of its checkout, where that is another one than the file's own; null: it is not. */
  readonly checkout: string | null
  readonly sessionId: string
  readonly title: string
  /** Empty: a tracker saw the lines first, and no record. */
  readonly commitId: string
  readonly record: RecordName
  readonly occurredAt: number | null
  /** The tool of the agent, or the other evidence that showed the file. */
  readonly by: string
  /** Which agent of the session did it. */
  readonly agent: {
    /** Null: the main agent. */
    readonly agentId: string | null
    /** Kind of sub-agent; null: the main agent, or not recorded. */
    readonly agentType: string | null
  }
  /** The beginning of the prompt that led to it; of a sub-agent, of the task that it was given. Null: there is none before it. */
  readonly prompt: string | null
}

export interface BlamedLine {
  /** Counted from 1. What follows the last line feed is no line when it is empty. */
  readonly number: number
  readonly text: string
  /** Place in `origins`; lines that follow each other with the same one belong together. Null: only the file on disk has this line. */
  readonly origin: number | null
}

/** The lines of a file, and who wrote each: as `git blame` says it, with records of sessions for commits. */
export interface BlameView {
  /** As the transcripts give it. */
  readonly path: string
  /** At whose end the file is as shown; null: it is the file on disk. */
  readonly commitId: string | null
  /** False: the file was deleted there, or never there. */
  readonly isThere: boolean
  /** Nothing is known because edits made more of it than is computed. */
  readonly isTooLarge: boolean
  /** The lines that are known, in their order. */
  readonly lines: readonly BlamedLine[]
  /** Lines that are not known. `to` is null for the last when it is not known how many follow. */
  readonly gaps: readonly { readonly from: number; readonly to: number | null }[]
  /** Null: not known. */
  readonly totalLines: number | null
  /** In the order of their records. */
  readonly origins: readonly LineOrigin[]
  readonly checkouts: readonly FileCheckoutsView[]
}

const record = z.object({ sourceId: z.string().min(1).max(400), line: z.number().int().min(1) })

export const objectsCalls = {
  /** At a commit, before or after a record, or as the agent knew it that touched it last. The path, or how it ends. */
  'file.show': call<KnownFileView>(
    'reads',
    allRows,
  )(() =>
    z.object({
      path,
      at: id.optional(),
      before: record.optional(),
      after: record.optional(),
      /** `as-known`: to the agent of that chain. `as-was`: the newest version that any session had observed by then. */
      reading: z.enum(['as-known', 'as-was']).default('as-known'),
    }),
  ),
  /** In the sessions that touched it. */
  'file.history': call<FileHistoryView>(
    'reads',
    allRows,
  )(() =>
    z.object({
      ...page,
      path,
      sessionId: id.optional(),
      withContents: z.boolean().default(false),
      /** Versions of other checkouts of its repository too. */
      everywhere: z.boolean().default(true),
    }),
  ),
  /**
   * Who wrote each line: of the file as known at a commit, of the newest content that is known, or of the file on disk. The versions of all
   * sessions are followed in the order of time, up to that of the commit.
   */
  'file.blame': call<BlameView>(
    'reads',
    allRows,
  )(() =>
    z
      .object({
        path,
        at: id.optional(),
        /** Begins with the file on disk: `disk`, else where the path of the transcripts is on this machine. */
        workingTree: z.boolean().default(false),
        disk: path.optional(),
      })
      .refine(({ at, workingTree }) => at === undefined || !workingTree, 'takes a commit or the working tree, not both'),
  ),
} as const
