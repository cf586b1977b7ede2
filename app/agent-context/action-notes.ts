/** What the record holds against an action: a failure, a rejection or a decision about this file or this command. */
import { oneLine } from '../model/format/one-line.ts'
import { isStanding } from './claude-md.ts'
import { fieldIn } from './command-key.ts'
import type { Failure } from './failures.ts'
import type { EventNode } from './thinking-record.ts'

export interface ActionNote {
  /** What it is about: it is said once in a session. */
  readonly key: string
  readonly text: string
  readonly events: readonly string[]
}

const readers: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS'])

/** Notes of one action. */
const maxNotes = 3
/** Characters of all notes: below 300 tokens in any language that uses letters. */
const maxChars = 700

const cite = ({ commit_id: commit, record, session_id: session, timestamp }: EventNode): string =>
  [commit ?? `session ${session.slice(0, 8)} line ${String(record.line)}`, timestamp.slice(0, 10)].filter((part) => part !== '').join(', ')

const changed = (event: EventNode, path: string): boolean =>
  event.tool_calls.some(
    ({ tool_name: tool, input_summary: input, outcome }) =>
      !readers.has(tool) && outcome !== 'reverted' && (fieldIn(input, 'file_path') ?? fieldIn(input, 'notebook_path')) === path,
  )

const labels = { rejection: 'Rejected', decision: 'Decided' } as const

/** Rejections first: they say what not to do again. Of each the newest. */
const fileNotes = (events: readonly EventNode[], path: string): readonly EventNode[] => {
  const about = events.filter((event) => event.files_affected.includes(path) && isStanding(event))
  const rejected = about.filter(({ type }) => type === 'rejection').reverse()
  const decided = about.filter((event) => event.type === 'decision' && changed(event, path)).reverse()
  return [...rejected, ...decided].slice(0, maxNotes)
}

const lineOf = (event: EventNode): string =>
  `${event.type === 'rejection' ? labels.rejection : labels.decision}: ${oneLine(event.summary)} (${cite(event)})`

const noteOf = (key: string, head: string, lines: readonly string[], events: readonly EventNode[]): ActionNote => ({
  key,
  text: [head, ...lines.map((line) => `- ${line}`)].join('\n').slice(0, maxChars),
  events: events.map(({ id }) => id),
})

/** Words of the command that name it: a rejection that contains them is about it. */
const namesCommand = (event: EventNode, command: string): boolean => {
  const [program = '', action = ''] = command.split(' ')
  const words = action === '' || action.startsWith('-') ? program : `${program} ${action}`
  return words.length >= 5 && event.summary.toLowerCase().includes(words.toLowerCase())
}

/** What to say before an edit of a file; undefined: nothing is recorded. @param events those that name the file */
export const noteForFile = (events: readonly EventNode[], path: string): ActionNote | undefined => {
  const found = fileNotes(events, path)
  return found.length === 0 ? undefined : noteOf(`file ${path}`, `Recorded for ${path} in earlier work:`, found.map(lineOf), found)
}

/** The failure of a command, and its event. */
export interface FailedBefore {
  readonly failure: Failure
  readonly event: EventNode
}

/**
 * What to say before a command; undefined: nothing is recorded.
 * @param key of the command
 */
export const noteForCommand = (rejections: readonly EventNode[], failed: FailedBefore | undefined, key: string): ActionNote | undefined => {
  const rejected = rejections.filter((event) => event.type === 'rejection' && isStanding(event) && namesCommand(event, key)).slice(-1)
  const times = failed !== undefined && failed.failure.times > 1 ? `, ${String(failed.failure.times)} times` : ''
  const lines = [
    ...(failed === undefined ? [] : [`It failed when it was run last${times} (${cite(failed.event)})`]),
    ...rejected.map(lineOf),
  ]
  if (lines.length === 0) return undefined
  return noteOf(`command ${key}`, `Recorded for \`${key.slice(0, 120)}\` in earlier work:`, lines, [
    ...(failed === undefined ? [] : [failed.event]),
    ...rejected,
  ])
}
