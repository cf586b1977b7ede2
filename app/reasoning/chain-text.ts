/** A text, a call or a result of a chain: the same from a transcript and from a store. */
import type { RecordClass } from '../model/record-class.ts'
import type { EventPlace } from './thinking-event.ts'

export interface ChainText extends EventPlace {
  readonly sessionId: string
  readonly chain: string
  readonly commitId: string | null
  readonly recordUuid: string | null
  readonly occurredAt: number | null
  readonly kind: 'prompt' | 'thinking' | 'response' | 'tool_call' | 'tool_result'
  readonly class: RecordClass
  readonly body: string
  /** File that a call was given. */
  readonly filePath: string | null
  /** `refused`: a person did not allow the call. */
  readonly permission: string | null
  /** It is a copy of a record of another session, which has its events. */
  readonly isCopy: boolean
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
