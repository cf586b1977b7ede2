/** Finds what changed from one request of a chain to the next, besides what was added at its end, as far as records show it. */
import { isObject, objectIn, objectsIn, textIn, type JsonObject } from '../../../model/json-object.ts'
import { attachedSystem, requestSystem } from '../../../model/system-prompt.ts'

export type PrefixPart = 'tools' | 'system' | 'messages' | 'effort' | 'parameters'

export interface PrefixChange {
  readonly part: PrefixPart
  readonly change: string
}

/** More names than these are counted. */
const namedAtMost = 6

const named = (names: readonly string[], does: string): readonly string[] => {
  if (names.length === 0) return []
  const more = names.length - namedAtMost
  return [`${names.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${more} more` : ''} ${does}`]
}

const listed = (json: JsonObject, name: string): readonly string[] => {
  const list = json[name]
  return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
}

const serverOf = (tool: string): string | undefined => /^mcp__(.+?)__/.exec(tool)?.[1]
const serversOf = (tools: readonly string[]): readonly string[] => [
  ...new Set(tools.map(serverOf).filter((server) => server !== undefined)),
]

/** Fields of a definition that differ, by name. */
const differing = (before: JsonObject, after: JsonObject): readonly string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== 'cache_control' && JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  )

type Tools = ReadonlyMap<string, JsonObject>

const toolsOf = (value: unknown): Tools | undefined => {
  if (!Array.isArray(value)) return undefined
  return new Map(objectsIn(value).flatMap((tool) => (textIn(tool, 'name') === undefined ? [] : [[String(tool['name']), tool] as const])))
}

const toolChanges = (before: Tools, after: Tools): readonly string[] => {
  const came = [...after.keys()].filter((name) => !before.has(name))
  const went = [...before.keys()].filter((name) => !after.has(name))
  const both = [...after].flatMap(([name, tool]) => {
    const known = before.get(name)
    const fields = known === undefined ? [] : differing(known, tool)
    return fields.length === 0 ? [] : [`${name} changed (${fields.join(', ')})`]
  })
  const isReordered = came.length + went.length + both.length === 0 && [...before.keys()].join() !== [...after.keys()].join()
  return [...named(came, 'came'), ...named(went, 'went'), ...both, ...(isReordered ? ['their order changed'] : [])]
}

const excerpt = (text: string): string => {
  const line = text.trim().split('\n', 1)[0] ?? ''
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

/** The first lines that differ. */
const systemChange = (before: readonly string[], after: readonly string[]): string | undefined => {
  const at = Array.from({ length: Math.max(before.length, after.length) }).findIndex((_, part) => before[part] !== after[part])
  if (at === -1) return undefined
  const [old = '', next = ''] = [before[at], after[at]]
  if (before[at] === undefined) return `part ${at + 1} came: ${excerpt(next)}`
  if (after[at] === undefined) return `part ${at + 1} went: ${excerpt(old)}`
  const [oldLines, newLines] = [old.split('\n'), next.split('\n')]
  const line = newLines.findIndex((text, place) => text !== oldLines[place])
  const place = line === -1 ? newLines.length : line
  return `part ${at + 1}, line ${place + 1}: ${excerpt(oldLines[place] ?? '')} → ${excerpt(newLines[place] ?? '')}`
}

/** Names that an agent list or a list of deferred tools added and removed. */
const deltaOf = (attachment: JsonObject): readonly string[] => {
  const added = [...listed(attachment, 'addedNames'), ...listed(attachment, 'addedTypes')]
  const removed = [...listed(attachment, 'removedNames'), ...listed(attachment, 'removedTypes')]
  const again = listed(attachment, 'readdedNames')
  const known = new Set([...added, ...removed, ...again].filter((tool) => serverOf(tool) !== undefined))
  const others = (names: readonly string[]): readonly string[] => names.filter((name) => !known.has(name))
  return [
    ...named(serversOf(again), 'reconnected (MCP)'),
    ...named(
      serversOf(added).filter((server) => !serversOf(again).includes(server)),
      'connected (MCP)',
    ),
    ...named(serversOf(removed), 'disconnected (MCP)'),
    ...named(others(added), 'came'),
    ...named(others(removed), 'went'),
    ...named(others(again), 'came back'),
  ]
}

interface Request {
  readonly params: JsonObject
  readonly messages: readonly string[]
}

/** Parameters on which the cache does not depend. */
const unlike = new Set(['model', 'max_tokens', 'metadata', 'stream', 'output_config'])

const effortOf = (params: JsonObject): string => textIn(objectIn(params, 'output_config'), 'effort') ?? 'default'

const requestOf = (record: JsonObject, known: ReadonlyMap<string, Request>): Request => {
  const base = known.get(textIn(record, 'base') ?? '')
  const keep = typeof record['keep'] === 'number' ? record['keep'] : 0
  return { params: objectIn(record, 'params'), messages: [...(base?.messages.slice(0, keep) ?? []), ...listed(record, 'tail')] }
}

const roleOf = (message: JsonObject | undefined): string => {
  const content = message?.['content']
  const kinds = objectsIn(content).flatMap((block) => textIn(block, 'type') ?? [])
  const text =
    typeof content === 'string'
      ? content
      : (objectsIn(content)
          .map((block) => textIn(block, 'text'))
          .find((one) => one !== undefined) ?? '')
  return [textIn(message ?? {}, 'role') ?? 'message', [...new Set(kinds)].join(', '), excerpt(text)]
    .filter((word) => word !== '')
    .join(', ')
}

/** Reads the records of one chain in their order. */
export class PrefixReader {
  #snapshot: { readonly system: readonly string[]; readonly tools: Tools | undefined } | undefined
  #shape: { readonly system: readonly string[]; readonly tools: Tools | undefined; readonly hash: string } | undefined
  readonly #shapes = new Map<string, { readonly system: readonly string[]; readonly tools: Tools | undefined; readonly hash: string }>()
  readonly #requests = new Map<string, Request>()
  readonly #blobs = new Map<string, JsonObject>()
  #last: Request | undefined
  readonly #begun = new Set<string>()

  read(record: JsonObject): readonly PrefixChange[] {
    switch (record['type']) {
      case 'attachment':
        return this.#attached(objectIn(record, 'attachment'), record)
      case 'api-request-shape':
        this.#shapes.set(textIn(record, 'shapeHash') ?? '', {
          system: requestSystem(record),
          tools: toolsOf(objectIn(record, 'shape')['tools']),
          hash: textIn(record, 'shapeHash') ?? '',
        })
        return []
      case 'api-request-blob':
        if (isObject(record['message'])) this.#blobs.set(textIn(record, 'hash') ?? '', record['message'])
        return []
      case 'api-request':
        return this.#requested(record)
      default:
        return []
    }
  }

  #attached(attachment: JsonObject, record: JsonObject): readonly PrefixChange[] {
    const type = textIn(attachment, 'type') ?? ''
    if (type === 'prompt_snapshot') {
      const before = this.#snapshot
      const own = toolsOf(attachment['tools'])
      this.#snapshot = { system: attachedSystem(record), tools: own ?? before?.tools }
      return before === undefined ? [] : compared(before, { system: this.#snapshot.system, tools: own })
    }
    if (type !== 'deferred_tools_delta' && type !== 'agent_listing_delta') return []
    // The first one lists what there is.
    const isFirst = !this.#begun.has(type) || attachment['isInitial'] === true
    this.#begun.add(type)
    if (isFirst) return []
    return deltaOf(attachment).map((change) => ({ part: 'tools', change: type === 'agent_listing_delta' ? `agents: ${change}` : change }))
  }

  #requested(record: JsonObject): readonly PrefixChange[] {
    const request = requestOf(record, this.#requests)
    const before = this.#last
    this.#requests.set(textIn(record, 'id') ?? '', request)
    this.#last = request
    const shape = this.#shapes.get(textIn(record, 'shapeHash') ?? '')
    const shapeBefore = this.#shape
    this.#shape = shape ?? shapeBefore
    const ofShape = shape === undefined || shapeBefore === undefined || shape === shapeBefore ? [] : compared(shapeBefore, shape)
    return [...ofShape, ...(before === undefined ? [] : this.#requestChanges(before, request))]
  }

  #requestChanges(before: Request, request: Request): readonly PrefixChange[] {
    const changes: PrefixChange[] = []
    const [old, next] = [effortOf(before.params), effortOf(request.params)]
    if (old !== next) changes.push({ part: 'effort', change: `effort ${old} → ${next}` })
    const fields = differing(before.params, request.params).filter((field) => !unlike.has(field))
    if (fields.length > 0) changes.push({ part: 'parameters', change: `${fields.join(', ')} changed` })
    const at = before.messages.findIndex((hash, place) => hash !== request.messages[place])
    if (at !== -1) {
      const message = this.#blobs.get(request.messages[at] ?? '') ?? this.#blobs.get(before.messages[at] ?? '')
      changes.push({ part: 'messages', change: `message ${at + 1} of ${before.messages.length} differs: ${roleOf(message)}` })
    }
    return changes
  }
}

const compared = (
  before: { readonly system: readonly string[]; readonly tools: Tools | undefined },
  after: { readonly system: readonly string[]; readonly tools: Tools | undefined },
): readonly PrefixChange[] => {
  const system = before.system.length === 0 || after.system.length === 0 ? undefined : systemChange(before.system, after.system)
  const tools = before.tools === undefined || after.tools === undefined ? [] : toolChanges(before.tools, after.tools)
  return [
    ...(tools.length === 0 ? [] : [{ part: 'tools' as const, change: tools.join('; ') }]),
    ...(system === undefined ? [] : [{ part: 'system' as const, change: system }]),
  ]
}
