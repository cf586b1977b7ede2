/** The state of the work as text: each line cites its record. */
import { oneLine } from '../../model/format/one-line.ts'
import { shortRecordName, type RecordPlace } from '../ledger-message.ts'
import type { StatedFile, StatedValidation, WorkState } from './work-state.ts'

/** UTF-8 bytes of the compact form. */
const maxCompactBytes = 2048

/** How much of each part is shown. */
interface Room {
  readonly text: number
  readonly items: number
  readonly files: number
  readonly errors: number
  readonly decisions: number
  readonly lines: number
}

const whole: Room = { text: 4000, items: 200, files: 500, errors: 50, decisions: 200, lines: 5 }
const compactRooms: readonly Room[] = [
  { text: 400, items: 8, files: 10, errors: 4, decisions: 6, lines: 3 },
  { text: 260, items: 6, files: 8, errors: 3, decisions: 4, lines: 2 },
  { text: 180, items: 5, files: 6, errors: 2, decisions: 3, lines: 1 },
  { text: 120, items: 4, files: 4, errors: 2, decisions: 2, lines: 1 },
  { text: 80, items: 2, files: 3, errors: 1, decisions: 1, lines: 0 },
  { text: 40, items: 1, files: 1, errors: 1, decisions: 1, lines: 0 },
]

const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`
}

const cite = ({ place }: { readonly place: RecordPlace }): string => ` [${shortRecordName(place)}]`

const more = (all: number, shown: number, what: string): readonly string[] => (all > shown ? [`  … and ${all - shown} more ${what}`] : [])

/** The longest folder that all paths are in, with its last slash; '' when it is short. */
const commonFolder = (paths: readonly string[]): string => {
  const [first = '', ...others] = paths
  let folder = first.slice(0, first.lastIndexOf('/') + 1)
  while (folder !== '' && !others.every((path) => path.startsWith(folder)))
    folder = folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1)
  return folder.length > 12 ? folder : ''
}

const planLines = ({ plan }: WorkState, room: Room): readonly string[] => {
  if (plan.length === 0) return []
  const done = plan.filter((item) => item.done === true)
  const open = plan.filter((item) => item.done !== true)
  const isTracked = plan.some((item) => item.done !== null)
  const shown = [...open, ...[...done].reverse()].slice(0, room.items)
  const inOrder = plan.filter((item) => shown.includes(item))
  const markOf = (item: boolean | null): string => (item === null ? '-' : item ? '- [x]' : '- [ ]')
  const head = isTracked ? `Plan: ${done.length} of ${plan.length} done` : `Plan: ${plan.length} items; nothing says which are done`
  const places = new Set(inOrder.map(({ place }) => shortRecordName(place)))
  const [first] = inOrder
  const isOne = places.size === 1 && first !== undefined
  const lines = inOrder.map((item) => `${markOf(item.done)} ${cut(oneLine(item.text), room.text)}${isOne ? '' : cite(item)}`)
  return [`${head}${isOne ? cite(first) : ''}`, ...lines, ...more(plan.length, inOrder.length, 'items')]
}

const outcomeOf = ({ outcome, changes, by }: StatedFile): string => {
  const made = outcome === 'done' ? (changes > 1 ? `, ${changes} changes` : '') : `, ${outcome === 'unknown' ? 'outcome n/a' : outcome}`
  return by === null ? made : `${made}, by ${by}`
}

const unseenLines = ({ unseenAgents }: WorkState): readonly string[] => {
  if (unseenAgents === null) return []
  const { count, names } = unseenAgents
  const agents = count === 1 ? 'a sub-agent' : `${count} sub-agents`
  return [`Not recorded: what ${agents} (${names.slice(0, 4).join(', ')}) changed${cite(unseenAgents)}`]
}

const fileLines = ({ files }: WorkState, room: Room): readonly string[] => {
  if (files.length === 0) return []
  const shown = files.slice(0, room.files)
  const folder = commonFolder(shown.map(({ path }) => path))
  const lines = shown.map((file) => `- ${file.path.slice(folder.length)}: ${file.change}${outcomeOf(file)}${cite(file)}`)
  const below = folder === '' ? '' : ` below ${folder}`
  return [`Files changed: ${files.length}${below}`, ...lines, ...more(files.length, shown.length, 'files')]
}

const validationLine = (validation: StatedValidation, room: Room): string => {
  const { kinds, outcome, exitCode, by, command } = validation
  const status = exitCode === null ? '' : `, exit status ${exitCode}`
  const source = by === 'output' ? ', as its output says' : ''
  return `${kinds.join(' and ')} ${outcome === 'unknown' ? 'outcome n/a' : outcome}${status}${source}: ${cut(command, room.text)}${cite(validation)}`
}

const validationLines = ({ validation }: WorkState, room: Room): readonly string[] => {
  if (validation === null) return []
  const lines = validation.lines.slice(0, room.lines).map((line) => `  ${cut(oneLine(line), room.text)}`)
  const earlier = validation.earlier.slice(0, room.lines).map((each) => `Before: ${validationLine(each, room)}`)
  return [`Last validation: ${validationLine(validation, room)}`, ...lines, ...earlier]
}

const errorLines = ({ errors }: WorkState, room: Room): readonly string[] => {
  if (errors.length === 0) return []
  const shown = errors.slice(0, room.errors)
  const lines = shown.map(
    (error) => `- ${error.tool} ${cut(error.subject, room.text)}: ${cut(oneLine(error.text), room.text)}${cite(error)}`,
  )
  return ['Open errors:', ...lines, ...more(errors.length, shown.length, 'errors')]
}

const decisionLines = ({ request, decisions: all }: WorkState, room: Room): readonly string[] => {
  // The newest request is a line already.
  const decisions = all.filter(({ kind, place }) => kind !== 'instruction' || place !== request?.place)
  if (decisions.length === 0) return []
  const shown = decisions.slice(-room.decisions)
  const lines = shown.map((each) => `- ${each.kind}${each.guess ? ' (guess)' : ''}: ${cut(oneLine(each.text), room.text)}${cite(each)}`)
  return ['Decisions of the person:', ...more(decisions.length, shown.length, 'before'), ...lines]
}

const textLine = (name: string, said: WorkState['goal'], room: Room): readonly string[] =>
  said === null ? [] : [`${name}${said.guess ? ' (guess)' : ''}: ${cut(oneLine(said.text), room.text)}${cite(said)}`]

const linesOf = (state: WorkState, room: Room): readonly string[] => [
  ...textLine('Goal', state.goal, room),
  ...textLine('Last request', state.request, room),
  ...planLines(state, room),
  ...fileLines(state, room),
  ...unseenLines(state),
  ...validationLines(state, room),
  ...errorLines(state, room),
  ...decisionLines(state, room),
  ...(state.next === null ? ['Next: n/a, the last response names no next step'] : textLine('Next', state.next, room)),
]

const emptyText = 'No goal, plan, change, validation, error or decision is recorded.'

const textWith = (state: WorkState, room: Room): string => {
  const lines = linesOf(state, room)
  return lines.length === 1 && state.next === null ? emptyText : lines.join('\n')
}

export const stateText = (state: WorkState): string => textWith(state, whole)

/** At most 2 KB. */
export const compactStateText = (state: WorkState): string => {
  for (const room of compactRooms) {
    const text = textWith(state, room)
    if (Buffer.byteLength(text) <= maxCompactBytes) return text
  }
  const least = textWith(state, compactRooms.at(-1) ?? whole)
  return new TextDecoder().decode(Buffer.from(least).subarray(0, maxCompactBytes)).replaceAll('\uFFFD', '')
}
