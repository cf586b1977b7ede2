/** What earlier sessions say about a question, and how well they were found. */
import { z } from 'zod'
import type { Figure } from '../model/backtest.ts'
import { maxRecallTokens, type RecallAnswer } from '../model/recall.ts'
import { allRows, call, id, nothing, path } from './call.ts'
import type { JobView } from './jobs.ts'

const file = z.string().min(1).max(4096)

/** A ranking of files, over the first prompts of sessions. */
export interface HindsightRow {
  readonly ranking: string
  /** Share of the touched files among the first ten, and share of prompts with any; null: no case. */
  readonly recall: Figure | null
  readonly hit: Figure | null
}

/** Prompts, and how many of them got an answer. */
export interface SpokenCount {
  readonly prompts: number
  readonly spoken: number
}

export interface HindsightView {
  /** First prompts of sessions that then touched a file known before. */
  readonly cases: number
  /** The most that any ranking can reach. */
  readonly bestRecall: number | null
  readonly rows: readonly HindsightRow[]
  /** The same for histories of three sizes. */
  readonly sizes: readonly { readonly candidates: number; readonly rows: readonly HindsightRow[]; readonly p95: number }[]
  readonly answers: SpokenCount & {
    /** First prompts whose answer has a touched file in any of its items. */
    readonly right: number
    /** Mean of those that are spoken. */
    readonly tokens: number | null
    /** Share of items that were in the answer to the prompt before. */
    readonly repeats: number | null
    /** Share of items about a decision that no longer held at the prompt: each says so. */
    readonly stale: number | null
    /** Items that were recorded at or after their prompt: a fault, if it is not 0. */
    readonly later: number
    /** Milliseconds for one answer without reading the tables. */
    readonly p95: number | null
  }
  /** The same prompts without the sessions that touched any of the files. */
  readonly absent: SpokenCount
  /** Prompts of other projects. */
  readonly foreign: SpokenCount
  /** First prompts in the other repositories of the store, asked of the largest one. */
  readonly adjacent: SpokenCount
  /** First edits of a file for which an earlier session has a failed edit or a rejection, and those for which it was offered. */
  readonly edits: { readonly edits: number; readonly offered: number }
  /** Which weights the answers have. */
  readonly weights: string
  readonly ms: number
}

export interface RecallFit {
  readonly cases: number
  /** On the later half of the cases: with weights fitted on what lay before each, and with those of now. */
  readonly fitted: HindsightRow
  readonly current: HindsightRow
  /** Difference of recall, case by case; null: no case. */
  readonly gain: Figure | null
  /** Whether the new weights are used from now on. */
  readonly isKept: boolean
  readonly path: string
}

/** A folder in which sessions worked under Git, with those below it. */
export interface HistoryPlace {
  readonly folder: string
  readonly sessions: number
  readonly lastAt: number | null
  /** Whether it is a folder of this machine. */
  readonly isHere: boolean
}

/** A session that changed files after the last commit of Git. */
export interface SessionBehind {
  readonly sessionId: string
  readonly title: string
  /** Files that it changed and that are not committed, from the folder on. */
  readonly files: readonly string[]
  readonly lastAt: number | null
}

/** What is not committed in a folder, and the sessions behind it. */
export interface UncommittedChange {
  readonly folder: string
  /** Why Git was not asked, as a part of a sentence; null: it was. */
  readonly why: string | null
  /** Null: on no branch. */
  readonly branch: string | null
  /** Time of the commit that is checked out; null: there is none. */
  readonly headAt: number | null
  /** From the folder on; one that ends with a slash is a folder of which Git knows no file. */
  readonly files: readonly { readonly path: string; readonly isNew: boolean }[]
  /** Number of further files. */
  readonly others: number
  /** The newest change first. */
  readonly sessions: readonly SessionBehind[]
}

export const recallCalls = {
  /** Events and passages that answer a question, and the files that it is likely about. */
  'recall.ask': call<RecallAnswer>(
    'reads',
    allRows,
  )(() =>
    z.object({
      prompt: z.string().max(1_000_000),
      files: z.array(file).max(100).default([]),
      /** Milliseconds since 1970: what is at or after it is hidden. Default: nothing is. */
      asOf: z.number().int().optional(),
      /** Its own passages are no answer. */
      sessionId: id.optional(),
      branch: z.string().max(4096).optional(),
      /** Whose repository is searched; default: all repositories. */
      cwd: file.optional(),
      /** All repositories are searched where no session worked in that of `cwd`. */
      everywhere: z.boolean().default(false),
      tokens: z.number().int().min(1).max(maxRecallTokens).default(maxRecallTokens),
      redact: z.boolean().default(false),
    }),
  ),
  /** Folders that a question can be about, the newest first. */
  'recall.places': call<readonly HistoryPlace[]>('reads')(() => nothing),
  /** The sessions that changed what is not committed in one of these folders. It asks Git, and runs nothing that the repository names. */
  'recall.change': call<UncommittedChange>('reads')(() => z.object({ folder: path })),
  /** Scores rankings at the first prompt of each session. @param input foreign: prompts of other projects */
  'recall.hindsight': call<JobView<HindsightView>>(
    'repeatable',
    allRows,
  )(() => z.object({ foreign: z.array(z.string().max(10_000)).max(1000).default([]), from: z.number().min(0).max(1).default(0) })),
  /** Fits the weights of files on this store, and keeps them where they are better. */
  'recall.fit': call<JobView<RecallFit>>('repeatable', allRows)(() => z.object({})),
} as const
