/** The title of a session: the one a person gave, else the client's, else the first prompt that says what it is about, else the plan it got, else the id. */
import type { PlacedLine } from '../chains/session-lines.ts'
import { humanPrompts, typedByHuman } from '../model/record-class.ts'
import type { TranscriptLine } from '../model/transcript-line.ts'
import { firstLine, isClientCommand, tellingCommand, tellingLine } from './title-lines.ts'

interface Title {
  readonly title: string
  readonly titleSource: string
}

/** Ids by which the session's own records name it: a file may have another name than the session in it. */
const namesOf = (sessionId: string, places: readonly PlacedLine[]): ReadonlySet<string> => {
  const names = new Set([sessionId])
  for (const { line, isCopy } of places)
    if (!isCopy && line.sessionId !== undefined && (line.type === 'user' || line.type === 'assistant')) names.add(line.sessionId)
  return names
}

const titleIn = ({ title, sessionId }: TranscriptLine, source: 'custom' | 'agent', names: ReadonlySet<string>): string | undefined => {
  if (title?.source !== source || (sessionId !== undefined && !names.has(sessionId))) return undefined
  const text = title.text.trim().split('\n', 1)[0]?.trim()
  return text === '' ? undefined : text
}

const lastTitle = (source: 'custom' | 'agent', places: readonly PlacedLine[], names: ReadonlySet<string>): string | undefined => {
  for (let at = places.length - 1; at >= 0; at -= 1) {
    const line = places[at]?.line
    const title = line === undefined ? undefined : titleIn(line, source, names)
    if (title !== undefined) return title
  }
  return undefined
}

const isPrompt = ({ class: name }: TranscriptLine): boolean => humanPrompts.has(name)

const telling = (line: TranscriptLine): string | undefined => (isPrompt(line) ? tellingLine(line.headline) : tellingCommand(line.headline))

const firstTitle = (lines: readonly TranscriptLine[], titleIn: (line: TranscriptLine) => string | undefined): string | undefined => {
  for (const line of lines) {
    const text = titleIn(line)
    if (text !== undefined && text !== '') return text
  }
  return undefined
}

const typedTitle = (places: readonly PlacedLine[]): string | undefined => {
  const typed = places.flatMap(({ line }) => (typedByHuman.has(line.class) ? [line] : []))
  const other = (line: TranscriptLine): string | undefined => (isClientCommand(line.headline) ? undefined : firstLine(line.headline))
  return (
    firstTitle(typed, telling) ??
    firstTitle(typed.filter(isPrompt), ({ headline }) => firstLine(headline)) ??
    firstTitle(typed, other) ??
    firstTitle(typed, ({ headline }) => firstLine(headline))
  )
}

/**
 * Titles that other sessions' files give come later.
 * @param places lines of the main chain.
 * @param noteTitle title in the file beside the transcript.
 */
export const sessionTitle = (sessionId: string, places: readonly PlacedLine[], noteTitle: string | undefined): Title => {
  const names = namesOf(sessionId, places)
  const custom = lastTitle('custom', places, names) ?? noteTitle
  if (custom !== undefined) return { title: custom, titleSource: 'custom' }
  const given = lastTitle('agent', places, names)
  if (given !== undefined) return { title: given, titleSource: 'agent' }
  const typed = typedTitle(places)
  if (typed !== undefined) return { title: typed, titleSource: 'prompt' }
  const plan = firstTitle(
    places.flatMap(({ line }) => (line.class === 'plan_handover' ? [line] : [])),
    ({ headline }) => tellingLine(headline),
  )
  return plan === undefined ? { title: sessionId, titleSource: 'id' } : { title: plan, titleSource: 'plan' }
}
