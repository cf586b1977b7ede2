/** What a tool call is about, in one line: the command, the path, the pattern. */
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { fileChangers } from '../../../app/model/file-tools.ts'

export interface ToolHeadline {
  readonly name: string
  /** The argument that matters; empty when the call has none. */
  readonly subject: string
  /** How the subject is written: code is set in a fixed width. */
  readonly isCode: boolean
  /** A second thing worth knowing. */
  readonly aside: string
}

type Fields = Readonly<Record<string, unknown>>

/** Reads a call's input as recorded; anything unexpected is shown as it is. */
export const toolHeadline = (name: string, input: unknown): ToolHeadline => {
  const fields = isFields(input) ? input : {}
  const known = headlines.get(name)?.(fields)
  return { name: toolName(name), ...(known ?? firstField(fields, input)) }
}

type Words = Omit<ToolHeadline, 'name'>

const code = (subject: string, aside = ''): Words => ({ subject, isCode: true, aside })
const words = (subject: string, aside = ''): Words => ({ subject, isCode: false, aside })

const agentHeadline = (fields: Fields): Words =>
  words([text(fields, 'subagent_type'), text(fields, 'description')].filter((part) => part !== '').join(': '))
const editHeadline = (fields: Fields): Words => code(text(fields, 'file_path'), fields['replace_all'] === true ? 'every occurrence' : '')

const headlines = new Map(
  Object.entries<(fields: Fields) => Words>({
    Bash: (fields) => code(firstLine(text(fields, 'command')), text(fields, 'description')),
    BashOutput: (fields) => code(text(fields, 'bash_id')),
    Read: (fields) => code(text(fields, 'file_path'), lineRange(fields)),
    Edit: editHeadline,
    MultiEdit: (fields) => code(text(fields, 'file_path'), Array.isArray(fields['edits']) ? `${fields['edits'].length} edits` : ''),
    Write: (fields) => code(text(fields, 'file_path')),
    NotebookEdit: (fields) => code(text(fields, 'notebook_path')),
    Grep: (fields) => code(text(fields, 'pattern'), [text(fields, 'path'), text(fields, 'glob')].filter((part) => part !== '').join(' ')),
    Glob: (fields) => code(text(fields, 'pattern'), text(fields, 'path')),
    LS: (fields) => code(text(fields, 'path')),
    Task: agentHeadline,
    Agent: agentHeadline,
    WebFetch: (fields) => code(text(fields, 'url'), firstLine(text(fields, 'prompt'))),
    WebSearch: (fields) => words(text(fields, 'query')),
    TodoWrite: (fields) => words(todoWords(fields['todos'])),
    Skill: (fields) => words(text(fields, 'skill') || text(fields, 'command')),
    SlashCommand: (fields) => code(text(fields, 'command')),
    ExitPlanMode: (fields) => words(firstLine(text(fields, 'plan'))),
  }),
)

const todoWords = (todos: unknown): string => {
  if (!Array.isArray(todos)) return ''
  const done = todos.filter((todo) => isFields(todo) && todo['status'] === 'completed').length
  const current = todos.find((todo): todo is Fields => isFields(todo) && todo['status'] === 'in_progress')
  return `${done} of ${todos.length} done${current === undefined ? '' : `; now: ${text(current, 'activeForm') || text(current, 'content')}`}`
}

const lineRange = (fields: Fields): string => {
  const { offset, limit } = { offset: fields['offset'], limit: fields['limit'] }
  if (typeof offset !== 'number') return typeof limit === 'number' ? `first ${limit} lines` : ''
  return typeof limit === 'number' ? `lines ${offset} to ${offset + limit - 1}` : `from line ${offset}`
}

/** `mcp__server__tool` → `server · tool`. */
const toolName = (name: string): string => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined || tool === undefined ? name : `${server} · ${tool}`
}

const firstField = (fields: Fields, input: unknown): Words => {
  const entry = Object.entries(fields).find(([, value]) => typeof value === 'string' || typeof value === 'number')
  if (entry !== undefined) return code(`${entry[0]}: ${firstLine(String(entry[1]))}`)
  return code(input === undefined || (isFields(input) && Object.keys(input).length === 0) ? '' : firstLine(JSON.stringify(input)))
}

const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (fields: Fields, name: string): string => {
  const value = fields[name]
  return typeof value === 'string' ? value : ''
}

const firstLine = (whole: string): string => {
  const [line = '', ...more] = whole.trim().split('\n')
  return more.length === 0 ? line : `${line} …`
}

const changing: ReadonlySet<string> = new Set([...fileChangers, 'TodoWrite'])

/** Which tool calls are unfolded at first: what changed something, and what failed or was refused. */
export const opensAtFirst = (name: string, result: ToolResultView | null): boolean =>
  changing.has(name) || result?.isError === true || (result !== null && result.refusal !== null) || (result?.images.length ?? 0) > 0
