/** An event as the record that a client writes of it, with what it says of files: no more than the event says. */
import { initIn, jsonOf } from '../../chains/read-system-events.ts'
import { isObject, readRecord, type JsonObject, type TranscriptRecord } from '../../../importer/claude-code/record-schema.ts'
import type { Event } from '../../model/event.ts'
import { writingTools } from './versions/tools.ts'

type PayloadOf<T extends Event['type']> = Extract<Event, { readonly type: T }>['payload']
export type ToolCall = PayloadOf<'tool_call'>

/** What is known of the commit of an event. */
export interface EventOrigin {
  /** Milliseconds since 1970; null: not recorded. */
  readonly occurredAt: number | null
  /** Of Claude Code; null: it may be another program. */
  readonly clientVersion: string | null
  /** False: what it says counts elsewhere. */
  readonly maySay: boolean
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

const inputOf = ({ input }: ToolCall): JsonObject => {
  try {
    const value: unknown = JSON.parse(jsonOf(input) ?? 'null')
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}

/** The client shows no more lines of a file when the call asks for no part of it. */
const mostLines = 2000

/** The client cuts longer lines, and says so at their ends. */
const isCut = (line: string): boolean => line.length >= 2000 && line.endsWith('... [truncated]')

const reminder = /^<system-reminder>[\s\S]*<\/system-reminder>$/

/** The lines with numbers that a text begins with. */
const numberedLines = (all: readonly string[], isClient: boolean): { readonly from: number; readonly lines: readonly string[] } => {
  // Of another program, a number and a tab may be in the file itself.
  const numbered = isClient ? /^ *(\d+)(?:→|\t)(.*)$/s : /^ *(\d+)→(.*)$/s
  const from = Number(numbered.exec(all[0] ?? '')?.[1] ?? 1)
  const lines: string[] = []
  for (const one of all) {
    const [, number, line = ''] = numbered.exec(one) ?? []
    if (number === undefined || Number(number) !== from + lines.length) break
    lines.push(line)
  }
  return { from, lines }
}

const asksForPart = (input: JsonObject): boolean =>
  ['offset', 'limit', 'pages'].some((name) => input[name] !== undefined && input[name] !== null)

/** The lines that a Read shows: the whole file when the call asked for no part of it and nothing else follows. */
const shownFile = (input: JsonObject, output: string, isClient: boolean): JsonObject | undefined => {
  const all = output.split('\n')
  const { from, lines } = numberedLines(all, isClient)
  if (lines.length === 0 || lines.some(isCut)) return undefined
  const rest = all.slice(lines.length).join('\n').trim()
  const isWhole = from === 1 && !asksForPart(input) && lines.length < mostLines && (rest === '' || reminder.test(rest))
  const shown = { filePath: input['file_path'], content: lines.join('\n'), startLine: from, numLines: lines.length }
  return { file: isWhole ? { ...shown, totalLines: lines.length } : shown }
}

/** The file was changed, and the event does not say to what. */
const changedSomehow = (filePath: string): JsonObject => ({ filePath, oldString: '', newString: '', userModified: true })

const edited = (filePath: string, input: JsonObject): JsonObject => {
  const { edits, old_string: oldString, new_string: newString, replace_all: replaceAll } = input
  const isEdit = typeof oldString === 'string' && oldString !== '' && typeof newString === 'string'
  if (Array.isArray(edits)) return { filePath, edits }
  return isEdit ? { filePath, oldString, newString, replaceAll } : changedSomehow(filePath)
}

/** What a person changed before it was written is in no event. */
const isModified = (output: string): boolean => /user modified/i.test(output.split('\n', 1)[0] ?? '')

const pathOf = (input: JsonObject): string | undefined => text(input['file_path']) ?? text(input['notebook_path'])

const changedFile = (name: string, input: JsonObject, output: string): JsonObject | undefined => {
  const [filePath, content] = [pathOf(input), text(input['content'])]
  if (filePath === undefined) return undefined
  if (isModified(output)) return changedSomehow(filePath)
  if (name !== 'Write') return edited(filePath, input)
  if (content === undefined) return changedSomehow(filePath)
  return { filePath, content, type: output.startsWith('File created') ? 'create' : 'update' }
}

const failure = /^(?:Error\b|<tool_use_error>)/

/** What the client of a transcript notes beside the result: a captured stream has only what the call was given and what it answered. */
const besideOf = (call: ToolCall | undefined, { output = '', is_error: isError }: PayloadOf<'tool_result'>, isClient: boolean) => {
  if (call === undefined || isError === true || failure.test(output)) return undefined
  const input = inputOf(call)
  if (call.name === 'Read') return text(input['file_path']) === undefined ? undefined : shownFile(input, output, isClient)
  return writingTools.has(call.name) ? changedFile(call.name, input, output) : undefined
}

/** A change of a file that is not named may be one of any: its result counts as that of an unknown call. */
const callBlocks = (call: ToolCall): readonly JsonObject[] => {
  const input = inputOf(call)
  if (writingTools.has(call.name) && pathOf(input) === undefined) return []
  return [{ type: 'tool_use', id: call.id, name: call.name, input }]
}

const partsOf = (event: Event, call: ToolCall | undefined, isClient: boolean): JsonObject => {
  switch (event.type) {
    case 'tool_call':
      return { type: 'assistant', message: { model: event.payload.model, content: callBlocks(event.payload) } }
    case 'tool_result': {
      const { id, output, is_error } = event.payload
      const content = [{ type: 'tool_result', tool_use_id: id, content: output ?? '', is_error: is_error === true }]
      return { type: 'user', message: { content }, toolUseResult: besideOf(call, event.payload, isClient) }
    }
    case 'system':
      return { type: 'system', subtype: event.payload.subtype, cwd: initIn(event.payload)?.cwd }
    default:
      return { type: event.type }
  }
}

/** @param call of a result, where the store contains it */
export const eventRecord = (event: Event, origin: EventOrigin, call: ToolCall | undefined): TranscriptRecord => {
  const { occurredAt, clientVersion, maySay } = origin
  return readRecord({
    ...(maySay ? partsOf(event, call, clientVersion !== null) : { type: event.type }),
    timestamp: occurredAt === null ? undefined : new Date(occurredAt).toISOString(),
    version: clientVersion ?? undefined,
  })
}
