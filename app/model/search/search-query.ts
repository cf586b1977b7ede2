/** The query of a search, read from one line of text. */

/** Kinds of texts, as `kind:` names them; their order is that of their importance. */
export const textKinds = ['title', 'prompt', 'response', 'thinking', 'call', 'output', 'injected'] as const
export type TextKind = (typeof textKinds)[number]

export const filterNames = ['kind', 'tool', 'file', 'project', 'session', 'branch', 'model', 'is', 'before', 'after'] as const
export type FilterName = (typeof filterNames)[number]

/** `word`: in any of its forms. `prefix`: the beginning of a word. `phrase`: as written, but for case and blanks. */
export interface SearchTerm {
  readonly kind: 'word' | 'prefix' | 'phrase'
  /** As typed, without quotes and without the star. */
  readonly text: string
  /** As the index has them, at least one. */
  readonly words: readonly string[]
  /** Capitals were typed: a phrase has to have them too, a word with them comes first. */
  readonly hasCapitals: boolean
}

/** A regular expression that parts of texts have to match. */
export interface SearchPattern {
  readonly source: string
  readonly ignoresCase: boolean
}

/** A value of a filter. Several of one filter: any of them; excluded ones: none of them. */
export interface SearchFilter {
  readonly name: Exclude<FilterName, 'before' | 'after'>
  readonly value: string
  readonly isExcluded: boolean
}

export interface SearchQuery {
  /** All have to match; of each the terms in it are alternatives. */
  readonly required: readonly (readonly SearchTerm[])[]
  readonly excluded: readonly SearchTerm[]
  readonly patterns: readonly SearchPattern[]
  readonly filters: readonly SearchFilter[]
  /** Milliseconds since 1970; null: no limit. */
  readonly since: number | null
  readonly until: number | null
  /** Parts of the search that were ignored or are ambiguous, as sentences. */
  readonly hints: readonly string[]
}

/** Whether the search has no terms, filters or times. */
export const isEmptySearch = ({ required, patterns, filters, since, until }: SearchQuery): boolean =>
  required.length + patterns.length + filters.length === 0 && since === null && until === null

/** A search with at least this number of terms is read as a sentence: its rare words decide. */
export const sentenceTerms = 6

/** Maximum number of terms; further terms are ignored, with a hint. */
export const maxTerms = 40

/** Maximum number of characters of a search; the rest is ignored, with a hint. */
export const maxSearchChars = 4000
