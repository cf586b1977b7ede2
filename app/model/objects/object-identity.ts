/** The identity of an object, apart from its contents: its type, its source, its id. */
import type { StableFields } from './stable-stringify.ts'

export const objectTypes = ['file', 'toolcall', 'chat', 'system_prompt', 'session'] as const
export type ObjectType = (typeof objectTypes)[number]

/** Where a sourced object is outside of the store. */
export interface FilesystemSource extends StableFields {
  readonly type: 'filesystem'
  readonly filesystemId: string
  /** Absolute, as resolvePath gives it. */
  readonly path: string
}

/** The fields of an object that never change. */
export interface ObjectEnvelope {
  readonly type: ObjectType
  /** null: it exists in the store alone. */
  readonly source: FilesystemSource | null
}

export const fileEnvelope = (filesystemId: string, path: string): ObjectEnvelope => ({
  type: 'file',
  source: { type: 'filesystem', filesystemId, path },
})

/** Ids of objects without a source. A tool call has the id that the model gave the call. */
export const chatId = (sessionId: string): string => `chat:${sessionId}`
export const sessionObjectId = (sessionId: string): string => `session:${sessionId}`
export const systemPromptId = (sessionId: string): string => `system_prompt:${sessionId}`
