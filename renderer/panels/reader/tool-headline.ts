/** The subject of a tool call in one line: the command, the path, the pattern. */
import type { ToolResultView } from '../../../app/contract/reader.ts'
import { countOf } from '../../../app/model/format/count.ts'
import { pathInside } from '../../ui/format/format-path.ts'
import { fieldsOf, firstLine, tellingField, textIn, type Fields } from './input-fields.ts'

export interface ToolHeadline {
  readonly name: string
  /** The argument that matters. */
  readonly subject: string
  /** How the subject is written: code and paths are set in a fixed width, and the name of a path's file is never cut. */
  readonly kind: 'words' | 'code' | 'path'
  /** A second thing worth knowing. */
  readonly aside: string
}

export interface HeadlineCall {
  readonly name: string
  readonly input: unknown
  readonly cwd?: string | null
  readonly result?: Pick<ToolResultView, 'text' | 'stateBefore'> | null
}

/** Reads a call's input as recorded; anything unexpected is described by the field that says most. */
export const toolHeadline = ({ name, input, cwd = null, result = null }: HeadlineCall): ToolHeadline => {
  const known = headlines.get(name)?.(fieldsOf(input), cwd, result?.stateBefore ?? null)
  return { name: toolName(name), ...(known === undefined || known.subject === '' ? otherHeadline(input, result) : known) }
}

type Words = Omit<ToolHeadline, 'name'>
type Cwd = string | null

const code = (subject: string, aside = ''): Words => ({ subject, kind: 'code', aside })
const words = (subject: string, aside = ''): Words => ({ subject, kind: 'words', aside })
const path = (subject: string, cwd: Cwd, aside = ''): Words => ({ subject: pathInside(subject, cwd), kind: 'path', aside })
const joined = (parts: readonly string[], separator = ' '): string => parts.filter((part) => part !== '').join(separator)

const agentHeadline = (fields: Fields): Words => words(joined([textIn(fields, 'subagent_type'), textIn(fields, 'description')], ': '))

const searchHeadline = (fields: Fields, cwd: Cwd): Words => {
  const place = textIn(fields, 'path')
  const kinds = joined([textIn(fields, 'glob'), textIn(fields, 'type')])
  return code(pathInside(textIn(fields, 'pattern'), cwd), joined([place === '' ? '' : `in ${pathInside(place, cwd)}`, kinds]))
}

