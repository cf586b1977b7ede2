/** Events as short text for a reader who is to summarize them: who said what, what was done, and the result. */
import type { Event } from '../model/event.ts'
import { isPersonsPrompt } from './describe-events.ts'
import { jsonOf } from './read-system-events.ts'

/** Maximum length of each kind of text, characters. */
const limits = { person: 3000, prompt: 600, response: 1500, input: 400, result: 300, failure: 600, other: 300 } as const

/** Characters of a text that are read; the rest is ignored. */
const describedLength = 20_000

const cut = (text: string, limit: number): string => {
  const plain = text.trim()
  if (plain.length <= limit) return plain
  const end = /[\ud800-\udbff]/.test(plain.charAt(limit - 1)) ? limit - 1 : limit
  return `${plain.slice(0, end)} […]`
}

/** Removes secrets from a text, and from the JSON that a tool was called with. */
export interface Clean {
  readonly text: (text: string) => string
  readonly input: (json: string) => string
}

/** Who or what wrote a text, the text, and its maximum length. */
type Described = readonly [who: string, text: string | undefined, limit: number]

type Describers = { readonly [T in Event['type']]: (event: Extract<Event, { readonly type: T }>, clean: Clean) => Described | undefined }

/** Undefined for what a reader learns nothing from; what the agent thought is its own. */
const describers: Describers = {
  prompt: (event) =>
    isPersonsPrompt(event) ? ['PERSON', event.payload.content, limits.person] : ['CONTEXT', event.payload.content, limits.prompt],
  response: ({ payload }) => ['AGENT', payload.content, limits.response],
  tool_call: ({ payload }, clean) => ['CALL', `${payload.name} ${clean.input(jsonOf(payload.input) ?? '')}`, limits.input],
  tool_result: ({ payload }) =>
    payload.is_error === true ? ['FAILED', payload.output, limits.failure] : ['RESULT', payload.output, limits.result],
  system: ({ payload }) => ['NOTE', [payload.subtype, payload.message ?? ''].join(' '), limits.other],
  error: ({ payload }) => ['ERROR', payload.message, limits.failure],
  thinking: () => undefined,
  metric: () => undefined,
  output: () => undefined,
}

const lineOf = (event: Event, clean: Clean, scale: number): string | undefined => {
  const [who = '', text = '', limit = 0] =
    (describers[event.type] as (event: Event, clean: Clean) => Described | undefined)(event, clean) ?? []
  return text.trim() === '' ? undefined : `${who}: ${cut(clean.text(text.slice(0, describedLength * scale)), limit * scale)}`
}

/** How many of these lines fit, counted from the first. */
const fitting = (lines: readonly string[], limit: number): number => {
  let used = 0
  const over = lines.findIndex((line) => (used += line.length + 1) > limit)
  return over === -1 ? lines.length : over
}

/** The beginning, where something is asked, and the end, where something has come of it. */
const headAndTail = (lines: readonly string[], limit: number): readonly string[] => {
  if (fitting(lines, limit) === lines.length) return lines
  const head = Math.max(1, fitting(lines, limit * 0.6))
  const tail = fitting([...lines.slice(head)].reverse(), limit * 0.4)
  const left = lines.length - head - tail
  return [...lines.slice(0, head), `[${left} more left out]`, ...lines.slice(lines.length - tail)]
}

/** False for marks of the client, which carry no content of the conversation. */
const saysSomething = ({ type }: Event): boolean => type !== 'system' && type !== 'metric'

/**
 * The text of at most about `limit` characters; empty when the events have no content.
 * @param clean cleans every text before it is included
 * @param scale by how much each text may be longer than for a line of the log
 */
export const eventsAsText = (events: readonly Event[], limit: number, clean: Clean, scale = 1): string => {
  if (!events.some((event) => saysSomething(event) && lineOf(event, clean, scale) !== undefined)) return ''
  return headAndTail(
    events.flatMap((event) => lineOf(event, clean, scale) ?? []),
    limit,
  ).join('\n')
}
