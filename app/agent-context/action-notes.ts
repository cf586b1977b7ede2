/** What the record holds against an action: a failure, a rejection or a decision about this file or this command. */
import { sizeTokens, weightsOf } from '../model/estimate-tokens.ts'
import { actionHeading } from '../model/given-text.ts'
import { redactedCut, withoutLastWord } from '../model/format/cut-text.ts'
import { quotedLine } from '../model/format/quoted-line.ts'
import { sizeOfText } from '../model/text-size.ts'
import { isStanding } from './claude-md.ts'
import { fieldIn, maxKey } from './command-key.ts'
import type { Failure } from './failures.ts'
import type { EventNode } from './thinking-record.ts'

export interface ActionNote {
  /** What it is about: it is said once in a session. */
  readonly key: string
  /** The text, from which secrets are taken before it is cut. */
  readonly text: (redact: (plain: string) => string) => string
  readonly events: readonly string[]
}

const readers: ReadonlySet<string> = new Set(['Read', 'NotebookRead', 'Grep', 'Glob', 'LS'])

/** Notes of one action. */
const maxNotes = 3
/** Estimated tokens of a note. */
const maxTokens = 300
/** Characters of a note. */
const maxChars = 700
const weights = weightsOf(null)
const tokensOf = (text: string): number => sizeTokens(weights, 'injected', sizeOfText(text))

/** Within both limits: scripts without spaces take more tokens a character. */
const cut = (text: string): string => {
  let short = text.slice(0, maxChars)
  while (tokensOf(short) > maxTokens) short = short.slice(0, -20)
  return short.replace(/[\ud800-\udbff]$/, '')
}

const cite = ({ commit_id: commit, record, session_id: session, timestamp }: EventNode): string =>
  [commit ?? `session ${session.slice(0, 8)} line ${String(record.line)}`, timestamp.slice(0, 10)].filter((part) => part !== '').join(', ')

const changed = (event: EventNode, path: string): boolean =>
  event.tool_calls.some(
    ({ tool_name: tool, input_summary: input, outcome }) =>
      !readers.has(tool) && outcome !== 'reverted' && (fieldIn(input, 'file_path') ?? fieldIn(input, 'notebook_path')) === path,
  )

/** An event of a file, in words. */
const labelOf = ({ type, status }: EventNode): string =>
  type === 'rejection' ? 'Rejected' : status === 'reverted' ? 'Tried and taken back' : 'Decided'

/** Rejections first, then what was tried and taken back: they say what not to do again. Of each the newest. */
const fileNotes = (events: readonly EventNode[], path: string): readonly EventNode[] => {
  const about = events.filter((event) => event.files_affected.includes(path)).reverse()
  const rejected = about.filter((event) => event.type === 'rejection' && isStanding(event))
  const takenBack = about.filter(({ type, status }) => type === 'decision' && status === 'reverted')
  const decided = about.filter((event) => event.type === 'decision' && isStanding(event) && changed(event, path))
  return [...rejected, ...takenBack, ...decided].slice(0, maxNotes)
}

type Part = (redact: (plain: string) => string) => string

const lineOf =
  (event: EventNode): Part =>
  (redact) =>
    `${labelOf(event)}: ${redactedCut(event.summary, redact)} (${cite(event)})`

const noteOf = (key: string, subject: Part, lines: readonly Part[], events: readonly EventNode[]): ActionNote => ({
  key,
  text: (redact) => {
    return cut([actionHeading(subject(redact)), ...lines.map((line) => quotedLine(`- ${line(redact)}`))].join('\n'))
  },
  events: events.map(({ id }) => id),
})

/** Words of a command that name it, in small letters: a rejection that contains them is about it. Undefined: they are too short. */
export const wordsOfCommand = (command: string): string | undefined => {
  const [program = '', action = ''] = command.split(' ')
  const words = action === '' || action.startsWith('-') ? program : `${program} ${action}`
  return words.length >= 5 ? words.toLowerCase() : undefined
}

const namesCommand = (event: EventNode, command: string): boolean => {
  const words = wordsOfCommand(command)
  return words !== undefined && event.summary.toLowerCase().includes(words)
}

/** What to say before an edit of a file; undefined: nothing is recorded. @param events those that name the file */
export const noteForFile = (events: readonly EventNode[], path: string): ActionNote | undefined => {
  const found = fileNotes(events, path)
  return found.length === 0 ? undefined : noteOf(`file ${path}`, (redact) => quotedLine(redact(path)), found.map(lineOf), found)
}

/** The failure of a command, and its event. */
export interface FailedBefore {
  readonly failure: Failure
  readonly event: EventNode
}

/** Characters of a command that are shown. */
const maxShown = 120

const shownKey = (key: string): string => (key.length < maxKey ? key : withoutLastWord(key))

/**
 * What to say before a command; undefined: nothing is recorded.
 * @param key of the command
 */
export const noteForCommand = (rejections: readonly EventNode[], failed: FailedBefore | undefined, key: string): ActionNote | undefined => {
  const rejected = rejections.filter((event) => event.type === 'rejection' && isStanding(event) && namesCommand(event, key)).slice(-1)
  const times = failed !== undefined && failed.failure.times > 1 ? `, ${String(failed.failure.times)} times` : ''
  const lines = [
    ...(failed === undefined ? [] : [() => `It failed when it was run last${times} (${cite(failed.event)})`]),
    ...rejected.map(lineOf),
  ]
  if (lines.length === 0) return undefined
  const events = [...(failed === undefined ? [] : [failed.event]), ...rejected]
  return noteOf(`command ${key}`, (redact) => `\`${quotedLine(redact(shownKey(key))).slice(0, maxShown)}\``, lines, events)
}
