/** Before an edit or a command: says what is recorded against it, once in a session. */
import { noteForCommand, noteForFile, wordsOfCommand, type ActionNote } from '../../../agent-context/action-notes.ts'
import { commandKey, isLooking } from '../../../agent-context/command-key.ts'
import { projectPath } from '../../../agent-context/project-path.ts'
import { eventsWith, failureOf } from '../../../agent-context/scan-graph.ts'
import { textIn } from '../../../model/json-object.ts'
import { readMark, takeOnce, writeMark } from '../local-state.ts'
import { readGraph } from '../read-graph.ts'
import { realFile } from '../project.ts'
import type { Hook, HookCall } from './hook.ts'
import { contextOutput } from './hook-input.ts'

const pathFields: Readonly<Record<string, string>> = {
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
}

/** The agent knows the events of this session. */
const isEarlier =
  ({ input }: HookCall) =>
  ({ session_id: session }: { readonly session_id: string }): boolean =>
    session !== input.sessionId

const noteOnFile = (call: HookCall, given: string): ActionNote | undefined => {
  const path = projectPath(realFile(given), call.files.root)
  const graph = readGraph(call.files)
  return graph === undefined ? undefined : noteForFile(eventsWith(graph, JSON.stringify(path)).filter(isEarlier(call)), path)
}

const noteOnCommand = (call: HookCall, command: string): ActionNote | undefined => {
  const key = commandKey(command, call.files.root)
  if (key === '' || isLooking(key)) return undefined
  const graph = readGraph(call.files)
  if (graph === undefined) return undefined
  const failed = failureOf(graph, key)
  const words = wordsOfCommand(key)
  const rejections = words === undefined ? [] : eventsWith(graph, '"type":"rejection"', words).filter(isEarlier(call))
  return noteForCommand(rejections, failed !== undefined && isEarlier(call)(failed.event) ? failed : undefined, key)
}

const noteOn = (call: HookCall): ActionNote | undefined => {
  const { tool, toolInput } = call.input
  const field = pathFields[tool]
  const path = field === undefined ? undefined : textIn(toolInput, field)
  if (path !== undefined) return noteOnFile(call, path)
  const command = tool === 'Bash' ? textIn(toolInput, 'command') : undefined
  return command === undefined ? undefined : noteOnCommand(call, command)
}

export const beforeAction: Hook = async (call) => {
  const note = noteOn(call)
  if (note === undefined) return ''
  const { files, input } = call
  const mark = readMark(files, input.sessionId)
  if (mark.keys.includes(note.key) || !takeOnce(files, input.sessionId, note.key)) return ''
  writeMark(files, input.sessionId, { keys: [...mark.keys, note.key], events: [...new Set([...mark.events, ...note.events])] })
  const { redactFor } = await import('../redact-words.ts')
  return contextOutput('PreToolUse', note.text(redactFor().text))
}
