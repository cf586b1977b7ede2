/** Where a line stands in a transcript's chain of messages, and how it is made to hang on another. */
import { isObject, jsonIn } from '../json-text.ts'
import type { TranscriptPlace } from './transcript-writer.ts'

const nowhere: TranscriptPlace = { uuid: undefined, sessionId: undefined, at: undefined }
const inChain: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment'])

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** What stands after the line goes on from here; nothing is known of a line that is in no chain. */
export const placeOfLine = (line: Uint8Array): TranscriptPlace => {
  const json = jsonIn(line)?.value
  if (!isObject(json) || !inChain.has(json['type'])) return nowhere
  const at = Date.parse(text(json['timestamp']) ?? '')
  return { uuid: text(json['uuid']), sessionId: text(json['sessionId']), at: Number.isNaN(at) ? undefined : at }
}

const parentField = /("parentUuid"\s*:\s*)(null|"(?:[^"\\]|\\.)*")/

/** The line with another parent, every other byte as it was; undefined when it has no parent that could be changed. A boundary has none by right. */
export const relinked = (line: Uint8Array, parentUuid: string): Uint8Array | undefined => {
  const read = jsonIn(line)
  if (read === undefined || !isObject(read.value)) return undefined
  if (read.value['subtype'] === 'compact_boundary') return line
  const changed = read.text.replace(parentField, (_all, name: string) => `${name}${JSON.stringify(parentUuid)}`)
  const now = jsonIn(Buffer.from(changed))?.value
  return isObject(now) && now['parentUuid'] === parentUuid ? Buffer.from(changed) : undefined
}
