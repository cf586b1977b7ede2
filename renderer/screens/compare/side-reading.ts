/** One of two conversations that are compared. */
import type { ComparedSide, CommitView } from '../../../app/contract/commits.ts'
import type { SessionOutline } from '../../../app/contract/reader.ts'
import type { SessionView } from '../../../app/contract/sessions.ts'
import type { ComparedReading } from './differences.ts'

export interface SideReading {
  readonly tip: CommitView
  readonly only: ComparedSide
  readonly session: SessionView
  readonly outline: SessionOutline
  /** Whether the common part is in another session. */
  readonly continues: boolean
  readonly reading: ComparedReading
}
