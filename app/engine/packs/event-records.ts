/** The events of a commit that is no transcript, as records with their texts. */
import { jsonOf } from '../../chains/read-system-events.ts'
import { parseBounded } from '../../model/bounded-depth.ts'
import type { Event } from '../../model/event.ts'
import type { JsonObject } from '../../model/json-object.ts'
import { readRecord } from '../../model/record.ts'
import type { RecordedRecord } from '../../packs/recorded-steps.ts'

const inputOf = (json: string | undefined): unknown => {
  try {
    return parseBounded(json ?? '{}')
  } catch {
    return {}
  }
}

const user = (content: unknown): JsonObject => ({ type: 'user', message: { role: 'user', content } })
const assistant = (block: JsonObject): JsonObject => ({ type: 'assistant', message: { role: 'assistant', content: [block] } })

const partsOf = (event: Event): JsonObject => {
  switch (event.type) {
    case 'prompt':
      return user(event.payload.content)
    case 'response':
      return assistant({ type: 'text', text: event.payload.content })
    case 'tool_call': {
      const { id, name, input } = event.payload
      return assistant({ type: 'tool_use', id, name, input: inputOf(jsonOf(input)) })
    }
    case 'tool_result': {
      const { id, output, is_error: isError } = event.payload
      return user([{ type: 'tool_result', tool_use_id: id, content: output ?? '', is_error: isError === true }])
    }
    case 'metric':
      return { type: 'result' }
    default:
      return { type: event.type }
  }
}

/** @param commit the commit that contains them */
export const recordsOfEvents = (
  events: readonly Event[],
  commit: { readonly sessionId: string; readonly commitId: string },
): readonly RecordedRecord[] =>
  events.map((event, at) => ({
    ...commit,
    sourceId: commit.commitId,
    line: at + 1,
    fileLine: at + 1,
    ofLine: 1,
    occurredAt: event.timestamp === null ? null : event.timestamp * 1000,
    record: readRecord(partsOf(event)),
  }))
