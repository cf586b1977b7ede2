/** The contents of an object's version, by type. The names of the fields enter content hashes. */
import { chatId, sessionObjectId, systemPromptId } from './object-identity.ts'
import type { StableFields, StableValue } from './stable-stringify.ts'

interface Payload extends StableFields {
  /** null: deleted, or not text. */
  readonly content: string | null
}

interface FilePayload extends Payload {
  /** The extension of the path, without the dot; '' for none. */
  readonly file_type: string
  /** UTF-16 code units of the content; 0 for none. */
  readonly char_count: number
}

interface ToolcallPayload extends Payload {
  readonly tool: string
  readonly args: StableValue
  readonly args_display?: string
  readonly status: CallStatus
  readonly chat_ref: string
  readonly file_refs?: readonly string[]
}

interface ChatPayload extends Payload {
  readonly turns: readonly StableFields[]
  readonly session_ref: string
  readonly turn_count: number
  readonly toolcall_refs: readonly string[]
}

/** The sets are sorted, so that the same sets have the same hash. */
interface SessionPayload extends Payload {
  readonly chat_ref: string
  readonly system_prompt_ref: string
  readonly session_index: readonly string[]
  readonly metadata_pool: readonly string[]
  readonly active_set: readonly string[]
  readonly pinned_set: readonly string[]
}

const fileType = (path: string): string => /[^/\\]\.([^./\\]+)$/.exec(path)?.[1] ?? ''

/** @param content null: the file was deleted, or is not text */
export const filePayload = (path: string, content: string | null): FilePayload => ({
  content,
  file_type: fileType(path),
  char_count: content?.length ?? 0,
})

export interface ToolcallFields {
  readonly sessionId: string
  readonly content: string | null
  readonly tool: string
  readonly args: StableValue
  readonly argsDisplay?: string | undefined
  /** Null: no result is recorded. */
  readonly failed: boolean | null
  /** Ids of the files that the call names. */
  readonly fileIds?: readonly string[]
}

/** `open`: no result is recorded. */
export type CallStatus = 'ok' | 'fail' | 'open'

/** @param failed null: no result is recorded */
export const callStatus = (failed: boolean | null): CallStatus => (failed === null ? 'open' : failed ? 'fail' : 'ok')

export const toolcallPayload = (fields: ToolcallFields): ToolcallPayload => ({
  content: fields.content,
  tool: fields.tool,
  args: fields.args,
  ...(fields.argsDisplay === undefined ? {} : { args_display: fields.argsDisplay }),
  status: callStatus(fields.failed),
  chat_ref: chatId(fields.sessionId),
  ...(fields.fileIds === undefined ? {} : { file_refs: fields.fileIds }),
})

export interface ChatTurn extends StableFields {
  readonly toolcall_ids: readonly string[]
}

/** @param turns oldest first */
export const chatPayload = (sessionId: string, content: string, turns: readonly ChatTurn[]): ChatPayload => ({
  content,
  turns,
  session_ref: sessionObjectId(sessionId),
  turn_count: turns.length,
  toolcall_refs: turns.flatMap((turn) => turn.toolcall_ids),
})

/** @param content null: the transcript does not contain it */
export const systemPromptPayload = (content: string | null): Payload => ({ content })

/** Ids of objects. */
export interface SessionSets {
  readonly index: Iterable<string>
  readonly metadata: Iterable<string>
  readonly active: Iterable<string>
  readonly pinned: Iterable<string>
}

const asSet = (ids: Iterable<string>): readonly string[] => [...new Set(ids)].sort()

export const sessionPayload = (sessionId: string, { index, metadata, active, pinned }: SessionSets): SessionPayload => ({
  content: null,
  chat_ref: chatId(sessionId),
  system_prompt_ref: systemPromptId(sessionId),
  session_index: asSet(index),
  metadata_pool: asSet(metadata),
  active_set: asSet(active),
  pinned_set: asSet(pinned),
})
