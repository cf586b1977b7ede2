/** A conversation as Markdown: what was said is there to read, what tools did is folded, nothing of it can become markup. */
import type { Conversation } from './conversation.ts'
import type { InPieces } from './in-pieces.ts'
import { objectsIn, objectIn, textIn } from './json-object.ts'
import type { JsonObject } from './json-object.ts'
import { mediaOf, ownBlocks, resultsIn, speakerOf, subjectOf, type PageHead, type Results } from './told-parts.ts'

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

const mediaText = (block: JsonObject): string => {
  const { kind, bytes } = mediaOf(block)
  return `*[${String(block['type'])}: ${inline(kind)}, ${bytes} bytes]*`
}

const contentText = (content: unknown): string => {
  if (typeof content === 'string') return fenced(content)
  return objectsIn(content)
    .map((block) => {
      const text = textIn(block, 'text')
      if (text !== undefined) return fenced(text)
      return block['type'] === 'image' || block['type'] === 'document' ? mediaText(block) : fenced(json(block), 'json')
    })
    .join('\n\n')
}

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
      return mediaText(block)
    default:
      return folded(String(block['type']), fenced(json(block), 'json'))
  }
}

/** Every block of the conversation once; results stand with their calls. */
export function* markdown(conversation: Conversation, head: PageHead): InPieces<Buffer> {
  const results = resultsIn(conversation)
  const parts: Buffer[] = []
  const add = (...texts: readonly string[]): void => {
    for (const text of texts) if (text !== '') parts.push(Buffer.from(parts.length === 0 ? text : `\n\n${text}`))
  }
  add(`# ${inline(head.title)}`, head.facts.map(([name, value]) => `- ${inline(name)}: ${inline(value)}`).join('\n'))
  let speaker = ''
  for (const row of conversation.rows) {
    const blocks = ownBlocks(row)
    if (blocks.length === 0) continue
    const next = speakerOf(row)
    if (next !== speaker || row.typed) add(`## ${next}`)
    speaker = next
    if (next === 'Client') add(folded('What the client said', blocks.map((block) => contentText([block])).join('\n\n')))
    else add(...blocks.map((block) => blockText(block, results)))
    yield
  }
  if (conversation.lost.length > 0)
    add(
      '## What is not here, or was added',
      conversation.lost.map(({ what, count, why }) => `- ${count} × ${inline(what)}: ${inline(why)}`).join('\n'),
    )
  return Buffer.concat([...parts, Buffer.from('\n')])
}
