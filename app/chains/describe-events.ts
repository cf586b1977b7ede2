/** What the events of a commit amount to: times, counts, and one line of summary. The same facts as of a commit of a transcript. */
import type { Event } from '../model/event.ts'
import { isInYearsOfFigures } from '../model/years-of-figures.ts'
import type { CommitFacts } from './describe-commit.ts'
import { summariseWork, untagged, type Work } from './summarise-work.ts'

/** Sources of prompts that a person gave; whatever else was put before the agent is injected (events-v1 §1.4). */
const givenByPerson: readonly string[] = ['initial', 'user']

/** Whether an event is a prompt that a person gave. */
export const isPersonsPrompt = (event: Event): boolean =>
  event.type === 'prompt' && givenByPerson.includes(event.payload.source) && event.payload.content.trim() !== ''

const isFailure = (event: Event): boolean => event.type === 'error' || (event.type === 'tool_result' && event.payload.is_error === true)

const textOf = (event: Event): string => (event.type === 'prompt' || event.type === 'response' ? event.payload.content.trim() : '')

const firstText = (events: readonly Event[]): string | undefined => events.map(textOf).find((text) => text !== '')

const fileFields = ['file_path', 'notebook_path', 'path'] as const

/** The file that a tool call names in its input. */
export const fileIn = (json: string | undefined): string | undefined => {
  try {
    const input = JSON.parse(json ?? 'null') as unknown
    if (typeof input !== 'object' || input === null) return undefined
    const values = fileFields.map((name) => (input as Readonly<Record<string, unknown>>)[name])
    return values.find((value) => typeof value === 'string')
  } catch {
    return undefined
  }
}

const decoder = new TextDecoder()
/** JSON text that an event carries as bytes. */
export const jsonOf = (bytes: Uint8Array | null | undefined): string | undefined =>
  bytes === null || bytes === undefined ? undefined : decoder.decode(bytes)

const workIn = (events: readonly Event[]): readonly Work[] =>
  events.flatMap(({ type, payload }) => (type === 'tool_call' ? [{ tool: payload.name, file: fileIn(jsonOf(payload.input)) }] : []))

const isCompaction = (event: Event): boolean => event.type === 'system' && event.payload.subtype.endsWith('compact_boundary')

const askedIn = (events: readonly Event[]): string =>
  firstText(events.filter(isPersonsPrompt)) ??
  untagged(firstText(events.filter(({ type }) => type === 'prompt')) ?? firstText(events) ?? '')

const summaryOf = (events: readonly Event[]): string => {
  const work = { work: workIn(events), errors: events.filter(isFailure).length, interrupted: false }
  const said = summariseWork({ asked: askedIn(events), ...work })
  if (said !== '') return said
  if (events.some(isCompaction)) return 'Compaction'
  return events.length === 1 ? '1 event' : `${events.length} events`
}

/** Milliseconds since 1970; undefined when the event has none in the years of which figures are told. */
export const timeOf = ({ timestamp }: Event): number | undefined => {
  const ms = timestamp === null ? NaN : Math.round(timestamp * 1000)
  return isInYearsOfFigures(ms) ? ms : undefined
}

/** Facts of events; content alone decides. Models are not recorded in them. */
export const describeEvents = (events: readonly Event[]): Omit<CommitFacts, 'createdAt'> => {
  const times = events.flatMap((event) => timeOf(event) ?? [])
  return {
    startedAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b)),
    endedAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
    summary: summaryOf(events),
    records: events.length,
    humanPrompts: events.filter(isPersonsPrompt).length,
    responses: events.filter(({ type }) => type === 'response').length,
    toolCalls: events.filter(({ type }) => type === 'tool_call').length,
    errors: events.filter(isFailure).length,
    models: [],
    preserved: [],
  }
}