/** A command that first goes to a folder is about what it does there. */
const commandHeadline = (fields: Fields, cwd: Cwd): Words => {
  const command = textIn(fields, 'command').trim()
  const description = textIn(fields, 'description')
  const [, folder, rest] = /^cd\s+("[^"\n]+"|'[^'\n]+'|[^\s&|;"']+)\s*&&\s*(\S[\s\S]*)$/.exec(command) ?? []
  if (folder === undefined || rest === undefined) return code(firstLine(command), description)
  const place = pathInside(folder.replace(/^["']|["']$/g, ''), cwd)
  return code(firstLine(rest), joined([place === '.' ? '' : `in ${place}`, description], '; '))
}

const taskWords = (fields: Fields, _: Cwd, stateBefore: string | null): Words => {
  const [id, status, subject] = [textIn(fields, 'taskId'), textIn(fields, 'status'), textIn(fields, 'subject')]
  return words(joined([id === '' ? '' : `#${id}`, subject]), joined([stateBefore ?? '', status], ' → ').replaceAll('_', ' '))
}

const questionWords = (fields: Fields): Words => {
  const questions = Array.isArray(fields['questions']) ? fields['questions'].map(fieldsOf) : []
  const [first] = questions
  const more = questions.length > 1 ? countOf(questions.length, 'question') : ''
  return words(first === undefined ? '' : firstLine(textIn(first, 'question')), more)
}

/** The first line of a plan is mostly its title. */
const planWords = (fields: Fields): Words => words(firstLine(textIn(fields, 'plan')).replace(/^#+\s*/, '') || 'Plan for approval')

const headlines = new Map(
  Object.entries<(fields: Fields, cwd: Cwd, stateBefore: string | null) => Words>({
    Bash: commandHeadline,
    BashOutput: (fields) => code(textIn(fields, 'bash_id'), textIn(fields, 'filter')),
    KillShell: (fields) => code(textIn(fields, 'shell_id')),
    TaskOutput: (fields) => code(textIn(fields, 'task_id'), fields['block'] === false ? 'without waiting' : ''),
    TaskStop: (fields) => code(textIn(fields, 'task_id')),
    Read: (fields, cwd) => path(textIn(fields, 'file_path'), cwd, lineRange(fields)),
    Edit: (fields, cwd) => path(textIn(fields, 'file_path'), cwd, fields['replace_all'] === true ? 'every occurrence' : ''),
    MultiEdit: (fields, cwd) =>
      path(textIn(fields, 'file_path'), cwd, Array.isArray(fields['edits']) ? countOf(fields['edits'].length, 'edit') : ''),
    Write: (fields, cwd) => path(textIn(fields, 'file_path'), cwd),
    NotebookRead: (fields, cwd) => path(textIn(fields, 'notebook_path'), cwd),
    NotebookEdit: (fields, cwd) =>
      path(textIn(fields, 'notebook_path'), cwd, joined([textIn(fields, 'edit_mode'), textIn(fields, 'cell_type'), 'cell'])),
    Grep: searchHeadline,
    Glob: searchHeadline,
    LS: (fields, cwd) => path(textIn(fields, 'path'), cwd),
    LSP: (fields, cwd) => path(textIn(fields, 'filePath'), cwd, joined([textIn(fields, 'operation'), position(fields)], ' at ')),
    Task: agentHeadline,
    Agent: agentHeadline,
    WebFetch: (fields) => code(textIn(fields, 'url'), firstLine(textIn(fields, 'prompt'))),
    WebSearch: (fields) => words(textIn(fields, 'query')),
    ToolSearch: (fields) => words(textIn(fields, 'query')),
    TodoWrite: (fields) => words(todoWords(fields['todos'])),
    TaskCreate: (fields) => words(textIn(fields, 'subject')),
    TaskUpdate: taskWords,
    TaskGet: taskWords,
    Skill: (fields) => words(textIn(fields, 'skill') || textIn(fields, 'command'), firstLine(textIn(fields, 'args'))),
    SlashCommand: (fields) => code(textIn(fields, 'command')),
    ExitPlanMode: planWords,
    AskUserQuestion: questionWords,
  }),
)

const todoWords = (todos: unknown): string => {
  if (!Array.isArray(todos)) return ''
  const all = todos.map(fieldsOf)
  const done = all.filter((todo) => todo['status'] === 'completed').length
  const current = all.find((todo) => todo['status'] === 'in_progress')
  const now = current === undefined ? '' : textIn(current, 'activeForm') || textIn(current, 'content')
  return `${done} of ${todos.length} done${now === '' ? '' : `; now: ${now}`}`
}

const position = (fields: Fields): string => joined([textIn(fields, 'line'), textIn(fields, 'character')], ':')

const lineRange = (fields: Fields): string => {
  const { offset, limit, pages } = { offset: fields['offset'], limit: fields['limit'], pages: textIn(fields, 'pages') }
  if (pages !== '') return `pages ${pages}`
  if (typeof offset !== 'number') return typeof limit === 'number' ? `first ${limit} lines` : ''
  return typeof limit === 'number' ? `lines ${offset} to ${offset + limit - 1}` : `from line ${offset}`
}

/** `mcp__server__tool` → `server · tool`. */
const toolName = (name: string): string => {
  const [, server, tool] = /^mcp__(.+?)__(.+)$/.exec(name) ?? []
  return server === undefined || tool === undefined ? name || 'Tool without a name' : `${server} · ${tool}`
}

/** By the field that says most; a call without input by the first line of its result, unless that is JSON. */
const otherHeadline = (input: unknown, result: HeadlineCall['result']): Words => {
  const field = tellingField(input)
  if (field !== undefined) return code(field.name === '' ? field.value : `${field.name}: ${field.value}`)
  const said = firstLine(result?.text ?? '')
  return words(said === '' || /^[[{<]/.test(said) ? 'Without input' : said)
}
