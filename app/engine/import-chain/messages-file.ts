/** A conversation as the Messages API takes it (a request body, or the list of messages alone), as one snapshot of transcript lines. */
import { lineUuid } from '../../chains/formats/claude-code-v1/line-uuid.ts'
import { isObject } from '../../chains/formats/json-text.ts'
import { parseJsonFile } from '../kernel/json-file.ts'
import type { ChainFileProblem, ChainFileRead } from './chain-file.ts'

type Json = Readonly<Record<string, unknown>>

const messagesIn = (value: unknown): { readonly system: unknown; readonly messages: readonly unknown[] } | undefined => {
  if (Array.isArray(value)) return { system: undefined, messages: value }
  if (!isObject(value) || !Array.isArray(value['messages'])) return undefined
  return { system: value['system'], messages: value['messages'] as readonly unknown[] }
}

const isMessage = (value: unknown): value is Json =>
  isObject(value) &&
  (value['role'] === 'user' || value['role'] === 'assistant') &&
  (typeof value['content'] === 'string' || Array.isArray(value['content']))

const systemText = (system: unknown): string => {
  if (typeof system === 'string') return system
  const blocks = Array.isArray(system) ? (system as readonly unknown[]) : []
  return blocks.flatMap((block) => (isObject(block) && typeof block['text'] === 'string' ? [block['text']] : [])).join('\n')
}

/** Lines in one chain; of times nothing is known, and nothing is said. */
const linesOf = (system: unknown, messages: readonly Json[]): string => {
  const sessionId = lineUuid('messages', JSON.stringify([system ?? null, messages]))
  const text = systemText(system)
  const first = text === '' ? [] : [{ type: 'system', subtype: 'system_prompt', content: text, sessionId }]
  let parentUuid: string | null = null
  const rows = messages.map((message) => {
    const type = String(message['role'])
    // Lines of a transcript have a list where the model speaks.
    const { content } = message
    const own = type === 'assistant' && typeof content === 'string' ? { ...message, content: [{ type: 'text', text: content }] } : message
    const uuid = lineUuid(parentUuid ?? sessionId, JSON.stringify(own))
    const row = { parentUuid, isSidechain: false, userType: 'external', sessionId, type, message: own, uuid }
    parentUuid = uuid
    return row
  })
  return [...first, ...rows].map((row) => `${JSON.stringify(row)}\n`).join('')
}

export const readMessagesFile = (bytes: Uint8Array): ChainFileRead => {
  const parsed = parseJsonFile(bytes)
  if ('reason' in parsed) return { deltas: [], problems: [parsed] }
  const found = messagesIn(parsed.value)
  if (found === undefined) return { deltas: [], problems: [{ reason: 'the file contains no list of messages' }] }
  const problems = found.messages.flatMap((message, index): readonly ChainFileProblem[] =>
    isMessage(message) ? [] : [{ reason: `messages[${index}] has no role user or assistant, or no content` }],
  )
  const messages = found.messages.filter(isMessage)
  if (messages.length === 0) return { deltas: [], problems: [...problems, { reason: 'the file contains no message' }] }
  const content = Buffer.from(linesOf(found.system, messages))
  return {
    deltas: [{ commitType: 'snapshot', checkpoint: 'explicit', format: 'claude-code-v1', bytes: content, at: undefined }],
    problems,
  }
}
