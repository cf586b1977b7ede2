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
  return [name, code(json(block['input'] === undefined ? {} : block['input']), 'json'), ...answer]
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

/** Blocks of a section that are written together: what is read to see whether they are harmless grows faster than their number. */
const maxBlocks = 200
/** UTF-16 code units of their texts. */
const maxProseTogether = 100_000
/** The same of what is written; a longer one holds an output or an input that is code anyway. */
const maxRead = 1_000_000

/** No model writes more blocks in one reply, and reading each as Markdown would take long: its texts are code. */
const maxBlocksOfReply = 1000

const proseLength = (block: JsonObject): number => (textIn(block, 'text') ?? textIn(block, 'thinking') ?? '').length

const piecesOf = (blocks: readonly JsonObject[]): readonly (readonly JsonObject[])[] => {
  const pieces: JsonObject[][] = []
  let length = 0
  for (const block of blocks) {
    const own = proseLength(block)
    const last = pieces.at(-1)
    if (last === undefined || last.length === maxBlocks || length + own > maxProseTogether) {
      pieces.push([block])
      length = own
    } else {
      last.push(block)
      length += own
    }
  }
  return pieces
}

const headNodes = ({ speaker, notes, rows }: Section): Nodes => [...notes.map(note), ...(rows.length === 0 ? [] : [heading(2, speaker)])]

const inCode: Prose = (own) => [code(own)]

/** Texts that are harmless each may not be so beside each other: then all of the piece are code. */
const pieceText = (withProse: (asNodes: Prose) => string, isRead: boolean): string => {
  if (!isRead) return withProse(inCode)
  const text = withProse(prose)
  return text.length <= maxRead && isHarmlessMarkdown(text) ? text : withProse(inCode)
}

function* sectionTexts(section: Section, results: Results): Generator<string, undefined> {
  const isRead = section.rows.every((row) => ownBlocks(row).length <= maxBlocksOfReply)
  let head = headNodes(section)
  const [first = [], ...more] = piecesOf(section.rows.flatMap(ownBlocks))
  for (const blocks of [first, ...more]) {
    const nodesWith = (asNodes: Prose): Nodes =>
      section.speaker === 'Client' ? plainNodes(blocks) : blocks.flatMap((block) => blockNodes(block, results, asNodes))
    yield pieceText((asNodes) => written([...head, ...nodesWith(asNodes)]), isRead)
    head = []
  }
}

/** Every block of the conversation once; results follow their calls. */
export function* markdown(conversation: Conversation, head: PageHead): Sliced<Buffer> {
  const results = resultsIn(conversation)
  const facts = head.facts.map(([name, value]) => `${name}: ${value}`)
  const parts = [Buffer.from(written([heading(1, head.title), ...(facts.length === 0 ? [] : [list(facts)])]))]
  for (const section of sectionsOf(conversation, head)) {
    for (const text of sectionTexts(section, results)) {
      parts.push(Buffer.from(`\n${text}`))
      yield
    }
  }
  const items = conversation.lost.map(({ what, count, why }) => `${count} × ${what}: ${why}`)
  if (items.length > 0) parts.push(Buffer.from(`\n${written([heading(2, 'Excluded, changed or added'), list(items)])}`))
  return Buffer.concat(parts)
}
