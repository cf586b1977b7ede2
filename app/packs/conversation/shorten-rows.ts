/** Shorter forms of rows: without thinking, with one line in place of a tool's output, with long texts of inputs and attachments cut. */
import type { ConversationRow } from '../../conversation/conversation-row.ts'
import { contentBlocks } from '../../conversation/message-content.ts'
import { writtenCallId } from '../../model/call-pairing.ts'
import { isObject, textIn, type JsonObject } from '../../model/json-object.ts'
import { metadataLine } from '../../model/objects/metadata-line.ts'

const isThinking = ({ type }: JsonObject): boolean => type === 'thinking' || type === 'redacted_thinking'
const isResult = ({ type }: JsonObject): boolean => type === 'tool_result'
const isMedia = ({ type }: JsonObject): boolean => type === 'image' || type === 'document'

type Rows = readonly ConversationRow[]

/** A reply that is thinking alone goes with it. */
export const withoutThinking = (rows: Rows): Rows =>
  rows.flatMap((row) => {
    if (row.role !== 'assistant' || !row.blocks.some(isThinking)) return [row]
    const blocks = row.blocks.filter((block) => !isThinking(block))
    return blocks.length === 0 ? [] : [{ ...row, blocks }]
  })

/** Longer texts in inputs of calls are cut. */
const maxInputText = 1000
const keptInputText = 300
/** The same of attachments. */
const maxAttached = 2000
const keptAttached = 500

const cutText = (text: string, most: number, kept: number): string =>
  text.length <= most ? text : `${text.slice(0, kept)}… [${text.length - kept} characters excluded]`

const cutValue = (value: unknown): unknown => {
  if (typeof value === 'string') return cutText(value, maxInputText, keptInputText)
  if (Array.isArray(value)) return value.map(cutValue)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, cutValue(one)]))
}

const subjectNames = ['file_path', 'notebook_path', 'path', 'command', 'pattern', 'url', 'query', 'description', 'skill', 'prompt']

const subjectOf = (input: unknown): string => {
  if (!isObject(input)) return ''
  const text = subjectNames.flatMap((name) => textIn(input, name) ?? [])[0] ?? ''
  return Array.from(text.slice(0, 240)).slice(0, 120).join('')
}

const callsIn = (rows: Rows): ReadonlyMap<string, JsonObject> =>
  new Map(
    rows.flatMap(({ role, blocks }) =>
      role === 'assistant'
        ? blocks.flatMap((block) => (block['type'] === 'tool_use' ? [[textIn(block, 'id') ?? '', block] as const] : []))
        : [],
    ),
  )

/** The client keeps the output a second time beside the message. */
const withoutOutput = (row: ConversationRow): ConversationRow => {
  const { line } = row
  if (line === undefined || !('toolUseResult' in line.record)) return row
  const { toolUseResult: _output, ...record } = line.record
  return { ...row, line: { ...line, record } }
}

const lengthOf = (content: unknown): number =>
  contentBlocks(content).reduce((sum, block) => sum + (isMedia(block) ? 10_000 : JSON.stringify(block['text'] ?? block).length), 0)

/** `toolcall_ref id=… tool=… status=… what it is about`; undefined: the output is no longer. */
const lineOf = (result: JsonObject, calls: ReadonlyMap<string, JsonObject>): string | undefined => {
  const id = textIn(result, 'tool_use_id') ?? ''
  const call = calls.get(id)
  const line = metadataLine({
    id: writtenCallId(id),
    type: 'toolcall',
    name: subjectOf(call?.['input']),
    tool: textIn(call ?? {}, 'name') ?? '',
    failed: result['is_error'] === true,
  })
  return lengthOf(result['content']) <= line.length ? undefined : line
}

const shortResults = (row: ConversationRow, kept: ReadonlySet<JsonObject>, calls: ReadonlyMap<string, JsonObject>): ConversationRow => {
  const lines = row.blocks.map((block) => (isResult(block) && !kept.has(block) ? lineOf(block, calls) : undefined))
  if (lines.every((line) => line === undefined)) return row
  const blocks = row.blocks.map((block, at) => (lines[at] === undefined ? block : { ...block, content: lines[at] }))
  return withoutOutput({ ...row, blocks })
}

const shortInputs = (row: ConversationRow): ConversationRow => ({
  ...row,
  blocks: row.blocks.map((block) => (block['type'] === 'tool_use' ? { ...block, input: cutValue(block['input']) } : block)),
})

/** What was attached and not typed; pictures and documents beside a result go with it. */
const shortAttachment = (row: ConversationRow): ConversationRow => {
  const blocks = row.blocks.flatMap((block) => {
    if (isMedia(block)) return [{ type: 'text', text: `[${String(block['type'])} excluded]` }]
    const text = textIn(block, 'text')
    return [text === undefined ? block : { ...block, text: cutText(text, maxAttached, keptAttached) }]
  })
  return { ...row, blocks }
}

/** @param keepOutputs how many of the newest outputs stay in full */
export const compactRows = (rows: Rows, keepOutputs: number): Rows => {
  const calls = callsIn(rows)
  const results = rows.flatMap(({ role, blocks }) => (role === 'user' ? blocks.filter(isResult) : []))
  const kept = new Set(keepOutputs === 0 ? [] : results.slice(-keepOutputs))
  return withoutThinking(rows).flatMap((row) => {
    if (row.role === 'assistant') return [shortInputs(row)]
    if (row.role === 'boundary' || row.typed || row.isSummary) return [row]
    return [row.blocks.some(isResult) ? shortResults(row, kept, calls) : shortAttachment(row)]
  })
}
