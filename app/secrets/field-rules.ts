/** Which fields of a record are what holds it together, and which are a person's own. */
import { findShapesIn } from './find-secrets.ts'
import { isObject, type JsonObject } from '../model/json-object.ts'

/**
 * Origin of the field names of a value. record: a record and its message. result: what a client writes of a result. own: invented, for
 * example by the caller of a tool. names: only the names are invented, for example those of files.
 */
export type FieldOwner = 'record' | 'result' | 'own' | 'names'

const own: ReadonlySet<string> = new Set(['input', 'structuredContent', 'mcpMeta'])
const names: ReadonlySet<string> = new Set(['properties', 'trackedFileBackups', 'answers'])
const results: ReadonlySet<string> = new Set(['toolUseResult', 'todos'])

export const ownerOf = (name: string, owner: FieldOwner): FieldOwner => {
  if (owner === 'own' || own.has(name)) return 'own'
  if (names.has(name)) return 'names'
  return results.has(name) ? 'result' : owner === 'names' ? 'record' : owner
}

const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))

/** A person's own word in them would be one by chance, and without them nothing could be read. */
const structural: Readonly<Record<FieldOwner, ReadonlySet<string>>> = {
  record: setOf(
    'type subtype kind role class id uuid parentUuid logicalParentUuid leafUuid sourceToolAssistantUUID sessionId agentId parentAgentId messageId requestId promptId tool_use_id toolUseId toolUseID parentToolUseID tool_call_id call_id timestamp occurred_at created_at stop_reason version userType entrypoint operation trigger level status media_type format mode permissionMode service_tier',
  ),
  result: setOf('type subtype agentId tool_use_id toolUseId toolUseID timestamp status media_type mode'),
  own: new Set(),
  names: new Set(),
}

export const areNamesOwn = (owner: FieldOwner): boolean => owner === 'own' || owner === 'names'

export const isStructural = (name: string, owner: FieldOwner): boolean => structural[owner].has(name)

/** Fields that the API encrypted, and the bytes of pictures. */
const sealed = setOf('encrypted_content encrypted_index encrypted_stdout base64')
const holdsBytes = (value: JsonObject): boolean => value['type'] === 'base64' || value['type'] === 'redacted_thinking'
const areBytes = (text: string): boolean => /^[\w+/=-]*$/.test(text)

/** Thinking has a signature over all of it: the API accepts it unchanged or not at all. */
const isSigned = (name: string, of: JsonObject, owner: FieldOwner): boolean =>
  owner === 'record' && ((name === 'signature' && isThinking(of)) || (name === 'data' && of['type'] === 'redacted_thinking'))

/** Longer ones are bytes that have the letters of a token by chance. */
const maxTokenLength = 1024

const isToken = (text: string): boolean => text.length < maxTokenLength && findShapesIn(text).length > 0

/** True for a sealed value: no person wrote it, and it stays unchanged. A value that looks like a token is not sealed and is searched. */
export const isSealed = (name: string, of: JsonObject, owner: FieldOwner): boolean => {
  const value = of[name]
  if (owner === 'own' || typeof value !== 'string') return false
  if (isSigned(name, of, owner)) return true
  return (sealed.has(name) || (name === 'data' && holdsBytes(of))) && areBytes(value) && !isToken(value)
}

/** Longer texts of these letters alone are bytes of something, on one line or on lines as programs break them. */
export const areEncoded = (text: string): boolean =>
  text.length >= 1024 && /^(?:[A-Za-z0-9+/]{40,}\r?\n)*[A-Za-z0-9+/]+={0,2}\s*$/.test(text)

/** A call of a tool, or what a client says of one that can be called. */
const namesTool = (value: JsonObject): boolean => 'input' in value || isObject(value['input_schema'])

/** The API takes no other signs in the names of tools. */
export const isToolName = (name: string, of: JsonObject, owner: FieldOwner): boolean =>
  owner !== 'own' && ((name === 'name' && namesTool(of)) || name === 'tool_name')

/** Thinking: after a redaction it no longer matches the signature of the API. */
export const isThinking = (value: JsonObject): boolean =>
  value['type'] === 'thinking' || (Object.keys(value).length === 2 && 'content' in value && 'signature' in value)

/** Names of the two fields of a setting that is written as an object: `{"name": "DB_PASSWORD", "value": "…"}`. */
const naming = setOf('name key id env var variable parameter')
const valued = setOf('value val content default plaintext stringvalue secretvalue')

/** The name of the setting whose value a field holds; undefined: it is no such object. */
export const settingOf = (field: string, of: JsonObject): string | undefined => {
  if (!valued.has(field.toLowerCase())) return undefined
  const name = Object.keys(of).find((each) => naming.has(each.toLowerCase()) && typeof of[each] === 'string')
  return name === undefined ? undefined : String(of[name])
}

/** A JSON schema of a field, which has no value. */
export const isSchema = (value: unknown): boolean =>
  isObject(value) && (/^(?:string|number|integer|boolean|object|array|null)$/.test(String(value['type'])) || '$ref' in value)
