/** Objects as tables, and the sets of a session. */
import { continuedText } from '../../model/objects/continued-export.ts'
import type { CollapseView, ListedObject, ObjectsPage, ObjectView, SessionStateView, SetSize } from '../../contract/session-state.ts'
import { countOf } from '../../model/format/count.ts'
import { shortSessionName } from '../../model/session-name.ts'
import type { Terminal } from '../terminal.ts'
import { countText, notAvailable, shortCountText, timeText } from './format.ts'
import { printTable, type TableColumn } from './print-table.ts'
import { printableLine } from './printable.ts'

export const aboutText = (tokens: number | null): string => (tokens === null ? notAvailable : `about ${shortCountText(tokens)}`)

const shortIdChars = 14

/** Ids of files are hashes: their beginning is enough. */
const idText = ({ id, type }: ObjectView, isWide: boolean): string =>
  printableLine(type === 'file' && !isWide ? id.slice(0, shortIdChars) : id)

const nameText = ({ name, tool }: ObjectView): string => printableLine(tool === null ? name : `${tool} ${name}`.trimEnd())

const stateText = ({ level, pinned, locked }: ListedObject): string => {
  if (level === null) return ''
  if (pinned === true) return 'pinned'
  return locked && level === 'active' ? 'locked' : level
}

const columnsOf = ({ colors }: Terminal): readonly TableColumn[] => [
  { title: 'ID', paint: colors.yellow },
  { title: 'TYPE' },
  { title: 'STATE' },
  { title: 'VERSIONS', align: 'right', dropped: 2 },
  { title: 'TOKENS', align: 'right' },
  { title: 'LAST USED', paint: colors.dim, dropped: 1 },
  { title: 'SESSIONS', align: 'right', dropped: 3 },
  { title: 'NAME', flexible: true },
]

/** @param page the objects that were asked for, and how many there are */
export const objectsText = ({ objects, total }: ObjectsPage, terminal: Terminal): string => {
  if (total === 0) return 'No objects.\n'
  const isWide = terminal.width === undefined
  const inSession = objects.some(({ level }) => level !== null)
  const kept = columnsOf(terminal).map(({ title }) => (inSession ? title !== 'SESSIONS' : title !== 'STATE'))
  const cells = objects.map((object) => [
    idText(object, isWide),
    object.type,
    stateText(object),
    countText(object.versions),
    aboutText(object.aboutTokens),
    timeText(object.lastUsedAt),
    countText(object.sessions),
    nameText(object),
  ])
  const table = printTable(
    columnsOf(terminal).filter((_, at) => kept[at] === true),
    cells.map((row) => row.filter((_, at) => kept[at] === true)),
    terminal.width,
    terminal.colors.bold,
  )
  const unknown = objects.some((object) => object.aboutTokens === null)
    ? ' n/a: not all of the content of a file is known, or no record contains the system prompt (clients before 2.1.330 do not write it).'
    : ''
  const isPartial = inSession && objects.some(({ type }) => type === 'chat')
  const whole = isPartial ? ' A chat is counted in full here; session state counts the part that is in the context.' : ''
  const shown =
    objects.length === total ? countOf(total, 'object') : `${countText(objects.length)} of ${countOf(total, 'object')}; use -n for more`
  return `${table}${terminal.colors.dim(`${shown}. Tokens are estimated from characters: clients do not record those of an object.${whole}${unknown}`)}\n`
}

/** @param on the fork where they are pinned */
export const pinnedText = ({ objects, total }: ObjectsPage, on: string): string => {
  const name = printableLine(on)
  if (total === 0) return `Nothing is pinned on ${name}. To pin an object: strata pin ID --on ${name}\n`
  const lines = objects.map((object) => `${printableLine(object.id)} ${object.type} ${printableLine(object.name)}\n`)
  if (objects.length === total) return lines.join('')
  const more = `to list more: strata objects --at ${name} --state pinned -n ${total}`
  return `${lines.join('')}${countText(objects.length)} of ${countOf(total, 'object')}; ${more}\n`
}

const setLine = (name: string, { objects, chars, aboutTokens }: SetSize): readonly string[] => [
  name,
  countText(objects),
  countText(chars),
  aboutText(aboutTokens),
]

const limitText = ({ outputsPerTurn, turnsBack }: CollapseView): string => {
  const outputs = outputsPerTurn === null ? 'all outputs' : `the newest ${countOf(outputsPerTurn, 'output')}`
  return turnsBack === null ? `${outputs} of each turn` : `${outputs} of each of the last ${countOf(turnsBack, 'turn')}`
}

const policyText = (policy: CollapseView): string => `Policy ${policy.name}: ${limitText(policy)}; pinned objects always.`

/** Notes on microcompactions; none with a policy, which replaces them. */
const microcompactionNotes = ({ policy, microcompactions, unnamedMicrocompactions }: SessionStateView): readonly string[] => {
  if (policy !== null || microcompactions === 0) return []
  if (unnamedMicrocompactions === 0) return [`${countOf(microcompactions, 'microcompaction')} cleared outputs of tools.`]
  const those = countOf(unnamedMicrocompactions, 'microcompaction')
  return [`Which outputs ${those} cleared is not recorded: they count as active.`]
}

/** Explains the numbers, and names unknown values. */
const notesOf = (view: SessionStateView): readonly string[] => [
  view.policy === null ? 'As the client had it.' : policyText(view.policy),
  ...(view.continues === null || view.policy !== null ? [] : [continuedText(view.continues)]),
  ...(view.on === null ? [] : [`With what was set on ${printableLine(view.on)}.`]),
  ...(view.otherForks.length === 0
    ? []
    : [`Without what was set on forks of this commit: name one of ${view.otherForks.map(printableLine).join(', ')}.`]),
  view.isAfterCompaction
    ? 'What was met before the last compaction is in the session index alone; a file that the summary names is in the metadata pool.'
    : 'No compaction came before.',
  ...microcompactionNotes(view),
  ...(view.hasSystemPrompt ? [] : ['System prompt: not recorded.']),
  'The metadata pool includes active objects; its size counts one line per inactive object.',
  `Tokens are characters divided by ${view.charsPerToken}: no client records those of a part.`,
  view.recordedTokens === null
    ? 'No reply records the size of the context.'
    : `The last reply records ${countOf(view.recordedTokens, 'token')} of context, with system prompt, tools and thinking.`,
]

export const stateTableText = (view: SessionStateView, terminal: Terminal): string => {
  const { colors } = terminal
  const columns: readonly TableColumn[] = [
    { title: 'SET', flexible: true },
    { title: 'OBJECTS', align: 'right' },
    { title: 'CHARACTERS', align: 'right' },
    { title: 'TOKENS', align: 'right' },
  ]
  const { index, metadata, active, pinned } = view.sizes
  const rows = [setLine('session index', index), setLine('metadata pool', metadata), setLine('active', active), setLine('pinned', pinned)]
  const head = `${colors.bold(`${printableLine(shortSessionName(view.sessionId))} at ${view.commitId}`)}\n`
  const table = printTable(columns, rows, terminal.width, colors.bold)
  const notes = notesOf(view).map((note) => `${note}\n`)
  return `${head}${table}${colors.dim(notes.join(''))}${colors.dim(`To list them: strata objects --at ${printableLine(view.on ?? view.commitId)} --state active`)}\n`
}
