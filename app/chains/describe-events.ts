/**
 * Facts about a commit from its events: times, counts, and a summary of one line. They are the same facts as those of a commit of a
 * transcript.
 */
import { parseBounded } from '../model/bounded-depth.ts'
import type { Event } from '../model/event.ts'
import { isPlausibleYear } from '../model/plausible-year.ts'
import { compactionSummary, isAnswering, type CommitFacts } from './describe-commit.ts'
import { compactionIn, initIn, jsonOf } from './read-system-events.ts'
import { resultRefusal } from '../model/refusal.ts'
import { summariseWork, untagged, type Work } from './summarise-work.ts'

/** Sources of prompts that a person gave; every other source was injected for the agent (events-v1 §1.4). */
const personSources: readonly string[] = ['initial', 'user']

/** Whether an event is a prompt that a person gave. */
export const isPersonsPrompt = (event: Event): boolean =>
  event.type === 'prompt' && personSources.includes(event.payload.source) && event.payload.content.trim() !== ''

const isFailure = ({ type, payload }: Event): boolean =>
  type === 'error' || (type === 'tool_result' && payload.is_error === true && resultRefusal(payload) === undefined)

const isRefused = ({ type, payload }: Event): boolean => type === 'tool_result' && resultRefusal(payload) !== undefined

const textOf = (event: Event): string => (event.type === 'prompt' || event.type === 'response' ? event.payload.content.trim() : '')

const firstText = (events: readonly Event[]): string | undefined => events.map(textOf).find((text) => text !== '')

const fileFields = ['file_path', 'notebook_path', 'path'] as const

/** The file that a tool call names in its input. */
export const fileIn = (json: string | undefined): string | undefined => {
  try {
    const input = parseBounded(json ?? 'null')
    if (typeof input !== 'object' || input === null) return undefined
    const values = fileFields.map((name) => (input as Readonly<Record<string, unknown>>)[name])
    return values.find((value) => typeof value === 'string')
  } catch {
    return undefined
  }
}

const workIn = (events: readonly Event[]): readonly Work[] =>
  events.flatMap(({ type, payload }) => (type === 'tool_call' ? [{ tool: payload.name, file: fileIn(jsonOf(payload.input)) }] : []))

const compactionText = (events: readonly Event[]): string | undefined => {
  for (const { type, payload } of events) {
    if (type !== 'system' || !payload.subtype.endsWith('compact_boundary')) continue
    const detail = compactionIn(payload)
    return detail === undefined || Object.values(detail).every((part) => part === undefined) ? 'Compaction' : compactionSummary(detail)
  }
  return undefined
}

/** The summary of a commit without text and without work: the kinds of its events, each once. */
const otherSummary = (events: readonly Event[]): string => {
  const kinds = events.map((event) => {
    if (event.type === 'system') return event.payload.subtype === 'init' ? 'start of the client' : event.payload.subtype || 'system event'
    if (event.type === 'metric') return `end of a turn${event.payload.status === undefined ? '' : ` (${event.payload.status})`}`
    return otherKinds[event.type] ?? event.type
  })
  return [...new Set(kinds)].join(', ').replace(/^./, (first) => first.toUpperCase())
}

const otherKinds: Readonly<Partial<Record<Event['type'], string>>> = {
  thinking: 'thought',
  tool_result: 'result of a tool',
  output: 'output that no rule knows',
}

const askedIn = (events: readonly Event[]): string =>
  firstText(events.filter(isPersonsPrompt)) ??
  untagged(firstText(events.filter(({ type }) => type === 'prompt')) ?? firstText(events) ?? '')

const summaryOf = (events: readonly Event[]): string => {
  const work = {
    work: workIn(events),
    errors: events.filter(isFailure).length,
    refused: events.filter(isRefused).length,
    interrupted: false,
  }
  const summary = summariseWork({ asked: askedIn(events), ...work })
  if (summary !== '') return summary
  return compactionText(events) ?? (events.length === 0 ? 'No event' : otherSummary(events))
}

/** Milliseconds since 1970; undefined when the event has no time in the years that reports cover. */
export const timeOf = ({ timestamp }: Event): number | undefined => {
  const ms = timestamp === null ? NaN : Math.round(timestamp * 1000)
  return isPlausibleYear(ms) ? ms : undefined
}

/** Where the client ran and which version it was, as the last start in the events says. */
const clientOf = (events: readonly Event[]): Pick<CommitFacts, 'cwd' | 'clientVersion'> => {
  const starts = events.flatMap((event) => (event.type === 'system' ? (initIn(event.payload) ?? []) : []))
  const [cwd] = starts.flatMap((start) => start.cwd ?? []).slice(-1)
  const [version] = starts.flatMap((start) => start.version ?? []).slice(-1)
  return { cwd, clientVersion: version }
}

const modelsIn = (events: readonly Event[]): readonly string[] => {
  const models = events.flatMap(({ type, payload }) =>
    type === 'response' || type === 'thinking' || type === 'tool_call' ? (payload.model ?? []) : [],
  )
  return [...new Set(models)].filter(isAnswering).sort()
}

/** Facts of events; content alone decides. */
export const describeEvents = (events: readonly Event[]): Omit<CommitFacts, 'createdAt'> => {
  const times = events.flatMap((event) => timeOf(event) ?? [])
  return {
    startedAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.min(a, b)),
    endedAt: times.length === 0 ? undefined : times.reduce((a, b) => Math.max(a, b)),
    summary: summaryOf(events),
    records: events.length,
    humanPrompts: events.filter(isPersonsPrompt).length,
    // Events do not distinguish commands from prompts.
    commands: 0,
    responses: events.filter(({ type }) => type === 'response').length,
    toolCalls: events.filter(({ type }) => type === 'tool_call').length,
    errors: events.filter(isFailure).length,
    models: modelsIn(events),
    preserved: [],
    ...clientOf(events),
    // Streams do not say it.
    gitBranch: undefined,
  }
}
