/** A conversation as Markdown: prompts, responses, and calls with their results. None of the text can become markup. */
import type { Conversation } from '../conversation/conversation.ts'
import type { ConversationRow } from '../conversation/conversation-row.ts'
import type { Sliced } from '../model/sliced.ts'
import { objectsIn, objectIn, textIn } from '../model/json-object.ts'
import type { JsonObject } from '../model/json-object.ts'
import { code, heading, isHarmlessMarkdown, list, paragraph, prose, quote, strong, textNode, written } from './markdown-tree.ts'
import type { MarkdownNode } from './markdown-tree.ts'
import { mediaOf, notesIn, ownBlocks, resultsIn, speakerOf, subjectOf, type PageHead, type Results, type Speaker } from './page-parts.ts'

type Nodes = readonly MarkdownNode[]

const json = (value: unknown): string => JSON.stringify(value, null, 2)

const note = (text: string): MarkdownNode => paragraph({ type: 'emphasis', children: [textNode(text)] })

const mediaNode = (block: JsonObject): MarkdownNode => {
  const { kind, bytes } = mediaOf(block)
  return note(`[${String(block['type'])}: ${kind}, ${bytes} bytes]`)
}

/** The unchanged result of a tool or text of the client. */
const plainNodes = (content: unknown): Nodes => {
  if (typeof content === 'string') return [code(content)]
  return objectsIn(content).map((block) => {
    const text = textIn(block, 'text')
    if (text !== undefined) return code(text)
    return block['type'] === 'image' || block['type'] === 'document' ? mediaNode(block) : code(json(block), 'json')
  })
}

const callNodes = (block: JsonObject, results: Results): Nodes => {
  const result = results.get(textIn(block, 'id') ?? '')
  const subject = subjectOf(objectIn(block, 'input'))
  const failed = result?.['is_error'] === true ? ' (failed)' : ''
  const name = paragraph(strong(textIn(block, 'name') ?? 'tool'), textNode(`${subject === '' ? '' : `: ${subject}`}${failed}`))
  const answer = result === undefined ? [] : [paragraph(textNode(`Result${failed}:`)), ...plainNodes(result['content'])]
  return [name, code(json(block['input'] ?? {}), 'json'), ...answer]
}

/** How texts become nodes. */
type Prose = (text: string) => Nodes

const blockNodes = (block: JsonObject, results: Results, asNodes: Prose): Nodes => {
  switch (block['type']) {
    case 'text':
      return asNodes(textIn(block, 'text') ?? '')
    case 'thinking':
      return [paragraph(strong('Thinking')), quote(asNodes(textIn(block, 'thinking') ?? ''))]
    case 'redacted_thinking':
      return [note('[thinking that only the API can read]')]
    case 'tool_use':
      return callNodes(block, results)
    case 'image':
    case 'document':
      return [mediaNode(block)]
    default:
      return [paragraph(strong(String(block['type']))), code(json(block), 'json')]
  }
}

interface Section {
  readonly speaker: Speaker
  /** Messages of the client to the person before this section. */
  readonly notes: readonly string[]
  readonly rows: ConversationRow[]
}

/** Groups the rows of one speaker; each prompt of a person begins a section. */
const sectionsOf = (conversation: Conversation, { classOf }: PageHead): readonly Section[] => {
  const sections: Section[] = []
  const notes = notesIn(conversation)
  for (const row of conversation.rows) {
    if (ownBlocks(row).length === 0) continue
    const speaker = speakerOf(row, classOf)
    const last = sections.at(-1)
    const before = notes.get(row) ?? []
    if (last?.speaker === speaker && !row.typed && before.length === 0) last.rows.push(row)
    else sections.push({ speaker, notes: before, rows: [row] })
  }
  const after = notes.get(undefined) ?? []
  return after.length === 0 ? sections : [...sections, { speaker: 'Client', notes: after, rows: [] }]
}

const sectionNodes = ({ speaker, notes, rows }: Section, results: Results, asNodes: Prose): Nodes => [
  ...notes.map(note),
  ...(rows.length === 0 ? [] : [heading(2, speaker)]),
  ...rows.flatMap((row) =>
    speaker === 'Client' ? plainNodes(ownBlocks(row)) : ownBlocks(row).flatMap((block) => blockNodes(block, results, asNodes)),
  ),
]

/** Texts that are harmless each may not be so beside each other: then all of the section are code. */
const sectionText = (section: Section, results: Results): string => {
  const text = written(sectionNodes(section, results, prose))
  return isHarmlessMarkdown(text) ? text : written(sectionNodes(section, results, (own) => [code(own)]))
}

/** Every block of the conversation once; results follow their calls. */
export function* markdown(conversation: Conversation, head: PageHead): Sliced<Buffer> {
  const results = resultsIn(conversation)
  const facts = head.facts.map(([name, value]) => `${name}: ${value}`)
  const parts = [Buffer.from(written([heading(1, head.title), ...(facts.length === 0 ? [] : [list(facts)])]))]
  for (const section of sectionsOf(conversation, head)) {
    parts.push(Buffer.from(`\n${sectionText(section, results)}`))
    yield
  }
  const items = conversation.lost.map(({ what, count, why }) => `${count} × ${what}: ${why}`)
  if (items.length > 0) parts.push(Buffer.from(`\n${written([heading(2, 'Excluded, changed or added'), list(items)])}`))
  return Buffer.concat(parts)
}
