/**
 * What a session knew, for an agent of another runtime, in at most as many tokens as it may take: goal, what was done, files, state and
 * next step. It is put together from records alone; each line cites its record.
 */
import { StrataError } from '../../model/failure.ts'
import { countOf } from '../../model/format/count.ts'
import { oneLine } from '../../model/format/one-line.ts'
import { Losses } from '../../model/losses.ts'
import type { Priority } from '../context-strategy.ts'
import type { History } from '../read-ledger.ts'
import { shortRecordName, type LedgerMessage, type RecordPlace } from '../ledger-message.ts'
import { selectPacks, type ChosenPack } from '../select-packs.ts'
import { compactStateText, stateText } from '../state/state-text.ts'
import type { WorkState } from '../state/work-state.ts'
import type { WorkFile, WorkTurn } from './read-turns.ts'

export interface NarrativeRequest {
  /** Tokens. */
  readonly budget: number
  readonly tokensOf: (chars: number) => number
  readonly title: string
  readonly facts: readonly (readonly [string, string])[]
  /** Names of parts that a person requires, and of those that a person excludes. */
  readonly pinned: ReadonlySet<string>
  readonly dropped: ReadonlySet<string>
}

export interface Narrative {
  readonly text: string
  readonly tokens: number
  readonly packs: readonly ChosenPack[]
  /** Undefined: it fits. Else the tokens of the required parts in their shortest form. */
  readonly needed: number | undefined
}

/** The part that says which session it is. */
const headName = 'head'

type Section = 'head' | 'goal' | 'done' | 'reports' | 'files' | 'state'

interface Part {
  readonly name: string
  readonly section: Section
  readonly priority: Priority
  readonly rank: number
  readonly full: string
  readonly compact: string
}

const heads: Readonly<Record<Section, string>> = {
  head: '',
  goal: '## Goal',
  done: '## What was done',
  reports: '## What sub-agents reported',
  files: '## What is known of files',
  state: '## State and next step',
}

const cite = (place: RecordPlace): string => `[${shortRecordName(place)}]`

/** Never in the middle of a surrogate pair. */
const cut = (text: string, length: number): string => {
  if (text.length <= length) return text
  const last = text.charCodeAt(length - 1)
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length)}…`
}

/** Text of records in lines that no heading and no item can begin: it cannot pass for a part of the narrative. */
const quoted = (text: string, length: number, indent: string): string =>
  cut(text.trim(), length)
    .split('\n')
    .map((line, at) => (at === 0 ? line : `${indent}> ${line}`))
    .join('\n')

const listed = (paths: readonly string[], most: number): string =>
  `${paths.slice(0, most).map(oneLine).join(', ')}${paths.length > most ? ` and ${paths.length - most} more` : ''}`

const headOf = ({ title, facts }: NarrativeRequest): string =>
  [
    `# ${cut(oneLine(title), 200)}`,
    ...facts.map(([name, value]) => `- ${name}: ${cut(oneLine(value), 200)}`),
    'What this session knew, put together from its records. [SOURCE:LINE] is the record that a line cites.',
  ].join('\n')

const goalOf = ({ goal, request }: WorkState, length: number): string => {
  const lines = [
    goal === null ? 'Goal: n/a, no prompt is recorded' : `Goal: ${quoted(goal.text, length, '')} ${cite(goal.place)}`,
    ...(request === null ? [] : [`Newest request: ${quoted(request.text, length, '')} ${cite(request.place)}`]),
  ]
  return lines.join('\n')
}

const outcomesOf = ({ changed, validations, isStopped }: WorkTurn, most: number): readonly string[] => [
  ...(changed.length === 0 ? [] : [`changed ${listed(changed, most)}`]),
  ...validations.slice(-most),
  ...(isStopped ? ['stopped by the person'] : []),
]

const fullTurn = (turn: WorkTurn, number: number): string => {
  const { prompt, response, calls, isOfPerson } = turn
  const outcomes = outcomesOf(turn, 20)
  return [
    `${number}. ${isOfPerson ? 'Person' : 'Task'}: ${quoted(prompt.text, 1_200, '   ')} ${cite(prompt.place)}`,
    `   Done: ${[countOf(calls, 'tool call'), ...outcomes].join('; ')}`,
    response === null ? '   Answer: n/a, none is recorded' : `   Answer: ${quoted(response.text, 2_400, '   ')} ${cite(response.place)}`,
  ].join('\n')
}

const compactTurn = (turn: WorkTurn, number: number): string => {
  const { prompt, response } = turn
  const outcomes = outcomesOf(turn, 3).join('; ')
  const answer = response === null ? '' : ` → ${cut(oneLine(response.text), 140)}`
  return `${number}. ${cut(oneLine(prompt.text), 140)}${answer}${outcomes === '' ? '' : ` (${outcomes})`} ${cite((response ?? prompt).place)}`
}

