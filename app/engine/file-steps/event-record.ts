/** An event as the record that a client writes of it, with what it says of files: no more than the event says. */
import { parseBounded } from '../../model/bounded-depth.ts'
import { toolKind } from '../../../importer/agents.ts'
import { changerKinds } from '../../model/tool-kind.ts'
import { initIn, jsonOf } from '../../chains/read-system-events.ts'
import { isObject, type JsonObject } from '../../model/json-object.ts'
import { readRecord, type TranscriptRecord } from '../../model/record.ts'
import type { Event } from '../../model/event.ts'
import { needsCall, pathOfCall } from '../../files/call-text.ts'

type PayloadOf<T extends Event['type']> = Extract<Event, { readonly type: T }>['payload']
export type ToolCall = PayloadOf<'tool_call'>

/** Facts about the commit of an event. */
export interface EventOrigin {
  /** Milliseconds since 1970; null: not recorded. */
  readonly occurredAt: number | null
  /** Version of Claude Code; null: another program may have written the event. */
  readonly clientVersion: string | null
  /** False: its statements about files are counted from another record. */
  readonly maySay: boolean
}

const inputOf = ({ input }: ToolCall): JsonObject => {
  try {
    const value: unknown = parseBounded(jsonOf(input) ?? 'null')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** A change of a file that is not named may be one of any: its result counts as that of an unknown call. */
const callBlocks = (call: ToolCall): readonly JsonObject[] => {
  const input = inputOf(call)
  if (changerKinds.has(toolKind(call.name)) && pathOfCall(input) === undefined) return []
  return [{ type: 'tool_use', id: call.id, name: call.name, input }]
}

/** The call again, where it is needed to understand the result. */
const neededBlocks = (call: ToolCall | undefined): readonly JsonObject[] =>
  call !== undefined && needsCall(call.name) ? callBlocks(call) : []

const partsOf = (event: Event, call: ToolCall | undefined): JsonObject => {
  switch (event.type) {
    case 'tool_call':
      return { type: 'assistant', message: { model: event.payload.model, content: callBlocks(event.payload) } }
    case 'tool_result': {
      const { id, output, is_error } = event.payload
      const result = { type: 'tool_result', tool_use_id: id, content: output ?? '', is_error: is_error === true }
      return { type: 'user', message: { content: [...neededBlocks(call), result] } }
    }
    case 'system':
      return { type: 'system', subtype: event.payload.subtype, cwd: initIn(event.payload)?.cwd }
    default:
      return { type: event.type }
  }
}

/** @param call of a result, where the store contains it */
export const eventRecord = (event: Event, origin: EventOrigin, call: ToolCall | undefined): TranscriptRecord => {
  const { occurredAt, clientVersion, maySay } = origin
  return readRecord({
    ...(maySay ? partsOf(event, call) : { type: event.type }),
    timestamp: occurredAt === null ? undefined : new Date(occurredAt).toISOString(),
    version: clientVersion ?? undefined,
  })
}
