/** The rules that the Messages API has for a request, as far as they can be checked without it. */
import type { MessagesRequest } from '../../app/export/messages-request.ts'

type Block = Readonly<Record<string, unknown>>

const id = /^[a-zA-Z0-9_-]+$/

const idsOf = (blocks: readonly Block[], type: string, name: string): readonly string[] =>
  blocks.flatMap((block) => (block['type'] === type ? [String(block[name])] : []))

const blockRules = (block: Block, role: string): readonly string[] => {
  const broken: string[] = []
  if (block['type'] === 'text' && String(block['text']).trim() === '') broken.push('a text is empty')
  if (block['type'] === 'tool_use' && (role !== 'assistant' || !id.test(String(block['id'])))) broken.push('a call is wrong')
  if (block['type'] === 'tool_use' && typeof block['input'] !== 'object') broken.push('an input is no object')
  if (block['type'] === 'tool_result' && role !== 'user') broken.push('a result is not the user’s')
  if (block['type'] === 'thinking' && (role !== 'assistant' || typeof block['signature'] !== 'string' || block['signature'] === ''))
    broken.push('thinking is unsigned')
  return broken
}

const cacheMarks = (request: MessagesRequest): number => JSON.stringify(request).split('"cache_control"').length - 1

/** What the API would refuse; nothing for a request that it takes. */
export const brokenApiRules = (request: MessagesRequest): readonly string[] => {
  const { messages, tools = [] } = request
  const broken: string[] = []
  if (messages[0]?.role !== 'user') broken.push('the first message is not the user’s')
  if (cacheMarks(request) > 4) broken.push('more than four breakpoints')
  const named = new Set(tools.map(({ name }) => name))
  if (named.size !== tools.length) broken.push('a tool is defined twice')
  const calls = new Set<string>()
  messages.forEach(({ role, content }, at) => {
    if (content.length === 0) broken.push(`message ${at} is empty`)
    if (messages[at - 1]?.role === role) broken.push(`message ${at} is of the same side as the one before`)
    for (const block of content) broken.push(...blockRules(block, role).map((rule) => `message ${at}: ${rule}`))
    const used = idsOf(content, 'tool_use', 'id')
    const answered = idsOf(messages[at + 1]?.content ?? [], 'tool_result', 'tool_use_id')
    const asked = idsOf(messages[at - 1]?.content ?? [], 'tool_use', 'id')
    for (const one of used) if (!answered.includes(one)) broken.push(`message ${at}: ${one} is not answered`)
    for (const one of used) if (calls.has(one)) broken.push(`message ${at}: ${one} is used twice`)
    for (const one of used) calls.add(one)
    const results = idsOf(content, 'tool_result', 'tool_use_id')
    if (new Set(results).size !== results.length) broken.push(`message ${at}: a call is answered twice`)
    for (const one of results) if (!asked.includes(one)) broken.push(`message ${at}: ${one} was not called`)
    const firstWord = content.findIndex(({ type }) => type !== 'tool_result')
    if (firstWord !== -1 && content.slice(firstWord).some(({ type }) => type === 'tool_result'))
      broken.push(`message ${at}: words before results`)
    for (const name of idsOf(content, 'tool_use', 'name')) if (!named.has(name)) broken.push(`message ${at}: ${name} is not defined`)
    if (role === 'assistant' && content.every(({ type }) => type === 'thinking' || type === 'redacted_thinking'))
      broken.push(`message ${at}: thinking alone`)
  })
  const end = messages.at(-1)?.content.at(-1)
  if (messages.at(-1)?.role === 'assistant' && typeof end?.['text'] === 'string' && /\s$/.test(end['text']))
    broken.push('the end is white space')
  return broken
}
