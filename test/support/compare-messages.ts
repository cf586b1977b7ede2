/** Brings messages that a client sent, and those that it should have sent, into one form to be compared. */
import type { SentMessage } from './fake-messages-api.ts'

type Block = Readonly<Record<string, unknown>>

export interface PlainMessage {
  readonly role: string
  readonly content: readonly Block[]
}

const reminder = /^\s*<system-reminder>[\s\S]*<\/system-reminder>\s*$/

const textOf = (block: Block): string | undefined =>
  typeof block['text'] === 'string' && block['type'] === 'text' ? block['text'] : undefined

const withoutCache = (block: Block): Block => Object.fromEntries(Object.entries(block).filter(([name]) => name !== 'cache_control'))

/** Clients put ends of lines between texts that they join. */
const trimmed = (block: Block): Block => {
  const text = textOf(block)
  return text === undefined ? block : { ...block, text: text.trimEnd() }
}

/** Results are compared by what they say: a list of one text is that text. */
const plainResult = (block: Block): Block => {
  if (block['type'] !== 'tool_result') return block
  const { content } = block
  const only: unknown = Array.isArray(content) && content.length === 1 ? content[0] : undefined
  const text = typeof only === 'object' && only !== null ? textOf(only as Block) : undefined
  return { ...block, content: text ?? content ?? '' }
}

/** Newer clients call the tool that starts agents by another name, also in what was said before. */
const renamed = (block: Block): Block => (block['type'] === 'tool_use' && block['name'] === 'Task' ? { ...block, name: 'Agent' } : block)

const isClientsOwn = (block: Block, said: ReadonlySet<string>): boolean => {
  const text = textOf(block)
  return text !== undefined && reminder.test(text) && !said.has(text.trimEnd())
}

const merged = (messages: readonly PlainMessage[]): readonly PlainMessage[] => {
  const result: { role: string; content: Block[] }[] = []
  for (const { role, content } of messages) {
    if (content.length === 0) continue
    const last = result.at(-1)
    if (last?.role === role) last.content.push(...content)
    else result.push({ role, content: [...content] })
  }
  return result
}

const blocksOf = ({ content }: SentMessage): readonly Block[] => (typeof content === 'string' ? [{ type: 'text', text: content }] : content)

/** What was meant to be sent. */
export const plain = (messages: readonly SentMessage[]): readonly PlainMessage[] =>
  merged(
    messages.map((message) => ({
      role: message.role,
      content: blocksOf(message).map(withoutCache).map(trimmed).map(plainResult).map(renamed),
    })),
  )

/** What was sent, without the new prompt and what the client says by itself: its reminders, notes on tools, and system messages. */
export const plainSent = (messages: readonly SentMessage[], prompt: string, meant: readonly PlainMessage[]): readonly PlainMessage[] => {
  const said = new Set(meant.flatMap(({ content }) => content.map((block) => textOf(block) ?? '')))
  const own = plain(messages.filter(({ role }) => role !== 'system')).map(({ role, content }) => ({
    role,
    content: content.filter((block) => !isClientsOwn(block, said) && (textOf(block) !== 'Tool loaded.' || said.has('Tool loaded.'))),
  }))
  const all = merged(own)
  const last = all.at(-1)
  if (last?.role !== 'user' || textOf(last.content.at(-1) ?? {}) !== prompt) return all
  return merged([...all.slice(0, -1), { role: 'user', content: last.content.slice(0, -1) }])
}
