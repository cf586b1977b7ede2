/** What a session said and did, as events of reasoning are read from it: the same from a transcript and from a store. */
import type { ChainText } from '../reasoning/read-events.ts'

export interface SessionStep extends ChainText {
  /** Tool of a call. */
  readonly toolName: string | null
  /** Id that joins a call and its result. */
  readonly toolUseId: string | null
  /** The result says that the call failed. */
  readonly isError: boolean
  /** Folder in which the client worked; null, absent: not known. */
  readonly cwd?: string | null
  /** Session that the transcript shows this one to continue; absent: none. */
  readonly continues?: string
}
