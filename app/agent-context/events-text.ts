/** The text of `.agent-context/events.jsonl`: an event a line. */
import { parseBounded } from '../model/bounded-depth.ts'
import { merged, recordIn, recordJson, type ThinkingRecord } from './thinking-record.ts'

export interface EventsRead {
  readonly events: readonly ThinkingRecord[]
  /** Numbers of lines that are no events, such as the marks of a conflict of Git. */
  readonly faults: readonly number[]
}

const eventIn = (line: string): ThinkingRecord | undefined => {
  try {
    return recordIn(parseBounded(line))
  } catch {
    return undefined
  }
}

export const readEvents = (text: string): EventsRead => {
  const found: ThinkingRecord[] = []
  const faults: number[] = []
  text.split('\n').forEach((line, at) => {
    if (line.trim() === '') return
    const event = eventIn(line)
    if (event === undefined) faults.push(at + 1)
    else found.push(event)
  })
  return { events: merged(found), faults }
}

export const eventsText = (events: Iterable<ThinkingRecord>): string =>
  merged(events)
    .map((event) => `${recordJson(event)}\n`)
    .join('')
