/** The system prompt in records that describe how requests were made. */
import { isObject, objectIn, textIn, type JsonObject } from './json-object.ts'

const texts = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((part: unknown) => (typeof part === 'string' ? [part] : isObject(part) ? (textIn(part, 'text') ?? []) : []))
}

/** In full, as newer clients attach it; empty: the record does not contain it. */
export const attachedSystem = (record: JsonObject): readonly string[] => texts(objectIn(record, 'attachment')['systemPrompt'])

/** The system prompt of one request, which may be one for a title or a summary: it counts only while nothing else is known. */
export const requestSystem = (record: JsonObject): readonly string[] => texts(objectIn(record, 'shape')['system'])

export const withoutBlank = (system: readonly string[]): readonly string[] => system.filter((text) => text.trim() !== '')

/** Null: nothing is in it. */
export const systemText = (system: readonly string[]): string | null => {
  const filled = withoutBlank(system)
  return filled.length === 0 ? null : filled.join('\n\n')
}