const readWords = ({ reads, lines, isWhole }: WorkFile): readonly string[] => {
  if (reads === 0) return []
  const times = reads === 1 ? 'read' : `read ${reads} times`
  return [lines === null ? times : `${times}, last ${isWhole ? `in full, ${lines} lines` : `in part, of ${lines} lines`}`]
}

const fileLine = (file: WorkFile): string => {
  const { path, changes, place } = file
  const changed = changes === 0 ? [] : [changes === 1 ? 'changed once' : `changed ${changes} times`]
  return `- ${oneLine(path)}: ${[...changed, ...readWords(file)].join('; ')} ${cite(place)}`
}

/** Changed files first, then the others; of each the one used last first. */
const filesText = (files: readonly WorkFile[], most: number): string => {
  const ordered = [...files.filter(({ changes }) => changes > 0), ...files.filter(({ changes }) => changes === 0)]
  const rest = ordered.length - most
  return [...ordered.slice(0, most).map(fileLine), ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

const reportOf = ({ sender, text, place }: LedgerMessage, length: number, isOneLine: boolean): string =>
  `- ${oneLine(sender)}: ${isOneLine ? cut(oneLine(text), length) : quoted(text, length, '  ')}${place === null ? '' : ` ${cite(place)}`}`

/** The goal and the files have their own sections. */
const restOf = (state: WorkState): WorkState => ({ ...state, goal: null, request: null, files: [] })

/** Turns at the end that come before all other optional parts. */
const lastTurns = 3
const mediumTurns = 20

const turnPriority = (distance: number): Priority => (distance < lastTurns ? 'high' : distance < mediumTurns ? 'medium' : 'low')

const partsOf = ({ ledger, state, work: { turns, files } }: History, request: NarrativeRequest): readonly Part[] => {
  const head = headOf(request)
  const reports = ledger.messages.filter(({ topic, sender }) => topic === 'INVESTIGATION_COMPLETE' && sender !== 'agent')
  const wanted = (name: string, priority: Priority): Priority => (request.pinned.has(name) ? 'required' : priority)
  return [
    { name: headName, section: 'head', priority: 'required', rank: 0, full: head, compact: head },
    { name: 'goal', section: 'goal', priority: 'required', rank: 0, full: goalOf(state, 2_000), compact: goalOf(state, 200) },
    ...turns.map((turn, at): Part => {
      const name = `turn ${at + 1}`
      const priority = wanted(name, turnPriority(turns.length - 1 - at))
      return { name, section: 'done', priority, rank: -at, full: fullTurn(turn, at + 1), compact: compactTurn(turn, at + 1) }
    }),
    ...reports.map((report, at): Part => {
      const name = `report ${at + 1}`
      const [full, compact] = [reportOf(report, 1_600, false), reportOf(report, 240, true)]
      return { name, section: 'reports', priority: wanted(name, 'medium'), rank: mediumTurns - at, full, compact }
    }),
    ...(files.length === 0
      ? []
      : [
          {
            name: 'files',
            section: 'files' as const,
            priority: wanted('files', 'high'),
            rank: Number.MIN_SAFE_INTEGER,
            full: filesText(files, 100),
            compact: filesText(files, 8),
          },
        ]),
    {
      name: 'state',
      section: 'state',
      priority: 'required',
      rank: 0,
      full: stateText(restOf(state)),
      compact: compactStateText(restOf(state)),
    },
  ]
}

/** Room for a note where turns are missing, and for the heads of sections. */
const noteOf = (count: number): string => `(${countOf(count, 'earlier turn')} excluded.)`
const overhead = Object.values(heads).join('\n\n').length + noteOf(1_000_000).length * 2

/** @throws StrataError invalid-input */
const refuseNames = (parts: readonly Part[], { pinned, dropped }: NarrativeRequest): void => {
  const known = new Set(parts.map(({ name }) => name))
  for (const name of [...pinned, ...dropped]) {
    if (!known.has(name)) {
      const names = [...known].slice(0, 20).join(', ')
      throw new StrataError('invalid-input', `No part of this narrative is called ${name}. Its parts: ${names}`, { name })
    }
    if (name === headName && dropped.has(name))
      throw new StrataError('invalid-input', `${name} cannot be excluded: it says what the narrative is`, { name })
    if (pinned.has(name) && dropped.has(name))
      throw new StrataError('invalid-input', `${name} cannot be both required and excluded`, { name })
  }
}

const textOfPart = ({ full, compact }: Part, { form }: ChosenPack): string => (form === 'full' ? full : form === 'compact' ? compact : '')

/** The sections in their order; turns that are missing between others are counted where they are missing. */
const textOf = (parts: readonly Part[], packs: readonly ChosenPack[]): string => {
  const sections = (Object.keys(heads) as readonly Section[]).flatMap((section) => {
    const lines: string[] = []
    let missing = 0
    for (const [at, part] of parts.entries()) {
      const pack = packs[at]
      if (part.section !== section || pack === undefined) continue
      const text = textOfPart(part, pack)
      if (text === '') missing += 1
      else {
        if (missing > 0 && section === 'done') lines.push(noteOf(missing))
        missing = 0
        lines.push(text)
      }
    }
    if (lines.length === 0) return []
    return [[...(heads[section] === '' ? [] : [heads[section]]), lines.join('\n')].join('\n\n')]
  })
  return `${sections.join('\n\n')}\n`
}

/** How many of the last turns may be in full. A line for each turn comes before the full words of some. */
const fullTurns = [Infinity, 20, 10, 5, 3, 2, 1]

const withFullTurns = (parts: readonly Part[], count: number): readonly Part[] => {
  const turns = parts.filter(({ section }) => section === 'done')
  const inFull = new Set(count === Infinity ? turns : turns.slice(-count))
  return parts.map((part) =>
    part.section !== 'done' || part.priority === 'required' || inFull.has(part) ? part : { ...part, full: part.compact },
  )
}

const excludedByPerson = 'a person excluded it'

/** What the narrative does not contain, or not in full. */
export const narrativeLosses = (packs: readonly ChosenPack[]): Losses => {
  const losses = new Losses()
  for (const { name, form, why } of packs) {
    const what = name.startsWith('turn ') ? 'turns' : name.startsWith('report ') ? 'reports of sub-agents' : 'other parts'
    if (form === 'left_out') losses.add(`excluded: ${what}`, why === excludedByPerson ? why : 'the budget has no room for them')
    if (form === 'compact') losses.add(`shortened: ${what}`, 'the budget has no room for all of their text')
  }
  return losses
}

interface Fitted {
  readonly text: string
  readonly tokens: number
  readonly packs: readonly ChosenPack[]
}

/** Undefined: the required parts do not fit. */
const fitWith = (parts: readonly Part[], { budget, tokensOf, dropped }: NarrativeRequest): Fitted | undefined => {
  const kept = sizedOf(parts).filter(({ name }) => !dropped.has(name))
  // Notes between turns are short, and at most one for each turn: what does not fit with them is selected again in less room.
  for (let room = budget - tokensOf(overhead); room > 0; room = Math.floor(room * 0.95) - 1) {
    const selection = selectPacks(kept, { maxTokens: room, maxChars: Number.MAX_SAFE_INTEGER, tokensOf })
    if (selection.isOver) return undefined
    const chosen = new Map(selection.packs.map((pack) => [pack.name, pack]))
    const packs = parts.map(
      ({ name, priority }): ChosenPack =>
        chosen.get(name) ?? { name, priority, form: 'left_out', chars: 0, tokens: 0, why: excludedByPerson },
    )
    const text = textOf(parts, packs)
    const tokens = tokensOf(text.length)
    if (tokens <= budget) return { text, tokens, packs }
  }
  return undefined
}

const sizedOf = (parts: readonly Part[]) =>
  parts.map(({ name, priority, rank, full, compact }) => ({
    name,
    priority,
    rank,
    chars: full.length + 1,
    compactChars: compact.length < full.length ? compact.length + 1 : null,
  }))

/** A turn of which only one line is shown is shortened. */
const asShortened = (fitted: Fitted, whole: readonly Part[], parts: readonly Part[]): Fitted => ({
  ...fitted,
  packs: fitted.packs.map((pack, at) =>
    pack.form === 'full' && parts[at]?.full !== whole[at]?.full
      ? { ...pack, form: 'compact', why: 'a line for each turn comes before the full words of older ones' }
      : pack,
  ),
})

/** Deterministic: the same history and request give the same text. @throws StrataError invalid-input */
export const makeNarrative = (history: History, request: NarrativeRequest): Narrative => {
  const whole = partsOf(history, request)
  refuseNames(whole, request)
  let best: Fitted | undefined
  for (const count of fullTurns) {
    const parts = withFullTurns(whole, count)
    const fitted = fitWith(parts, request)
    if (fitted === undefined) break
    best = asShortened(fitted, whole, parts)
    const isLeftOut = ({ form, name }: ChosenPack): boolean => form === 'left_out' && name.startsWith('turn ') && !request.dropped.has(name)
    if (!fitted.packs.some(isLeftOut)) break
  }
  if (best !== undefined) return { ...best, needed: undefined }
  const required = sizedOf(whole).filter(({ priority, name }) => priority === 'required' && !request.dropped.has(name))
  const least = required.reduce((sum, { chars, compactChars }) => sum + request.tokensOf(compactChars ?? chars), 0)
  return { text: '', tokens: 0, packs: [], needed: request.tokensOf(overhead) + least }
}
