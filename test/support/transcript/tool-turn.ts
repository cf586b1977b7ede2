/** A tool call together with its answer, against the conversation's own working copy of files. */
import { linePatch } from './line-patch.ts'
import { appendCall } from './reply.ts'
import type { Fields } from './session.ts'
import type { Thread } from './thread.ts'
import { appendResult, type ResultOptions } from './tool-result.ts'

function pathIn(thread: Thread, file: string): string {
  return /^(?:\/|[A-Za-z]:\\)/.test(file) ? file : `${thread.session.cwd}/${file}`
}

function knownText(thread: Thread, path: string): string {
  const text = thread.session.workingCopy.get(path)
  if (text === undefined) throw new Error(`the conversation has not written ${path}`)
  return text
}

function numbered(thread: Thread, text: string, firstLine: number): string {
  const { lineNumber } = thread.session.client
  return text
    .split('\n')
    .map((line, at) => lineNumber(firstLine + at) + line)
    .join('\n')
}

/** Reads a file; a text given here becomes the file's content. */
export function appendRead(thread: Thread, file: string, text: string | undefined, options: ResultOptions): void {
  const path = pathIn(thread, file)
  if (text !== undefined) thread.session.workingCopy.set(path, text)
  const content = knownText(thread, path)
  const lines = content.split('\n').length
  appendCall(thread, 'Read', { file_path: path })
  const toolUseResult = { type: 'text', file: { filePath: path, content, numLines: lines, startLine: 1, totalLines: lines } }
  appendResult(thread, 'last', numbered(thread, content, 1), { toolUseResult, ...options })
}

function editAnswer(thread: Thread, path: string, updated: string, firstLine: number, lines: number): string {
  if (thread.session.client.version === '2.1.330') return `The file ${path} has been updated successfully.`
  const shown = updated
    .split('\n')
    .slice(firstLine - 1, firstLine - 1 + lines)
    .join('\n')
  return `The file ${path} has been updated. Here's a snippet of it with line numbers:\n${numbered(thread, shown, firstLine)}`
}

/** Replaces a piece of a file. Throws if the piece is not in it: the conversation would be impossible. */
export function appendEdit(thread: Thread, file: string, oldText: string, newText: string, options: ResultOptions): void {
  const path = pathIn(thread, file)
  const original = knownText(thread, path)
  if (!original.includes(oldText)) throw new Error(`${path} does not contain: ${oldText}`)
  const updated = original.replace(oldText, () => newText)
  thread.session.workingCopy.set(path, updated)
  const structuredPatch = linePatch(original, updated)
  const input = { file_path: path, old_string: oldText, new_string: newText }
  appendCall(thread, 'Edit', thread.session.client.version === '2.1.330' ? { replace_all: false, ...input } : input)
  const change = { filePath: path, oldString: oldText, newString: newText, originalFile: original }
  const toolUseResult = { ...change, structuredPatch, userModified: false, replaceAll: false }
  const hunk = structuredPatch[0]
  appendResult(thread, 'last', editAnswer(thread, path, updated, hunk?.newStart ?? 1, hunk?.newLines ?? 1), { toolUseResult, ...options })
}

/** Writes a whole file, new or not. */
export function appendWrite(thread: Thread, file: string, content: string, options: ResultOptions): void {
  const path = pathIn(thread, file)
  const before = thread.session.workingCopy.get(path)
  thread.session.workingCopy.set(path, content)
  appendCall(thread, 'Write', { file_path: path, content })
  const structuredPatch = before === undefined ? [] : linePatch(before, content)
  const toolUseResult = {
    type: before === undefined ? 'create' : 'update',
    filePath: path,
    content,
    structuredPatch,
    originalFile: before ?? null,
  }
  const answer = before === undefined ? `File created successfully at: ${path}` : editAnswer(thread, path, content, 1, 20)
  appendResult(thread, 'last', answer, { toolUseResult, ...options })
}

/** Runs a shell command; a failing one answers with its exit code and output. */
export function appendRun(
  thread: Thread,
  command: string,
  output: string,
  options: ResultOptions & { readonly description?: string },
): void {
  const { description, ...rest } = options
  appendCall(thread, 'Bash', description === undefined ? { command } : { command, description })
  appendResult(thread, 'last', output, rest)
}

export interface ParallelCall {
  readonly tool: string
  readonly input: Fields
  readonly id?: string
  /** Without an answer the call stays open. */
  readonly result?: unknown
  readonly error?: boolean
  readonly after?: number
}

/** Several calls in one reply, then their results in the same order. */
export function appendParallel(thread: Thread, calls: readonly ParallelCall[]): void {
  const before = thread.openCalls.length
  for (const { tool, input, id } of calls) appendCall(thread, tool, input, id === undefined ? {} : { id })
  const opened = thread.openCalls.slice(before)
  calls.forEach(({ result, error, after }, at) => {
    const call = opened[at]
    if (call === undefined || result === undefined) return
    appendResult(thread, call.id, result, { ...(error === undefined ? {} : { error }), ...(after === undefined ? {} : { after }) })
  })
}
