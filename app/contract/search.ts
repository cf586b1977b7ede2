/** Search in all texts. */
import { z } from 'zod'
import type { TextKind } from '../model/search/search-query.ts'
import { call, id } from './call.ts'
import type { JobView } from './jobs.ts'

/** A text that matches, as much of it as a list shows. */
export interface SearchHit {
  /** Null for a title, and for an event that has no uuid. */
  readonly recordUuid: string | null
  /** Null for a title. */
  readonly commitId: string | null
  readonly sourceId: string | null
  /** Key of its record in the file; the number of the line itself is `fileLine`. */
  readonly line: number | null
  readonly fileLine: number | null
  /** Position among the record's events, from 0. */
  readonly block: number | null
  readonly kind: TextKind
  /** The tool of a call or output; null for other texts. */
  readonly tool: string | null
  /** The file of the call; null: none. */
  readonly file: string | null
  readonly isError: boolean
  readonly occurredAt: number | null
  /** A part of the text around the match; each white space is a blank. */
  readonly text: string
  /** Ranges of the matches in `text`: from, to; UTF-16 code units. */
  readonly ranges: readonly (readonly [from: number, to: number])[]
  readonly hasMoreBefore: boolean
  readonly hasMoreAfter: boolean
  /** Words of the search that this text lacks: `elsewhere`: they are in other texts of the turn; `missing`: they are not in the turn. */
  readonly elsewhere: readonly string[]
  readonly missing: readonly string[]
}

export interface SearchSession {
  readonly sessionId: string
  readonly title: string
  readonly project: string
  readonly lastAt: number | null
  /** True: the client deleted its transcript, and only the prompts are known. */
  readonly isPromptsOnly: boolean
  /** The greater, the better; comparable within one search only. */
  readonly score: number
  /** The best first. */
  readonly hits: readonly SearchHit[]
}

/** How a search was understood. */
export interface ReadSearch {
  readonly words: readonly string[]
  readonly phrases: readonly string[]
  readonly excluded: readonly string[]
  readonly patterns: readonly string[]
  readonly filters: readonly { readonly name: string; readonly value: string; readonly isExcluded: boolean }[]
  /** Nothing of it can be searched for. */
  readonly isEmpty: boolean
  /** Parts of the search that were ignored or are ambiguous, as sentences. */
  readonly hints: readonly string[]
}

export interface SearchResults {
  readonly query: ReadSearch
  /** Sessions that match. */
  readonly total: number
  /** False: there may be more, since not every candidate was looked at. */
  readonly isTotalExact: boolean
  /** Sessions that lack one of the words, of a sentence some, and are not counted in the total: where few match, they follow. */
  readonly lacking: number
  readonly sessions: readonly SearchSession[]
  /** For the next page; null: this is the last. */
  readonly next: string | null
  /** Commits that the index does not have yet. */
  readonly notIndexed: number
  /** False: the index may lack something, also where no number of commits is known. */
  readonly isIndexed: boolean
  /** Commits that may match and cannot be read: their packs are damaged. */
  readonly unread: number
  /** Sessions that cannot be read at all, for the same reason. */
  readonly unreadSessions: number
  /** Passages that were looked at, and those that may match. */
  readonly looked: number
  readonly possible: number
}

/** The results of a search so far; undefined: none are known yet. */
export interface SearchFound {
  readonly results: SearchResults | undefined
  readonly facets: SearchFacets | undefined
  /** Whether the search has examined everything that may match. */
  readonly isDone: boolean
}

/** A search without the parts that exclude every result. */
export interface WiderSearch {
  /** The omitted part, as typed. */
  readonly without: string
  /** The remaining search. */
  readonly text: string
  /** Number of sessions that it finds, at least one. */
  readonly total: number
  readonly isTotalExact: boolean
}

export interface WiderSearches {
  /**
   * One search for each part that alone excludes every result. When no single part does, one search without all parts that match nothing.
   */
  readonly wider: readonly WiderSearch[]
}

/** A value that results can be restricted to. */
export interface Facet {
  /** As the filter takes it; of a project its folder; of a month its first day, `2026-01-01`, in the zone that was asked for. */
  readonly value: string
  /** Sessions that have all words in texts with that value, in one turn. */
  readonly sessions: number
}

/** Filters for the results, the most frequent first; kinds in the order of their importance, months from the last to the first. */
export interface SearchFacets {
  readonly kinds: readonly Facet[]
  readonly tools: readonly Facet[]
  readonly projects: readonly Facet[]
  readonly months: readonly Facet[]
  /** Sessions that were counted: those that match. */
  readonly total: number
  /** False: not every passage was looked at, and there may be more sessions than these. */
  readonly isComplete: boolean
}

export interface SearchIndexView {
  /** Number of commits that were added or removed. */
  readonly commits: number
  /** Size of the index. */
  readonly bytes: number
  readonly elapsedMs: number
}

export const searchOrders = ['relevance', 'newest'] as const
export type SearchOrder = (typeof searchOrders)[number]

const searchText = z.string().max(100_000)
/** Time zone of days in filters; default: that of the machine. */
const zone = z.string().max(100).optional()
/** The caller, for example a window: its next search cancels the previous one, which then fails as cancelled. */
const asker = z.string().max(100).optional()

/** Whether to wait until the index is complete; otherwise missing entries make the numbers inexact. */
const waits = z.boolean().default(false)

const order = z.enum(searchOrders).default('relevance')
/** Number of sessions of a page. */
const pageSize = z.number().int().min(1).max(200).default(10)
/** Number of texts of a session. */
const hits = z.number().int().min(1).max(20).default(2)
const after = z.string().max(200).optional()
/** Whether secrets and private words are redacted, in whole texts before excerpts are cut. */
const redact = z.boolean().default(false)

export const searchCalls = {
  /** A job that brings the search index up to date; its result is a SearchIndexView. */
  'search.index': call<JobView<SearchIndexView>>('repeatable')(() => z.object({ fromScratch: z.boolean().default(false) })),
  /** Searches all conversations that are in the index, with the grammar of docs/search.md, as far as the first pages need. */
  'search.run': call<SearchResults>('reads')(() =>
    z.object({
      text: searchText,
      zone,
      asker,
      order,
      limit: pageSize,
      hits,
      after,
      waits,
      redact,
    }),
  ),
  /** For a search that finds nothing: what it would find with less. The next search of the same asker ends it. */
  'search.wider': call<WiderSearches>('reads')(() => z.object({ text: searchText, zone, asker, waits })),
  /** A job that examines everything a search may find, and ends with a page of the results; the next search of the same caller ends it. */
  'search.finish': call<JobView<SearchFound>>('repeatable')(() =>
    z.object({ text: searchText, zone, asker, order, limit: pageSize, hits, after, waits, redact }),
  ),
  /** The results of this job so far, also after it was cancelled. Only the last jobs are kept. */
  'search.found': call<SearchFound>('reads')(() => z.object({ jobId: id, limit: pageSize, after })),
} as const
