/** System prompt and tools of a conversation, as far as its transcript contains them. */
import type { ApiMessage } from './api-messages.ts'
import { isObject, objectIn, objectsIn, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import type { Losses } from '../model/losses.ts'
import { attachedSystem, requestSystem, withoutBlank } from '../model/system-prompt.ts'

export interface Tool {
  readonly name: string
  readonly description?: string
  readonly input_schema: JsonObject
}

export interface RequestParts {
  readonly system: readonly string[]
  /** Definitions that the client sent, the last of each name. */
  readonly tools: readonly Tool[]
}

const toolOf = (value: JsonObject): readonly (readonly [string, Tool])[] => {
  const name = textIn(value, 'name')
  const schema = value['input_schema']
  if (name === undefined || !isObject(schema)) return []
  const description = textIn(value, 'description')
  return [[name, { name, ...(description === undefined ? {} : { description }), input_schema: schema }]]
}

/** Parts of requests that newer clients record: the last record in the path counts. */
export const requestParts = (records: readonly JsonObject[]): RequestParts => {
  let system: readonly string[] = []
  const tools = new Map<string, Tool>()
  for (const record of records) {
    const shape = objectIn(record, 'shape')
    const recorded = attachedSystem(record)
    if (recorded.length > 0) system = recorded
    if (system.length === 0) system = requestSystem(record)
    for (const tool of objectsIn(shape['tools'])) for (const [name, known] of toolOf(tool)) tools.set(name, known)
  }
  return { system: withoutBlank(system), tools: [...tools.values()] }
}

/** What the last recorded request asked of the model beside its messages: thinking, effort, betas; null: no record says it. */
export const requestParams = (records: readonly JsonObject[]): JsonObject | null => {
  const last = records.filter((record) => record['type'] === 'api-request' && isObject(record['params'])).at(-1)
  if (last === undefined) return null
  const { model: _model, max_tokens: _tokens, ...params } = objectIn(last, 'params')
  return params
}

/** True for records that describe how a request was made. */
export const describesRequests = (record: JsonObject): boolean =>
  record['type'] === 'api-request' || record['type'] === 'api-request-shape' || objectIn(record, 'attachment')['type'] === 'prompt_snapshot'

const typeOf = (value: unknown): string => {
  if (Array.isArray(value)) return 'array'
  return value === null ? 'null' : typeof value
}

/** Names of properties that the API accepts. */
const propertyKey = /^[a-zA-Z0-9_.-]{1,64}$/

/** A definition that allows what was called: the transcript does not have the tool's own. */
const madeTool = (name: string, inputs: readonly JsonObject[]): Tool => {
  const names = [...new Set(inputs.flatMap((input) => Object.keys(input)))]
  const properties = Object.fromEntries(
    names.map((field) => {
      const types = [...new Set(inputs.flatMap((input) => (Object.hasOwn(input, field) ? [typeOf(input[field])] : [])))]
      return [field, types.length === 1 ? { type: types[0] } : {}] as const
    }),
  )
  return { name, input_schema: { type: 'object', properties } }
}

/** Parts of a schema that the API does not accept at its top. */
const refusedAtTop: ReadonlySet<string> = new Set(['oneOf', 'anyOf', 'allOf'])

/** A schema without what the API refuses: what is excluded from it may still be in an input. */
const validSchema = (schema: JsonObject, losses: Losses): JsonObject => {
  const properties = Object.entries(objectIn(schema, 'properties'))
  const kept = properties.filter(([key]) => propertyKey.test(key))
  const top = Object.entries(schema).filter(([key]) => !refusedAtTop.has(key))
  const excluded = properties.length - kept.length + Object.keys(schema).length - top.length
  if (excluded === 0) return { ...schema, type: 'object' }
  losses.add(
    'excluded: parts of definitions of tools',
    'the API refuses such property names and schemas; the definition allows any other property',
    excluded,
  )
  const required: readonly unknown[] = Array.isArray(schema['required']) ? schema['required'] : []
  return {
    ...Object.fromEntries(top),
    type: 'object',
    properties: Object.fromEntries(kept),
    ...(required.length === 0 ? {} : { required: required.filter((key) => typeof key === 'string' && propertyKey.test(key)) }),
    additionalProperties: true,
  }
}

/** Definitions by the names that the messages have. */
export const knownTools = ({ tools }: RequestParts, nameOf: (name: string) => string): ReadonlyMap<string, Tool> =>
  new Map(tools.map((tool) => [nameOf(tool.name), { ...tool, name: nameOf(tool.name) }]))

/** The tools that the messages use: the API requires a definition of each. */
export const usedTools = (messages: readonly ApiMessage[], known: ReadonlyMap<string, Tool>, losses: Losses): readonly Tool[] => {
  const inputs = new Map<string, JsonObject[]>()
  for (const block of messages.flatMap(({ content }) => content)) {
    if (block['type'] !== 'tool_use') continue
    const name = textIn(block, 'name') ?? ''
    const calls = inputs.get(name)
    if (calls === undefined) inputs.set(name, [objectIn(block, 'input')])
    else calls.push(objectIn(block, 'input'))
  }
  return [...inputs].map(([name, calls]) => {
    const own = known.get(name)
    if (own === undefined) losses.add('added: definitions of tools', 'the transcript does not have them; they are derived from the calls')
    const tool = own ?? madeTool(name, calls)
    return { ...tool, input_schema: validSchema(tool.input_schema, losses) }
  })
}
