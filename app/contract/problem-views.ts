/** Shapes of problems and of the places in sources that they name. */

export interface ProblemView {
  readonly file: string
  readonly sourceId: string
  readonly sessionId: string | null
  readonly line: number | null
  readonly byteOffset: number | null
  readonly byteLength: number | null
  readonly code: string
  readonly reason: string
  readonly action: string
}

export interface ProblemsPage {
  readonly rows: readonly ProblemView[]
  readonly total: number
  readonly byCode: readonly { readonly code: string; readonly count: number }[]
}

/** A stretch of a source as text; bytes that are no UTF-8 as U+FFFD. */
export interface SourceText {
  readonly file: string
  readonly text: string
  /** Size of the whole source, and where the text begins and ends in it. */
  readonly bytes: number
  readonly from: number
  readonly to: number
}

/** Bytes around a problem, to look at: at most 4 KiB, undecodable bytes as U+FFFD. */
export interface SourceExcerpt {
  readonly file: string
  readonly line: number
  readonly byteOffset: number
  readonly text: string
  readonly truncated: boolean
}
