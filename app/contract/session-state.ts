/** Objects: what agents had in front of them, and which of these were in the context of a session. */
import type { ContinuedExport } from '../model/objects/continued-export.ts'
import { z } from 'zod'
import { objectTypes, type ObjectType } from '../model/objects/object-identity.ts'
import type { StableFields } from '../model/objects/stable-stringify.ts'
import { allRows, call, id, page } from './call.ts'
import type { RecordName } from './objects.ts'

/** `active`: in full in the context; `metadata`: in one line; `indexed`: met, and not in the context any more. */
export const objectLevels = ['active', 'metadata', 'indexed'] as const
export type ObjectLevel = (typeof objectLevels)[number]
/** States by which a list can be filtered. */
export const objectStates = [...objectLevels, 'pinned'] as const
export type ObjectState = (typeof objectStates)[number]

export interface ObjectView {
  readonly id: string
  readonly type: ObjectType
  /** The path of a file, the subject of a call, or the title of a session. */
  readonly name: string
  /** The tool of a call; null for other objects. */
  readonly tool: string | null
  /** Whether a call failed; null: it has no result, or the object is not a call. */
  readonly failed: boolean | null
  readonly versions: number
  /** UTF-16 code units of its content; null: not known. */
  readonly chars: number | null
  /** Tokens, estimated from characters, because clients do not record the tokens of an object; null: not known. */
  readonly aboutTokens: number | null
  readonly lastUsedAt: number | null
  /** Whether its state cannot be changed. */
  readonly locked: boolean
}

/** An object in the context of a session. */
export interface StatedObject extends ObjectView {
  readonly level: ObjectLevel
  readonly pinned: boolean
  /** Where a call was made; null: it is no call. */
  readonly place: ObjectPlace | null
}

export interface ObjectPlace {
  readonly sessionId: string
  readonly commitId: string
  readonly record: RecordName
}

/** In a list. */
export interface ListedObject extends ObjectView {
  /** Sessions that met it. */
  readonly sessions: number
  /** The session that used it last. */
  readonly sessionId: string
  /** Null in a list of all sessions. */
  readonly level: ObjectLevel | null
  readonly pinned: boolean | null
}

export interface SetSize {
  readonly objects: number
  readonly chars: number
  readonly aboutTokens: number
}

export interface CollapseView {
  readonly name: string
  readonly about: string
  /** null: all. */
  readonly outputsPerTurn: number | null
  readonly turnsBack: number | null
  /** Where an export shows what is active. */
  readonly shows: 'in_place' | 'at_end'
  readonly exempt: readonly string[]
}

export interface SessionStateView {
  readonly sessionId: string
  readonly commitId: string
  /** The fork or made session whose changes count; null: none. */
  readonly on: string | null
  /** Forks of the same commit whose changes do not count, because several have it. */
  readonly otherForks: readonly string[]
  /** null: as the client had it. */
  readonly policy: CollapseView | null
  /**
   * The export that the session continues, with the name of its policy and its budget in tokens: what it showed in one line or not at all
   * stays so. null: it continues none.
   */
  readonly continues: ContinuedExport | null
  /** All that there are. */
  readonly policies: readonly CollapseView[]
  /** Ids: everything that was met; what is in the context in one line or in full; in full; exempt from collapse. */
  readonly index: readonly string[]
  readonly metadata: readonly string[]
  readonly active: readonly string[]
  readonly pinned: readonly string[]
  /** Sizes of the sets. For `metadata`, the lines of objects that are not active. */
  readonly sizes: {
    readonly index: SetSize
    readonly metadata: SetSize
    readonly active: SetSize
    readonly pinned: SetSize
  }
  readonly objects: readonly StatedObject[]
  readonly charsPerToken: number
  /** Context tokens of the last reply, as recorded, with the system prompt and tool definitions; null: not recorded. */
  readonly recordedTokens: number | null
  readonly isAfterCompaction: boolean
  readonly microcompactions: number
  /** Number of microcompactions that do not name the outputs that they cleared; these outputs count as active. */
  readonly unnamedMicrocompactions: number
  /** Whether a record contains the system prompt. */
  readonly hasSystemPrompt: boolean
  /** Hash of the content of the session object. */
  readonly contentHash: string
}

export interface ObjectsPage {
  readonly objects: readonly ListedObject[]
  readonly total: number
}

export interface ObjectDetail {
  readonly id: string
  readonly type: ObjectType
  /** Null: it exists only in the store. */
  readonly source: StableFields | null
  readonly identityHash: string
  /** Null: its content is not wholly known. */
  readonly payload: StableFields | null
  readonly contentHash: string | null
  /** As in lists. */
  readonly chars: number | null
  readonly aboutTokens: number | null
  /** The session that used it last, and the commit up to which its content counts. */
  readonly sessionId: string
  readonly commitId: string
  /** Why the payload or its content is not available; null: it is. */
  readonly unknownBecause: string | null
}

export interface StateChange {
  readonly on: string
  readonly objectId: string
  readonly level: ObjectLevel
  readonly pinned: boolean
  /** False: it was so before. */
  readonly changed: boolean
}

/** A policy by its name, and numbers that replace those of its table. */
export const collapse = {
  policy: z.string().min(1).max(100).optional(),
  outputsPerTurn: z.number().int().min(0).max(100_000).optional(),
  turnsBack: z.number().int().min(0).max(100_000).optional(),
}

export const sessionStateCalls = {
  /** The state at a commit, ref or session; with a policy, the state that it would produce. */
  'session.state': call<SessionStateView>('reads', allRows)(() => z.object({ at: id, ...collapse })),
  /** Objects of the store, the one used last first; with `at`, the objects that the agent met up to that commit. */
  'objects.list': call<ObjectsPage>(
    'reads',
    allRows,
  )(() =>
    z.object({
      ...page,
      type: z.enum(objectTypes).optional(),
      at: id.optional(),
      state: z.enum(objectStates).optional(),
      ...collapse,
    }),
  ),
  'objects.show': call<ObjectDetail>('reads', allRows)(() => z.object({ objectId: id, at: id.optional() })),
  'state.change': call<StateChange>(
    'repeatable',
    allRows,
  )(() => z.object({ objectId: id, on: id, change: z.enum(['activate', 'deactivate', 'pin', 'unpin', 'demote']) })),
} as const
