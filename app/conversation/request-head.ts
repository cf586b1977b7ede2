/** The system prompt and the tools of one request, as the client recorded them. */
import { clientOwner, ownerOfDefinition, type ContextOwner } from '../model/context-owner.ts'
import { isObject, objectIn, objectsIn, textIn, type JsonObject } from '../model/json-object.ts'
import { sizeOfText, type ContentSize } from '../model/text-size.ts'
import { attachedSystem, requestSystem, withoutBlank } from '../model/system-prompt.ts'

/** A text of the system prompt, or the definition of a tool. */
export interface HeadPart {
  readonly kind: 'system_prompt' | 'tools'
  readonly owner: ContextOwner
  readonly name: string | null
  readonly chars: number
  readonly size: ContentSize
}

/** `system` and `tools` are empty where no record contains them. */
export interface RequestHead {
  readonly system: readonly HeadPart[]
  readonly tools: readonly HeadPart[]
  /** Whether they are from the record of this very request. */
  readonly isOfRequest: boolean
}

/** True for a record from which the head of a request can be known. */
export const describesHead = (record: JsonObject): boolean =>
  record['type'] === 'api-request' || record['type'] === 'api-request-shape' || objectIn(record, 'attachment')['type'] === 'prompt_snapshot'

const sized = (text: string): Pick<HeadPart, 'chars' | 'size'> => ({ chars: text.length, size: sizeOfText(text) })

/** A tool that is only announced costs nothing until it is loaded. */
const isDeferred = (tool: JsonObject): boolean => tool['defer_loading'] === true

const toolPart = (tool: JsonObject): HeadPart => {
  const name = textIn(tool, 'name') ?? textIn(tool, 'type') ?? ''
  const { cache_control: _mark, ...sent } = tool
  return { kind: 'tools', owner: ownerOfDefinition(name), name, ...sized(JSON.stringify(sent)) }
}

const systemParts = (texts: readonly string[]): readonly HeadPart[] =>
  withoutBlank(texts).map((text) => ({ kind: 'system_prompt', owner: clientOwner('system prompt'), name: null, ...sized(text) }))

const partsOf = (system: readonly string[], tools: unknown): Omit<RequestHead, 'isOfRequest'> => ({
  system: systemParts(system),
  tools: objectsIn(tools)
    .filter((tool) => !isDeferred(tool))
    .map(toolPart),
})

/** The head of the request that a reply names. */
const ofRequest = (records: readonly JsonObject[], requestRef: string | undefined): RequestHead | undefined => {
  const request = requestRef === undefined ? undefined : records.find((one) => one['type'] === 'api-request' && one['id'] === requestRef)
  const shape = records.find((one) => request !== undefined && one['shapeHash'] === request['shapeHash'] && isObject(one['shape']))
  return shape === undefined ? undefined : { ...partsOf(requestSystem(shape), objectIn(shape, 'shape')['tools']), isOfRequest: true }
}

/** The snapshot that was attached last, and the last one with tools. */
const ofSnapshots = (records: readonly JsonObject[]): RequestHead => {
  const snapshots = records.map((record) => objectIn(record, 'attachment')).filter((one) => one['type'] === 'prompt_snapshot')
  const last = snapshots.filter((one) => attachedSystem({ attachment: one }).length > 0).at(-1)
  const tools = snapshots.filter((one) => objectsIn(one['tools']).length > 0).at(-1)
  const prefix = last === undefined ? undefined : textIn(last, 'cliPrefix')
  const system = last === undefined ? [] : attachedSystem({ attachment: last })
  return { ...partsOf(prefix === undefined ? system : [prefix, ...system], tools?.['tools']), isOfRequest: false }
}

/** @param records those that describe requests, oldest first; @param requestRef the request that the reply names */
export const requestHead = (records: readonly JsonObject[], requestRef: string | undefined): RequestHead =>
  ofRequest(records, requestRef) ?? ofSnapshots(records)
