/** Files that records show without a change: the whole, or some lines. */
import { isObject, objectsIn, type JsonObject } from '../model/json-object.ts'
import { readBlocks } from '../model/record.ts'
import type { FileStep } from './file-step.ts'

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
const whole = (value: unknown): number | undefined => (typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined)

/** Read, and the file of a mention: `content` is the text of the lines from `startLine`. `numLines` and `totalLines` count the parts between line feeds. */
export const fileShown = (file: JsonObject, by: 'read' | 'mention'): readonly FileStep[] => {
  const [path, content] = [text(file['filePath']), text(file['content'])]
  if (path === undefined || content === undefined) return []
  const from = Math.max(1, whole(file['startLine']) ?? 1)
  const total = whole(file['totalLines'])
  // A part behind the end of the file shows nothing.
  if (content === '' && whole(file['numLines']) === 0) return []
  const lines = content.split('\n')
  if (from === 1 && total === lines.length) return [{ step: 'whole', path, content, by }]
  return [{ step: 'part', path, from, lines, total, by }]
}

/** The client cuts longer snippets. Characters. */
const maxSnippetLength = 8192

/** Lines with their numbers, as the client shows what was changed: several stretches may follow each other. */
const numberedLines = (snippet: string): readonly { readonly number: number; readonly line: string }[] => {
  const lines = snippet.split('\n').flatMap((text) => {
    const [, number, line = ''] = /^ *(\d+)(?:→|\t)(.*)$/s.exec(text) ?? []
    return number === undefined ? [] : [{ number: Number(number), line }]
  })
  return snippet.length < maxSnippetLength ? lines : lines.slice(0, -1)
}

/** The file was changed by another program or a person, and the client shows where. */
const noticed = (path: string, snippet: string): readonly FileStep[] => {
  const stretches: { from: number; lines: string[] }[] = []
  for (const { number, line } of numberedLines(snippet)) {
    const last = stretches.at(-1)
    if (last !== undefined && last.from + last.lines.length === number) last.lines.push(line)
    else stretches.push({ from: number, lines: [line] })
  }
  const [first = { from: 1, lines: [] }, ...others] = stretches
  return [first, ...others].map((stretch, at) => ({ step: 'part', path, ...stretch, total: undefined, by: 'mention', isNews: at === 0 }))
}

const isAbsolute = (path: string): boolean => /^(?:\/|[a-z]:[\\/]|\\\\)/i.test(path)

interface Selected {
  readonly path: string
  /** Number of the first line, from 1. */
  readonly from: number
  /** Number of the last line, from 1. */
  readonly to: number
  readonly content: string
}

/** The last line of a selection that the client cut within a line. */
const cutMark = '... (truncated)'

/** Lines that a person selected in an editor. The first and the last line may be parts of lines, and a long selection is cut. */
const selected = ({ path, from, to, content }: Selected): readonly FileStep[] => {
  const parts = content.split(/\r?\n/)
  const lines = parts.slice(1, parts.at(-1) === cutMark ? -2 : -1)
  const isCounted = from >= 1 && from + lines.length <= to
  return lines.length === 0 || !isCounted || !isAbsolute(path)
    ? []
    : [{ step: 'part', path, from: from + 1, lines, total: undefined, by: 'mention', isSelection: true }]
}

/** Attachments count the lines of a selection from 0. */
const selectedLines = (path: string, attachment: JsonObject): readonly FileStep[] => {
  const [from, to, content] = [whole(attachment['lineStart']), whole(attachment['lineEnd']), text(attachment['content'])]
  return from === undefined || to === undefined || content === undefined ? [] : selected({ path, from: from + 1, to: to + 1, content })
}

/** The text that an editor extension writes before a prompt, with lines counted from 1. */
const selectionInPrompt =
  /^<ide_selection>The user selected the lines (\d+) to (\d+) from ([^\n]+):\r?\n(.*?)(?:\n\nThis may or may not be related[^\n]*)?<\/ide_selection>/s

const selectedInPrompt = (prompt: string): readonly FileStep[] => {
  const [, from, to, path = '', content = ''] = selectionInPrompt.exec(prompt) ?? []
  return from === undefined ? [] : selected({ path, from: Number(from), to: Number(to), content })
}

/** Selections before a prompt. */
export const selectedIn = (content: unknown): readonly FileStep[] => {
  const prompts =
    typeof content === 'string' ? [content] : (readBlocks(content) ?? []).map(({ type, text: own }) => (type === 'text' ? own : undefined))
  return prompts.flatMap((prompt) => (prompt === undefined ? [] : selectedInPrompt(prompt)))
}

/** Instructions of a folder that the client found; the record says whether it removed something, such as comments. */
const instructions = (file: JsonObject): readonly FileStep[] => {
  const [path, content] = [text(file['path']), text(file['content'])]
  const isWhole = file['contentDiffersFromDisk'] === false && path !== undefined && content !== undefined
  return isWhole ? [{ step: 'whole', path, content, by: 'mention' }] : []
}

/** Steps of an attachment of the client: the file of a mention, instructions, a selection, or a file that was changed. */
export const attachedSteps = (attachment: JsonObject): readonly FileStep[] => {
  const { type, content } = attachment
  if (isObject(content) && isObject(content['file'])) return fileShown(content['file'], 'mention')
  if (type === 'nested_memory' && isObject(content)) return instructions(content)
  if (type === 'instructions') return objectsIn(attachment['files']).flatMap(instructions)
  const path = text(attachment['filename'])
  if (path === undefined) return []
  if (type === 'selected_lines_in_ide') return selectedLines(path, attachment)
  return type === 'edited_text_file' ? noticed(path, text(attachment['snippet']) ?? '') : []
}
