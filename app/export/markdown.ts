/** A conversation as Markdown: what was said is there to read, what tools did is folded, nothing of it can become markup. */
import type { Conversation } from './conversation.ts'
import type { ConversationRow } from './conversation-row.ts'
import { objectsIn, objectIn, textIn } from './json-object.ts'
import type { JsonObject } from './json-object.ts'

export interface MarkdownHead {
  readonly title: string
  /** Name and value, as a list above the conversation. */
  readonly facts: readonly (readonly [string, string])[]
}

/** Text that stands in markup as it is. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

/** For one line of running text: no mark means anything. */
const inline = (text: string): string => escaped(text.replaceAll(/\s+/g, ' ').trim()).replaceAll(/[\\`*_[\]#|!~]/g, '\\$&')

/** A block of code whose fence is longer than any in the text. */
const fenced = (text: string, language = ''): string => {
  const longest = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')}\n${fence}`
}

/**
 * Markdown that somebody wrote, kept readable: outside of its code, angle brackets are written as text, so that no markup can begin,
 * and headings are put below those of this page.
 */
const prose = (text: string): string => {
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) {
      fence = mark
      return line
    }
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined
      return line
    }
    return escaped(line)
      .replace(/^( {0,3})(#{1,6})(?=\s|$)/, '$1###$2')
      .replace(/^( {0,3}#{6})#*/, '$1')
      .replaceAll(/\]\(\s*(?:javascript|data|vbscript):/gi, '](unsafe:')
  })
  return fence === undefined ? lines.join('\n') : `${lines.join('\n')}\n${fence}`
}

const folded = (summary: string, content: string): string => `<details>\n<summary>${escaped(summary)}</summary>\n\n${content}\n\n</details>`

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** What a call is about, in a few words. */
const subjectOf = (input: JsonObject): string => {
  const said = ['command', 'file_path', 'path', 'pattern', 'url', 'query', 'description', 'skill'].flatMap(
    (name) => textIn(input, name) ?? [],
  )
  const line = (said[0] ?? '').replaceAll(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

const imageText = (block: JsonObject): string => {
  const source = objectIn(block, 'source')
  const data = textIn(source, 'data')?.length ?? 0
  return `*[${String(block['type'])}: ${inline(textIn(source, 'media_type') ?? 'unknown kind')}, ${Math.floor((data * 3) / 4)} bytes]*`
}

const contentText = (content: unknown): string => {
  if (typeof content === 'string') return fenced(content)
  return objectsIn(content)
    .map((block) => {
      const text = textIn(block, 'text')
      if (text !== undefined) return fenced(text)
      return block['type'] === 'image' || block['type'] === 'document' ? imageText(block) : fenced(json(block), 'json')
    })
    .join('\n\n')
}

type Results = ReadonlyMap<string, JsonObject>

const callText = (block: JsonObject, results: Results): string => {
  const name = textIn(block, 'name') ?? 'tool'
  const result = results.get(textIn(block, 'id') ?? '')
  const subject = subjectOf(objectIn(block, 'input'))
  const failed = result?.['is_error'] === true ? ' — failed' : ''
  const parts = [fenced(json(block['input'] ?? {}), 'json')]
  if (result !== undefined) parts.push(`Result${failed}:`, contentText(result['content']))
  return folded(`${name}${subject === '' ? '' : `: ${subject}`}${failed}`, parts.join('\n\n'))
}

const blockText = (block: JsonObject, results: Results): string => {
  switch (block['type']) {
    case 'text':
      return prose(textIn(block, 'text') ?? '')
    case 'thinking':
      return folded('Thinking', prose(textIn(block, 'thinking') ?? ''))
    case 'redacted_thinking':
      return '*[thinking that only the API can read]*'
    case 'tool_use':
      return callText(block, results)
    case 'image':
    case 'document':
      return imageText(block)
    default:
      return folded(String(block['type']), fenced(json(block), 'json'))
  }
}

const speakerOf = (row: ConversationRow): string => {
  if (row.role === 'assistant') return 'Assistant'
  if (row.isSummary) return 'Summary of what was before'
  return row.typed ? 'User' : 'Client'
}

/** Every block of the conversation once; results stand with their calls. */
export const markdown = (conversation: Conversation, head: MarkdownHead): string => {
  const results: Results = new Map(
    conversation.rows.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block['type'] === 'tool_result' ? [[textIn(block, 'tool_use_id') ?? '', block] as const] : [])),
    ),
  )
  const parts = [`# ${inline(head.title)}`, head.facts.map(([name, value]) => `- ${inline(name)}: ${inline(value)}`).join('\n')]
  let speaker = ''
  for (const row of conversation.rows) {
    const blocks = row.blocks.filter(({ type }) => type !== 'tool_result')
    if (blocks.length === 0) continue
    const next = speakerOf(row)
    if (next !== speaker || row.typed) parts.push(`## ${next}`)
    speaker = next
    const texts = blocks.map((block) => blockText(block, results))
    parts.push(...(next === 'Client' ? [folded('What the client said', blocks.map((block) => contentText([block])).join('\n\n'))] : texts))
  }
  if (conversation.lost.length > 0)
    parts.push(
      '## What is not here, or was added',
      conversation.lost.map(({ what, count, why }) => `- ${count} × ${inline(what)}: ${inline(why)}`).join('\n'),
    )
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}
