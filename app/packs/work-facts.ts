/** What a call did, as far as topics and the state of the work are concerned. */
import { oneLine } from '../model/format/one-line.ts'
import { changerKinds } from '../model/tool-kind.ts'
import { objectsIn, textIn, type JsonObject } from '../model/json-object.ts'
import { readCommand } from '../shell/read-command.ts'
import type { CallStep, ResultStep } from './recorded-steps.ts'

export interface FileChange {
  readonly path: string
  readonly change: 'created' | 'written' | 'edited' | 'deleted' | 'moved'
}

const pathOf = (input: JsonObject): string | undefined =>
  textIn(input, 'file_path') ?? textIn(input, 'notebook_path') ?? textIn(input, 'path')

/** Changes that a call was to make; those of a command as far as its text names them. */
export const changesOf = (call: CallStep, result: ResultStep | undefined): readonly FileChange[] => {
  if (changerKinds.has(call.does)) {
    const path = pathOf(call.input)
    if (path === undefined) return []
    if (call.does !== 'write') return [{ path, change: 'edited' }]
    return [{ path, change: result?.beside['type'] === 'create' ? 'created' : 'written' }]
  }
  const command = call.does === 'shell' ? textIn(call.input, 'command') : undefined
  if (command === undefined) return []
  const { effect } = readCommand(command, call.cwd)
  if (effect.kind !== 'paths') return []
  return [
    ...effect.removed.map((path): FileChange => ({ path, change: 'deleted' })),
    ...effect.moved.map(({ from }): FileChange => ({ path: from, change: 'moved' })),
  ]
}

export interface TodoItem {
  readonly text: string
  /** Null: the plan does not say. */
  readonly done: boolean | null
  readonly isActive: boolean
}

/** The list that a call of TodoWrite sets. */
export const todosOf = (input: JsonObject): readonly TodoItem[] =>
  objectsIn(input['todos']).flatMap((todo) => {
    const text = textIn(todo, 'content') ?? textIn(todo, 'text') ?? textIn(todo, 'subject')
    return text === undefined ? [] : [{ text, done: todo['status'] === 'completed', isActive: todo['status'] === 'in_progress' }]
  })

const numbered = /^\s{0,3}(?:\d+[.)]|[-*+])\s+(\[[ xX]\]\s+)?(.+)$/
const headed = /^#{2,4}\s+(.+)$/

/** The items of a plan: its numbered and marked lines, else its headings. */
export const itemsOfPlan = (plan: string): readonly TodoItem[] => {
  const lines = plan.split('\n')
  const listed = lines.flatMap((line): readonly TodoItem[] => {
    const [, mark, text] = numbered.exec(line) ?? []
    if (text === undefined) return []
    return [{ text: text.trim(), done: mark === undefined ? null : /x/i.test(mark), isActive: false }]
  })
  const steps = lines.flatMap((line): readonly TodoItem[] => {
    const [, text] = headed.exec(line) ?? []
    return text === undefined ? [] : [{ text: text.trim(), done: null, isActive: false }]
  })
  const isStepped = steps.some(({ text }) => /^(?:step|phase|part|\d+[.)])/i.test(text))
  return isStepped || listed.length === 0 ? steps : listed
}

/** What a call is about, in one line. */
export const subjectOf = ({ input }: CallStep): string => {
  const named = ['command', 'file_path', 'notebook_path', 'pattern', 'url', 'query', 'skill', 'description', 'subject', 'prompt', 'path']
  const text = named.flatMap((name) => textIn(input, name) ?? [])[0] ?? ''
  return oneLine(text)
}

/** The call with its subject; of a path, its end. */
export const aboutOf = (call: CallStep): string => {
  const subject = subjectOf(call)
    .slice(0, 160)
    .replace(/^\/\S*\/(?=[^/\s]+\/[^/\s]+$)/, '…/')
  return `${call.tool} ${subject}`.trim()
}

/** Commands that set the client up, or end its work, and are no task. */
const settings =
  /^\/(?:clear|model|config|login|logout|help|status|cost|context|mcp|agents|permissions|resume|exit|quit|compact|ide|terminal-setup|vim|theme|fast|effort|plugin|doctor|usage)\b/

export const isSetting = (command: string): boolean => settings.test(command)

const planFile = /[\\/]\.claude[\\/]plans[\\/][^\\/]+\.md$/

/** The text of a plan that the agent writes to a file of the client; undefined: the call writes none. */
export const writtenPlan = (call: CallStep): string | undefined =>
  call.does === 'write' && planFile.test(pathOf(call.input) ?? '') ? textIn(call.input, 'content') : undefined

/** The plan that a prompt hands over to a new session. */
export const handedPlan = (prompt: string): string | undefined => /^Implement the following plan:\s*([^]+)$/.exec(prompt)?.[1]

/** The first line of a plan, without the signs of a heading. */
export const planTitle = (plan: string): string => {
  const first = plan.split('\n').find((line) => line.trim() !== '') ?? ''
  return oneLine(first)
    .replace(/^#+\s*/, '')
    .slice(0, 300)
}
