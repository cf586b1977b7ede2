/** The place of a line in a transcript's chain of messages, and how to attach a line to another parent. */
import { recordsInLine } from '../../../model/records-in-line.ts'
import { isObject, jsonIn, textOf } from '../json-text.ts'
import type { TranscriptPlace } from './transcript-writer.ts'

const nowhere: TranscriptPlace = { uuid: undefined, sessionId: undefined, at: undefined }
const inChain: ReadonlySet<unknown> = new Set(['user', 'assistant', 'system', 'attachment'])

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The bytes of each record in a line; the whole line when it contains at most one record. */
export const partsOf = (line: Uint8Array): readonly Uint8Array[] => {
  const found = recordsInLine(line, textOf)
  return found.length < 2 ? [line] : found.map(({ start, end }) => line.subarray(start, end))
}

/** The place from which the next line continues; all fields are undefined for a line outside every chain. */
export const placeOfLine = (line: Uint8Array): TranscriptPlace => {
  const [found] = recordsInLine(line, textOf)
  const json = found?.json
  if (json === undefined || !inChain.has(json['type'])) return nowhere
  const at = Date.parse(text(json['timestamp']) ?? '')
  return { uuid: text(json['uuid']), sessionId: text(json['sessionId']), at: Number.isNaN(at) ? undefined : at }
}

const parentField = /("parentUuid"\s*:\s*)(null|"(?:[^"\\]|\\.)*")/

/**
 * The line with another parent and all other bytes unchanged; undefined when it has no parent to change. A boundary never has a parent and
 * is returned as is.
 */
export const relinked = (line: Uint8Array, parentUuid: string): Uint8Array | undefined => {
  const [found] = recordsInLine(line, textOf)
  if (found === undefined) return undefined
  if (found.json['subtype'] === 'compact_boundary') return line
  const text = textOf(line.subarray(found.from, found.to))
  const changed = Buffer.from(text.replace(parentField, (_all, name: string) => `${name}${JSON.stringify(parentUuid)}`))
  const now = jsonIn(changed)?.value
  if (!isObject(now) || now['parentUuid'] !== parentUuid) return undefined
  return Buffer.concat([line.subarray(0, found.from), changed, line.subarray(found.to)])
}
