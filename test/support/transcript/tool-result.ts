/** What tools answer: a user record per result, with the client's own structured copy beside it. */
import type { Fields } from './session.ts'
import { pass, type Call, type Thread } from './thread.ts'
import { appendUser } from './user-row.ts'

export interface ResultOptions {
  readonly error?: boolean
  /** Milliseconds since the record before: how long the tool ran. */
  readonly after?: number
  readonly uuid?: string
  /** Replaces the structured copy that is made up from the tool and its answer. */
  readonly toolUseResult?: unknown
  /** Further fields of the record. */
  readonly fields?: Fields
}

const toolTimeMs: Readonly<Record<string, number>> = { Bash: 2_400, Read: 60, Grep: 140, Glob: 90, Edit: 80, Write: 90, WebFetch: 3_000 }

type Structure = (call: Call, text: string) => unknown

const structures: Readonly<Record<string, Structure>> = {
  Bash: (_call, text) => ({ stdout: text, stderr: '', interrupted: false, isImage: false }),
  Read: (call, text) => {
    const lines = text.split('\n').length
    return { type: 'text', file: { filePath: call.input['file_path'], content: text, numLines: lines, startLine: 1, totalLines: lines } }
  },
  Grep: (_call, text) => {
    const filenames = [...new Set(text.split('\n').map((line) => line.split(':')[0] ?? line))]
    return { mode: 'content', numFiles: filenames.length, filenames, content: text, numLines: text.split('\n').length }
  },
  Glob: (_call, text) => {
    const filenames = text.split('\n')
    return { filenames, durationMs: 12, numFiles: filenames.length, truncated: false }
  },
}

function structured(call: Call | undefined, content: unknown, options: ResultOptions): unknown {
  if (options.toolUseResult !== undefined) return options.toolUseResult
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  if (options.error === true) return `Error: ${text}`
  return call === undefined ? text : (structures[call.name]?.(call, text) ?? content)
}

function findCall(thread: Thread, which: string): Call | undefined {
  if (which === 'last') return thread.openCalls.at(-1)
  if (which === 'first') return thread.openCalls[0]
  return thread.openCalls.find((call) => call.id === which)
}

/**
 * Answers an open call: `last` or `first` of those unanswered, or one by its id. An id that nobody called makes an
 * orphan result. Throws if there is no open call to answer.
 */
export function appendResult(thread: Thread, which: string, content: unknown, options: ResultOptions = {}): void {
  const { client } = thread.session
  const call = findCall(thread, which)
  if (call === undefined && (which === 'last' || which === 'first')) throw new Error('no open tool call to answer')
  if (call !== undefined) thread.openCalls.splice(thread.openCalls.indexOf(call), 1)
  pass(thread, toolTimeMs[call?.name ?? ''] ?? 400, options.after)
  const answer = { tool_use_id: call?.id ?? which, type: 'tool_result', content }
  const parent = client.resultParent === 'own-call' ? call?.row : undefined
  const source = client.namesResultSource && call !== undefined ? { sourceToolAssistantUUID: call.row } : {}
  const tail = { toolUseResult: structured(call, content, options), ...source, ...options.fields }
  appendUser(thread, [options.error === true ? { ...answer, is_error: true } : answer], tail, { parent, uuid: options.uuid })
}
