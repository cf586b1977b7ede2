/** Shapes of the files that agents read and changed. Times in milliseconds since 1970; null: not known. */

export interface TouchedFile {
  /** As the calls name it. */
  readonly path: string
  /** Calls that are known to have read it, to have changed it, to have failed; all of them, those of other tools and without a result too. */
  readonly reads: number
  readonly changes: number
  readonly failed: number
  readonly calls: number
  readonly sessions: number
  readonly firstAt: number | null
  readonly lastAt: number | null
}

export interface FilesPage {
  readonly rows: readonly TouchedFile[]
  readonly total: number
}

/** A call that was given a file: what an agent saw of it or made of it then. */
export interface FileVersion {
  readonly sourceId: string
  readonly line: number
  readonly block: number
  readonly kind: 'read' | 'change' | 'other'
  readonly toolName: string
  readonly outcome: 'result' | 'error' | 'refused' | 'no result'
  readonly sessionId: string
  readonly title: string
  readonly chain: string
  readonly commitId: string | null
  readonly occurredAt: number | null
}

export interface FileVersionsPage {
  readonly rows: readonly FileVersion[]
  readonly total: number
}
