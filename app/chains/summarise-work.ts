/** The one line that says what a commit is about, by rule: what was asked, and what was done about it. */
import { toolKind } from '../../importer/agents.ts'
import { changerKinds, finderKinds, readerKinds, type ToolKind } from '../model/tool-kind.ts'

type Kinds = ReadonlySet<ToolKind>

/** The parts of a tool call that a summary uses. */
export interface Work {
  readonly tool: string
  readonly file: string | undefined
}

/** The facts from which a summary is written. */
export interface WorkFacts {
  /** The text that the commit answers or, when the commit contains no request, the text that it begins with; empty: none. */
  readonly asked: string
  readonly work: readonly Work[]
  /** Number of tool results and replies that are errors. */
  readonly errors: number
  /** Number of calls that were refused or stopped; these are not errors. */
  readonly refused: number
  readonly interrupted: boolean
}

/** Maximum length of the request in a summary, Unicode characters. */
const askedLimit = 120
const filesNamed = 2
const maxActions = 4

const shells: Kinds = new Set<ToolKind>(['shell', 'other-shell', 'shell-output'])
const agents: Kinds = new Set<ToolKind>(['agent'])
const lookUps: Kinds = new Set<ToolKind>(['web'])
/** Their names say nothing of the work. */
const unnamed: Kinds = new Set<ToolKind>(['todo', 'notes', 'find-tool', 'stop-shell'])
const counting: readonly Kinds[] = [changerKinds, readerKinds, finderKinds, shells, agents, lookUps, unnamed]

const isOther = (tool: string): boolean => {
  const kind = toolKind(tool)
  return counting.every((kinds) => !kinds.has(kind))
}

const counted = (count: number, one: string, many: string): readonly string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]

const nameOf = (path: string): string =>
  path
    .split(/[\\/]/)
    .filter((part) => part !== '')
    .at(-1) ?? path

const filesOf = (work: readonly Work[], kinds: Kinds): readonly string[] => [
  ...new Set(work.flatMap(({ tool, file }) => (kinds.has(toolKind(tool)) && file !== undefined ? [file] : []))),
]

const edited = (work: readonly Work[]): readonly string[] => {
  const files = filesOf(work, changerKinds)
  if (files.length === 0) return counted(callsOf(work, changerKinds), 'edit', 'edits')
  const more = files.length > filesNamed ? ` and ${files.length - filesNamed} more` : ''
  return [`edited ${files.slice(0, filesNamed).map(nameOf).join(', ')}${more}`]
}

const callsOf = (work: readonly Work[], kinds: Kinds): number => work.filter(({ tool }) => kinds.has(toolKind(tool))).length

/** `mcp__server__tool` is known by its tool. */
const shortName = (tool: string): string => (tool.startsWith('mcp__') ? tool.split('__').slice(2).join('__') || tool : tool)

const others = (work: readonly Work[]): readonly string[] => {
  const calls = new Map<string, number>()
  for (const { tool } of work) if (isOther(tool)) calls.set(shortName(tool), (calls.get(shortName(tool)) ?? 0) + 1)
  return [...calls].map(([tool, count]) => (count === 1 ? tool : `${tool} ×${count}`))
}

const read = (work: readonly Work[]): readonly string[] => {
  const written = new Set(filesOf(work, changerKinds))
  const files = filesOf(work, readerKinds)
  const only = files.filter((file) => !written.has(file))
  if (files.length === 0) return counted(callsOf(work, readerKinds), 'read', 'reads')
  return only.length === 1 ? only.map((file) => `read ${nameOf(file)}`) : counted(only.length, 'file read', 'files read')
}

/** The work, the most important first. */
const actionsOf = (work: readonly Work[]): readonly string[] => {
  const actions = [
    ...edited(work),
    ...counted(callsOf(work, shells), 'command', 'commands'),
    ...counted(callsOf(work, agents), 'agent', 'agents'),
    ...others(work),
    ...read(work),
    ...counted(callsOf(work, finderKinds), 'search', 'searches'),
    ...counted(callsOf(work, lookUps), 'web look-up', 'web look-ups'),
  ]
  return actions.length <= maxActions ? actions : [...actions.slice(0, maxActions), 'more']
}

/** The first line is looked for this far, UTF-16 code units. */
const maxSearchedLength = 10_000

function* linesIn(text: string): Generator<string> {
  for (let start = 0; start <= text.length;) {
    const newline = text.indexOf('\n', start)
    const end = newline === -1 ? text.length : newline
    yield text.slice(start, end)
    start = end + 1
  }
}

const firstOfWords = (text: string): string | undefined => {
  for (const line of linesIn(text)) if (/[^\s!-/:-@[-`{-~]/.test(line)) return line
  return undefined
}

/** The first line of more than marks such as a fence, shortened. */
const firstLine = (text: string): string => {
  const line = (firstOfWords(text.slice(0, maxSearchedLength)) ?? text).trim()
  if (line.length <= askedLimit) return line
  // A character has two code units at most.
  const characters = Array.from(line.slice(0, askedLimit * 2 + 1))
  return characters.length <= askedLimit ? line : `${characters.slice(0, askedLimit - 1).join('')}…`
}

/** The words of a text that a program wrote in tags: its summary when it has one, else the outer tag's name and what stands within. */
export const untagged = (text: string): string => {
  const tag = /^\s*<([a-z][a-z-]*)[ >]/i.exec(text)?.[1]
  if (tag === undefined) return text
  const summary = /<summary>([^<]+)<\/summary>/.exec(text)?.[1]?.trim()
  if (summary !== undefined && summary !== '') return summary
  const within = text.replaceAll(/<[^>]*>/g, '\n').trim()
  return `${tag.replaceAll('-', ' ')}${within === '' ? '' : `: ${within}`}`
}

/** The request, then ` — `, then the work, as far as they exist; empty when neither does. */
export const summariseWork = ({ asked, work, errors, refused, interrupted }: WorkFacts): string => {
  const actions = actionsOf(work).join(', ')
  const outcome = [
    ...counted(errors, 'error', 'errors'),
    ...counted(refused, 'refused call', 'refused calls'),
    ...(interrupted ? ['interrupted'] : []),
  ]
  const done = [...(actions === '' ? [] : [actions]), ...outcome].join('; ')
  const subject = firstLine(asked)
  if (subject === '' || done === '') return subject || done
  return `${subject} — ${done}`
}
