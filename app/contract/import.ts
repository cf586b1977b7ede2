/** Import of transcripts. */
import { z } from 'zod'
import { granularity } from '../model/granularity.ts'
import { call, id, noTables, paths } from './call.ts'
import type { JobView } from './jobs.ts'

/** The result of importing a history of prompts, which also names sessions whose transcripts were deleted. */
export interface HistoryResult {
  readonly path: string
  /** Number of sessions without a transcript. */
  readonly sessions: number
  readonly prompts: number
  /** Number of these sessions that are new or have more prompts than before. */
  readonly changedSessions: number
  /** Number of sessions whose transcript exists; it contains their prompts. */
  readonly sessionsWithTranscript: number
  /** Number of prompts without a session. When a session of the same project has a transcript for that time, they are not imported. */
  readonly unnamedPrompts: number
  readonly unnamedSkipped: number
  /** Number of lines that cannot be read; they are listed as problems. */
  readonly badLines: number
}

export interface ImportResult {
  /** Empty: no history was found. */
  readonly histories: readonly HistoryResult[]
  readonly filesFound: number
  /** New and changed files that were read. */
  readonly filesImported: number
  readonly filesUnchanged: number
  /** Files of sessions that were removed from the store: they are not imported again. */
  readonly filesRemoved: number
  /** Sessions imported before whose file system this import changed. */
  readonly sessionsReassigned: number
  /** Number of files that could not be opened or read from the disk. Nothing of these files is stored. */
  readonly filesFailed: number
  /** New and changed files with malformed content and without a readable record: stored byte for byte. 0 in a dry run. */
  readonly filesWithoutRecords: number
  readonly bytesRead: number
  readonly records: number
  /** Sessions of the files that were read. */
  readonly sessions: number
  readonly newCommits: number
  readonly problems: number
  readonly ms: number
  readonly dryRun: boolean
  /** Folders of Strata stores that were found and not imported. */
  readonly skippedStores: readonly string[]
}

export const importCalls = {
  'import.start': call<JobView<ImportResult>>(
    'repeatable',
    noTables,
  )(() =>
    z.object({
      paths: paths.default([]),
      dryRun: z.boolean().default(false),
      principal: z.string().max(400).optional(),
      /** Granularity for the sessions found, including unchanged ones; default: existing sessions keep their cuts. */
      granularity: granularity.optional(),
      /** File system that the transcripts were copied from: its id, its name, a beginning of its id, or `this`. */
      filesystem: id.optional(),
      /** True: sessions that were removed from the store are imported again. */
      includeRemoved: z.boolean().default(false),
    }),
  ),
} as const
