/** A block of a conversation in a page of HTML: words to read, calls with their results and thinking folded. */
import { escaped, prose, typedText, verbatim } from './html-text.ts'
import { isObject, objectIn, objectsIn, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import { mediaOf, subjectOf, type Results, type Speaker } from './page-parts.ts'

const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** @param title markup. */
const folded = (title: string, content: string): string => `<details>\n<summary>${title}</summary>\n${content}\n</details>`

/** Pictures that every browser shows and that cannot hold anything that runs. */
const shownKinds: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']
const base64 = /^[A-Za-z0-9+/]+={0,2}$/

const media = (block: JsonObject): string => {
  const { kind, bytes, data } = mediaOf(block)
  const source = objectIn(block, 'source')
  const words = escaped(`${String(block['type'])}: ${kind}, ${bytes} bytes`)
  if (shownKinds.includes(kind) && base64.test(data)) return `<img src="data:${kind};base64,${data}" alt="${words}">`
  if (source['type'] === 'text') return verbatim(textIn(source, 'data') ?? '')
  const address = textIn(source, 'url')
  return `<p>[${words}${address === undefined ? '' : `, ${escaped(address)}`}]</p>`
}

/** The output of a tool or of the client, verbatim. */
export const plainContent = (content: unknown): string => {
  if (typeof content === 'string') return verbatim(content)
  return objectsIn(content)
    .map((block) => {
      const text = textIn(block, 'text')
      if (block['type'] === 'text' && text !== undefined) return verbatim(text)
      return block['type'] === 'image' || block['type'] === 'document' ? media(block) : verbatim(json(block))
    })
    .join('\n')
}

/** The input of a call, field by field: a text with its line ends, anything else as JSON. */
const inputOf = (input: unknown): string => {
  if (!isObject(input)) return verbatim(json(input === undefined ? {} : input))
  const fields = Object.entries(input).map(
    ([name, value]) => `<dt>${escaped(name)}</dt><dd>${verbatim(typeof value === 'string' ? value : json(value))}</dd>`,
  )
  return `<dl class="input">${fields.join('\n')}</dl>`
}

const call = (block: JsonObject, results: Results): string => {
  const result = results.get(textIn(block, 'id') ?? '')
  const subject = subjectOf(objectIn(block, 'input'))
  const failed = result?.['is_error'] === true ? ' <span class="failed">failed</span>' : ''
  const title = `<b>${escaped(textIn(block, 'name') ?? 'tool')}</b>${subject === '' ? '' : ` ${escaped(subject)}`}${failed}`
  const answer = result === undefined ? '' : `\n<h3>Result</h3>\n${plainContent(result['content'])}`
  return folded(title, `${inputOf(block['input'])}${answer}`)
}

/** @param results those of the whole conversation: a call stands with its own. */
export const htmlBlock = (block: JsonObject, speaker: Speaker, results: Results): string => {
  switch (block['type']) {
    case 'text':
      return (speaker === 'User' ? typedText : prose)(textIn(block, 'text') ?? '')
    case 'thinking':
      return folded('Thinking', prose(textIn(block, 'thinking') ?? ''))
    case 'redacted_thinking':
      return '<p>[thinking that only the API can read]</p>'
    case 'tool_use':
      return call(block, results)
    case 'image':
    case 'document':
      return media(block)
    default:
      return folded(escaped(String(block['type'])), verbatim(json(block)))
  }
}
