/** The published rules of the Messages API for a request, and for what a client sends of a transcript that it resumes. */

type Json = Readonly<Record<string, unknown>>

interface Message {
  readonly role: string
  readonly content: readonly Json[]
}

const callId = /^[a-zA-Z0-9_-]+$/
const serverId = /^srvtoolu_[a-zA-Z0-9_]+$/
const toolName = /^[a-zA-Z0-9_-]{1,128}$/
const propertyKey = /^[a-zA-Z0-9_.-]{1,64}$/
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

const magic: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['\u0089PNG'],
  'image/jpeg': ['\u00ff\u00d8\u00ff'],
  'image/gif': ['GIF8'],
  'image/webp': ['RIFF'],
  'application/pdf': ['%PDF'],
}

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const objects = (value: unknown): readonly Json[] => (Array.isArray(value) ? (value as unknown[]).filter(isObject) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const isBlank = (value: unknown): boolean => text(value).trim() === ''

const contentOf = (content: unknown): readonly Json[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : objects(content)

const inMessages: Readonly<Record<string, ReadonlySet<string>>> = {
  user: new Set(['text', 'image', 'document', 'search_result', 'tool_result']),
  assistant: new Set(['text', 'thinking', 'redacted_thinking', 'tool_use', 'server_tool_use']),
}
const inResults: ReadonlySet<unknown> = new Set(['text', 'image', 'document', 'search_result'])

const isServerResult = ({ type }: Json): boolean => text(type).endsWith('_tool_result')

const brokenMedia = (block: Json): readonly string[] => {
  if (block['type'] !== 'image' && block['type'] !== 'document') return []
  const source = isObject(block['source']) ? block['source'] : {}
  if (block['type'] === 'document' && source['type'] === 'text') return isBlank(source['data']) ? ['empty document'] : []
  const data = text(source['data'])
  const kind = text(source['media_type'])
  const bytes = base64.test(data) ? Buffer.from(data, 'base64').toString('latin1') : ''
  const isKind = bytes !== '' && (magic[kind] ?? []).some((start) => bytes.startsWith(start))
  return isKind && (block['type'] === 'image') === kind.startsWith('image/') ? [] : [`${text(block['type'])} that is no ${kind}`]
}

const brokenResult = (block: Json): readonly string[] => {
  const { content } = block
  const broken: string[] = []
  const inner = objects(content)
  if (block['is_error'] === true) {
    if (content === undefined || content === null || content === '' || (Array.isArray(content) && content.length === 0))
      broken.push('error without content')
    if (inner.some(({ type }) => type !== 'text')) broken.push('error with other than text')
  }
  if (content !== undefined && typeof content !== 'string' && !Array.isArray(content)) broken.push('content of a result is no list')
  for (const one of inner) {
    if (one['type'] === 'text' && isBlank(one['text'])) broken.push('blank text in result')
    if (!inResults.has(one['type'])) broken.push(`${text(one['type'])} in result`)
    broken.push(...brokenMedia(one))
  }
  return broken
}

const brokenCall = (block: Json): readonly string[] => [
  ...(callId.test(text(block['id'])) ? [] : [`id ${JSON.stringify(block['id'])}`]),
  ...(toolName.test(text(block['name'])) ? [] : [`name ${JSON.stringify(block['name'])}`]),
  ...(isObject(block['input']) ? [] : ['input is no object']),
]

const brokenBlock = (block: Json, role: string): readonly string[] => {
  const type = text(block['type'])
  if (isServerResult(block)) return role === 'assistant' && serverId.test(text(block['tool_use_id'])) ? [] : ['server result']
  if (inMessages[role]?.has(type) !== true) return [`is not for ${role}`]
  switch (type) {
    case 'text':
      return isBlank(block['text']) ? ['blank text'] : []
    case 'thinking':
      return text(block['signature']) === '' || typeof block['thinking'] !== 'string' ? ['no signature'] : []
    case 'tool_use':
      return brokenCall(block)
    case 'server_tool_use':
      return serverId.test(text(block['id'])) && isObject(block['input']) ? [] : ['server call']
    case 'tool_result':
      return brokenResult(block)
    default:
      return brokenMedia(block)
  }
}

const idsOf = (content: readonly Json[], type: string, name: string): readonly string[] =>
  content.flatMap((block) => (block['type'] === type ? [text(block[name])] : []))

const isThought = (block: Json | undefined): boolean => block?.['type'] === 'thinking' || block?.['type'] === 'redacted_thinking'

const brokenServerCalls = (content: readonly Json[]): readonly string[] => {
  const calls = idsOf(content, 'server_tool_use', 'id')
  const results = content.filter(isServerResult).map((block) => text(block['tool_use_id']))
  return [
    ...calls.filter((id) => !results.includes(id)).map((id) => `server call ${id} unanswered`),
    ...results.filter((id) => !calls.includes(id)).map((id) => `server result ${id} without call`),
  ]
}

const brokenPairs = (messages: readonly Message[], at: number): readonly string[] => {
  const content = messages[at]?.content ?? []
  const asked = idsOf(messages[at - 1]?.content ?? [], 'tool_use', 'id')
  const answered = idsOf(messages[at + 1]?.content ?? [], 'tool_result', 'tool_use_id')
  const results = idsOf(content, 'tool_result', 'tool_use_id')
  const firstOther = content.findIndex(({ type }) => type !== 'tool_result')
  return [
    ...idsOf(content, 'tool_use', 'id').flatMap((id) => (answered.includes(id) ? [] : [`call ${id} unanswered`])),
    ...results.flatMap((id) => (asked.includes(id) ? [] : [`result ${id} without a call before`])),
    ...(new Set(results).size === results.length ? [] : ['a call is answered twice']),
    ...(firstOther !== -1 && content.slice(firstOther).some(({ type }) => type === 'tool_result') ? ['results after other blocks'] : []),
  ]
}

const brokenMessage = (messages: readonly Message[], at: number): readonly string[] => {
  const { role, content } = messages[at] ?? { role: '', content: [] }
  return [
    ...(messages[at - 1]?.role === role ? [`two ${role} in a row`] : []),
    ...(content.length === 0 ? ['empty content'] : []),
    ...content.flatMap((block, place) => brokenBlock(block, role).map((rule) => `${String(place)} ${text(block['type'])}: ${rule}`)),
    ...content.flatMap((block) => ('cache_control' in block && isThought(block) ? ['cache_control on thinking'] : [])),
    ...brokenPairs(messages, at),
    ...brokenServerCalls(content),
    ...(role === 'assistant' && isThought(content.at(-1)) ? ['ends with thinking'] : []),
  ]
}

const brokenTools = (body: Json): readonly string[] => {
  const tools = objects(body['tools'])
  const names = tools.map(({ name }) => text(name))
  const keys = tools
    .flatMap((tool) => (isObject(tool['input_schema']) ? [tool['input_schema']] : []))
    .flatMap(({ properties }) => (isObject(properties) ? Object.keys(properties) : []))
  return [
    ...names.filter((name) => !toolName.test(name)).map((name) => `tool name ${JSON.stringify(name)}`),
    ...(new Set(names).size === names.length ? [] : ['a tool is defined twice']),
    ...keys.filter((key) => !propertyKey.test(key)).map((key) => `property ${JSON.stringify(key)}`),
  ]
}

const undefinedTools = (body: Json, messages: readonly Message[]): readonly string[] => {
  const defined = new Set(objects(body['tools']).map(({ name }) => text(name)))
  const used = messages.flatMap(({ content }) => idsOf(content, 'tool_use', 'name'))
  return used.filter((name) => !defined.has(name)).map((name) => `${name} is not defined`)
}

/** Marks of caching at every place where a request may have them. */
const cacheMarks = (body: Json, messages: readonly Message[]): number =>
  [...messages.flatMap(({ content }) => content), ...objects(body['system']), ...objects(body['tools'])].filter(
    (block) => 'cache_control' in block,
  ).length

const loneSurrogate = /\p{Surrogate}/u

const strings = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return (value as unknown[]).flatMap(strings)
  return isObject(value) ? Object.entries(value).flatMap(([name, inner]) => [name, ...strings(inner)]) : []
}

const twice = (values: readonly string[]): boolean => new Set(values).size !== values.length

const brokenMessages = (body: Json): readonly string[] => {
  const messages = objects(body['messages']).map((message) => ({ role: text(message['role']), content: contentOf(message['content']) }))
  const end = messages.at(-1)
  const last = end?.content.at(-1)
  return [
    ...(messages.length === 0 ? ['no messages'] : []),
    ...(messages[0]?.role === 'user' ? [] : ['the first message is not of the user']),
    ...messages.flatMap((_, at) => brokenMessage(messages, at).map((rule) => `message ${String(at)}: ${rule}`)),
    ...(twice(messages.flatMap(({ content }) => idsOf(content, 'tool_use', 'id'))) ? ['two calls have one id'] : []),
    ...(twice(messages.flatMap(({ content }) => idsOf(content, 'server_tool_use', 'id'))) ? ['two server calls have one id'] : []),
    ...(end?.role === 'assistant' && /\s$/.test(text(last?.['text'])) ? ['ends with white space'] : []),
    ...(cacheMarks(body, messages) > 4 ? ['more than four breakpoints'] : []),
    ...(body['tools'] === undefined && body['model'] === undefined ? [] : undefinedTools(body, messages)),
  ]
}

/** What the API would refuse; nothing for a request that it accepts. */
export const brokenApiRules = (body: object): readonly string[] => {
  const all = { ...body } as Json
  const lone = strings(all).filter((value) => loneSurrogate.test(value))
  return [...brokenMessages(all), ...brokenTools(all), ...lone.slice(0, 1).map((value) => `lone surrogate in ${JSON.stringify(value)}`)]
}

const merged = (messages: readonly Message[]): readonly Message[] => {
  const groups: { role: string; content: Json[] }[] = []
  for (const { role, content } of messages) {
    const last = groups.at(-1)
    if (last?.role === role) last.content.push(...content)
    else groups.push({ role, content: [...content] })
  }
  return groups
}

const resultsFirst = (content: readonly Json[]): readonly Json[] => [
  ...content.filter(({ type }) => type === 'tool_result'),
  ...content.filter(({ type }) => type !== 'tool_result'),
]

const brokenLinks = (rows: readonly Json[]): readonly string[] =>
  rows.flatMap((row, at) => [
    ...(row['parentUuid'] === (rows[at - 1]?.['uuid'] ?? null) ? [] : [`line ${String(at)}: not linear`]),
    ...(at === 0 || text(row['timestamp']) > text(rows[at - 1]?.['timestamp']) ? [] : [`line ${String(at)}: time does not increase`]),
  ])

/** As brokenApiRules, for what a client sends of a transcript: the lines of each side together, results first. */
export const brokenTranscriptRules = (transcript: string): readonly string[] => {
  const rows = transcript
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Json)
  const said = rows.filter(({ type }) => type === 'user' || type === 'assistant')
  const messages = said.map(({ type, message }) => ({ role: text(type), content: contentOf((message as Json)['content']) }))
  const sent = merged(messages).map(({ role, content }) => ({ role, content: role === 'user' ? resultsFirst(content) : content }))
  const lone = strings(rows).filter((value) => loneSurrogate.test(value))
  const empty = messages.flatMap(({ content }, at) => (content.length === 0 ? [`row ${String(at)}: empty content`] : []))
  return [
    ...brokenLinks(rows),
    ...empty,
    ...brokenApiRules({ messages: sent }),
    ...lone.slice(0, 1).map((value) => `lone surrogate in ${JSON.stringify(value)}`),
  ]
}
