/** Artifacts to read and to save, and the formats that they are in. */
import type { CommitReading } from './views.ts'

/** A format that chains are kept in. */
export interface FormatView {
  readonly id: string
  readonly contentType: string
}

/** An artifact read as a conversation; `items` is a slice from `offset`. */
export type ArtifactReading = Pick<CommitReading, 'items' | 'total' | 'bookkeeping'>

/** A file that was written where a person said. */
export interface SavedFile {
  readonly path: string
  readonly bytes: number
}
