/** The content of a file that another program recorded, as commits to make; unreadable parts are reported with their place. */
import type { Checkpoint, CommitType } from '../../model/context-commit.ts'

export interface ChainFileDelta {
  readonly commitType: CommitType
  readonly checkpoint: Checkpoint
  readonly format: string
  readonly bytes: Uint8Array
  /** Time of the last event that has one, milliseconds since 1970; undefined: none has. */
  readonly at: number | undefined
}

export interface ChainFileProblem {
  /** From 1; undefined: the file has no lines. */
  readonly line?: number | undefined
  /** Byte offset in the file. */
  readonly offset?: number | undefined
  readonly reason: string
}

export interface ChainFileRead {
  readonly deltas: readonly ChainFileDelta[]
  readonly problems: readonly ChainFileProblem[]
}
