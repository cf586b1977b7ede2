/** A conversation for people: who said what when, tool calls with their results, long texts cut unless wanted whole. */
import { countOf } from '../../model/format/count.ts'
import type { ConversationBlock, ConversationItem, ToolResultView } from '../../contract/reader.ts'
import type { Refusal } from '../../model/transcript-line.ts'
import { bytesText, clockText, countText } from './format.ts'
import { sentenceCase } from '../../model/format/sentence-case.ts'
import { printable, printableLine } from './printable.ts'
import type { Terminal } from '../terminal.ts'

const linesKept = 12
const indent = '    '

const indented = (text: string): readonly string[] => text.split('\n').map((line) => `${indent}${line}`.trimEnd())

/** The first lines of a text, and how many more there are. */
const beginning = (text: string, full: boolean): readonly string[] => {
  const lines = printable(text).trimEnd().split('\n')
  if (full || lines.length <= linesKept + 1) return lines
  return [...lines.slice(0, linesKept), `… ${countText(lines.length - linesKept)} more lines (--full)`]
}

/** Where the whole output is when the transcript holds its beginning only. */
const wholeOutput = ({ persisted }: ToolResultView): readonly string[] => {
  if (persisted === null) return []
  const { path, sourceId, bytes } = persisted
  if (sourceId === null) return [`… the full output, ${printable(path)}, was not imported`]
  return [`… the full output: ${bytesText(bytes)} (strata restore ${sourceId} --to DIR)`]
}

const refusalWords: Readonly<Record<Refusal, string>> = {
  refused: 'refused by a person:',
  denied: 'refused by a permission rule or a hook:',
  interrupted: 'stopped by a person:',
  cancelled: 'cancelled by the client before it ran:',
}

const resultLines = (result: ToolResultView, full: boolean, { colors }: Terminal): readonly string[] => {
  const paint = result.isError ? colors.red : result.refusal === null ? colors.dim : colors.yellow
  const refused = result.refusal === null ? [] : [refusalWords[result.refusal]]
  const text = result.text === '' && result.images.length > 0 ? countOf(result.images.length, 'image') : result.text
  const cut = result.chars > result.text.length ? [`… ${countText(result.chars - result.text.length)} more characters (strata cat)`] : []
  return [...refused, ...beginning(text, full), ...cut, ...wholeOutput(result)].map((line) => `${indent}${paint(`│ ${line}`)}`.trimEnd())
}

const patchLines = (result: ToolResultView, { colors }: Terminal): readonly string[] =>
  (result.patch ?? []).flatMap((hunk) => [
    `${indent}${colors.cyan(`@@ -${hunk.oldStart} +${hunk.newStart} @@`)}`,
    ...hunk.lines.map((line) => {
      const paint = line.startsWith('+') ? colors.green : line.startsWith('-') ? colors.red : colors.dim
      return `${indent}${paint(printable(line))}`.trimEnd()
    }),
  ])

const inputLine = (input: unknown): string => {
  const text = typeof input === 'string' ? input : (JSON.stringify(input) as string | undefined)
  return printableLine(text ?? '')
}

const shortened = (text: string, full: boolean): string => (full || text.length <= 200 ? text : `${text.slice(0, 199)}…`)

const toolLines = (block: Extract<ConversationBlock, { kind: 'tool_call' }>, full: boolean, terminal: Terminal): readonly string[] => {
  const { colors } = terminal
  const call = `${indent}${colors.blue(printableLine(block.name))} ${shortened(inputLine(block.input), full)}`
  if (block.result === null) return [call, `${indent}${colors.dim('│ no result in this commit')}`]
  return [call, ...(block.result.patch === null ? resultLines(block.result, full, terminal) : patchLines(block.result, terminal))]
}

const thinkingLines = (block: Extract<ConversationBlock, { kind: 'thinking' }>, full: boolean, { colors }: Terminal): readonly string[] => {
  const text = block.text === '' ? `thinking, ${block.redacted ? 'redacted' : 'not recorded'}` : block.text
  return beginning(text, full).map((line) => `${indent}${colors.dim(colors.italic(line))}`.trimEnd())
}

const cut = ({ text }: { readonly text: string | null }, full: boolean): readonly string[] =>
  text === null ? [] : beginning(text, full).map((line) => `${indent}${line}`.trimEnd())

const documentLines = (block: Extract<ConversationBlock, { kind: 'document' }>, full: boolean): readonly string[] => {
  const pages = block.pages === null ? '' : `, ${countOf(block.pages, 'page')}`
  const size = block.bytes === null ? '' : `, ${bytesText(block.bytes)}`
  return [`${indent}[${printableLine(block.name ?? block.mediaType)}${pages}${size}]`, ...cut(block, full)]
}

const blockLines = (block: ConversationBlock, full: boolean, terminal: Terminal): readonly string[] => {
  switch (block.kind) {
    case 'text':
      return indented(printable(block.text).trimEnd())
    case 'thinking':
      return thinkingLines(block, full, terminal)
    case 'tool_call':
      return toolLines(block, full, terminal)
    case 'tool_result':
      return resultLines(block.result, full, terminal)
    case 'image':
      return [`${indent}[${block.mediaType}, ${bytesText(block.bytes)}]`]
    case 'document':
      return documentLines(block, full)
    case 'attached':
      return [
        `${indent}[${sentenceCase(printableLine([block.type.replaceAll('_', ' '), block.subject ?? ''].join(' ').trim()))}]`,
        ...cut(block, full),
      ]
    case 'raw':
      return beginning(block.json, full).map((line) => `${indent}${terminal.colors.dim(line)}`.trimEnd())
  }
}

const heading = (item: ConversationItem, { colors }: Terminal): string => {
  const paint = {
    human: colors.green,
    agent: colors.blue,
    injected: colors.dim,
    system: colors.dim,
    error: colors.red,
    summary: colors.magenta,
  }
  const kind = item.speaker === 'injected' || item.speaker === 'system' ? ` (${printableLine(item.class)})` : ''
  const model = item.model === null ? '' : ` ${printableLine(item.model)}`
  return `${paint[item.speaker](`${item.speaker}${kind}`)}${colors.dim(`${model}  ${clockText(item.occurredAt)}`)}`
}

/** Items with a heading each, an empty line between them; ended by an empty line. */
export const conversationText = (items: readonly ConversationItem[], full: boolean, terminal: Terminal): string =>
  items
    .map((item) => [heading(item, terminal), ...item.blocks.flatMap((block) => blockLines(block, full, terminal)), '', ''].join('\n'))
    .join('')
