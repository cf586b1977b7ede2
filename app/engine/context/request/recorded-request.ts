/** The messages of a request as the client recorded them: by their hashes, and with their content where no other record has it. */
import { createHash } from 'node:crypto'
import { isObject, objectIn, textIn, type JsonObject } from '../../../model/json-object.ts'

export interface RecordedMessage {
  readonly role: string
  readonly hash: string
  /** Undefined: only the hash is recorded, since the message consists of records of the transcript. */
  readonly content: readonly JsonObject[] | undefined
}

/** These are not part of a hash: who called a tool, and where the cache ends. */
const unhashed: ReadonlySet<string> = new Set(['caller', 'cache_control'])

/** With sorted names, without what no hash covers. */
const canonical = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(canonical)
  if (!isObject(value)) return value
  const names = Object.keys(value).filter((name) => !unhashed.has(name))
  return Object.fromEntries(names.sort().map((name) => [name, canonical(value[name])]))
}

export const canonicalText = (value: unknown): string => JSON.stringify(canonical(value))
export const hashOf = (value: unknown): string => createHash('sha256').update(canonicalText(value)).digest('hex')

const blocksOf = (content: unknown): readonly JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content.filter(isObject) : []

const stringsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

/** Hashes of the messages of a request: those that it keeps of an earlier one, and its own. */
const hashesOf = (request: JsonObject, byId: ReadonlyMap<string, JsonObject>, depth = 0): readonly string[] => {
  const keep = typeof request['keep'] === 'number' ? request['keep'] : 0
  const base = byId.get(textIn(request, 'base') ?? '')
  const before = keep === 0 || base === undefined || depth > byId.size ? [] : hashesOf(base, byId, depth + 1)
  return [...before.slice(0, keep), ...stringsIn(request['tail'])]
}

/** @param described records of the client about its requests; undefined: it recorded none for this reply */
export const recordedMessages = (
  described: readonly JsonObject[],
  requestRef: string | undefined,
): readonly RecordedMessage[] | undefined => {
  const requests = described.filter(({ type }) => type === 'api-request')
  const byId = new Map(requests.map((request) => [textIn(request, 'id') ?? '', request]))
  const request = byId.get(requestRef ?? '')
  if (request === undefined) return undefined
  const blobs = new Map(
    described.filter(({ type }) => type === 'api-request-blob').map((blob) => [textIn(blob, 'hash') ?? '', objectIn(blob, 'message')]),
  )
  return hashesOf(request, byId).map((hash) => {
    const message = blobs.get(hash)
    return { role: textIn(message ?? {}, 'role') ?? '', hash, content: message === undefined ? undefined : blocksOf(message['content']) }
  })
}
