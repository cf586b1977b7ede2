/** The events of `.agent-context/events.jsonl`: what was decided, dropped, weighed and tried, with the texts that show it. */
import { oneLine } from '../model/format/one-line.ts'
import { isObject, objectsIn, textIn, type JsonObject } from '../model/json-object.ts'
import { callOutcomes, eventStatuses, thinkingTypes, type CallOutcome, type EventStatus, type ThinkingType } from '../model/reasoning.ts'
import { fieldIn } from './command-key.ts'
import { isWhole, joinedUnknown, unknownFields, withUnknown } from './unknown-fields.ts'

const outcomes: ReadonlySet<string> = new Set(callOutcomes)

export interface ToolCallSummary {
  readonly tool_name: string
  /** The first 200 characters of its input, as JSON. */
  readonly input_summary: string
  readonly outcome: CallOutcome
}

/** A record of a transcript. */
export interface RecordPlace {
  /** The transcript, relative to the folder of its project: `SESSION.jsonl`. */
  readonly source: string
  readonly line: number
}

/** The record of an event. */
export interface OwnPlace extends RecordPlace {
  /** Session that the event's session is a resumption or fork of, as its transcript shows; absent: of none. */
  readonly continues?: string
}

/** An event without its texts, as graphs contain it. */
export interface EventNode {
  readonly id: string
  readonly session_id: string
  /** ISO 8601; '' where the record has none. */
  readonly timestamp: string
  readonly type: ThinkingType
  /** Type by its words, where a person corrected it. */
  readonly type_by_rule?: ThinkingType
  readonly summary: string
  readonly tool_calls: readonly ToolCallSummary[]
  /** Relative to the project where they are in it; with `/`. */
  readonly files_affected: readonly string[]
  readonly commit_id: string | null
  readonly record: OwnPlace
  readonly status: EventStatus
  /** The record that shows the status. */
  readonly evidence: RecordPlace | null
  /** The prompt of the turn; in graphs its beginning. */
  readonly prompt_context: string
  /** Fields of its line that this version does not know, also those of its parts; graphs have none. */
  readonly more?: JsonObject
}

export interface ThinkingRecord extends EventNode {
  readonly raw_thinking: string
  readonly model_output: string
}

const statuses: ReadonlySet<string> = new Set(eventStatuses)
const types: ReadonlySet<string> = new Set(thinkingTypes)

const anyText = (object: JsonObject, name: string): string => textIn(object, name) ?? ''
const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []

const placeIn = (value: unknown): RecordPlace | null => {
  if (!isObject(value)) return null
  const line = value['line']
  return typeof line === 'number' ? { source: anyText(value, 'source'), line } : null
}

const ownPlaceIn = (value: unknown): OwnPlace => {
  const place = placeIn(value) ?? { source: '', line: 0 }
  const continues = isObject(value) ? textIn(value, 'continues') : undefined
  return continues === undefined ? place : { ...place, continues }
}

const outcomeIn = (value: unknown): CallOutcome => (outcomes.has(String(value)) ? (value as CallOutcome) : 'success')

const callsIn = (value: unknown): readonly ToolCallSummary[] =>
  objectsIn(value).map((call) => ({
    tool_name: anyText(call, 'tool_name'),
    input_summary: anyText(call, 'input_summary'),
    outcome: outcomeIn(call['outcome']),
  }))

/** An event in JSON that may be of another version; undefined: it is none. */
export const nodeIn = (value: unknown): EventNode | undefined => {
  if (!isObject(value)) return undefined
  const [id, session, type] = [textIn(value, 'id'), textIn(value, 'session_id'), textIn(value, 'type') ?? '']
  if (id === undefined || session === undefined || !types.has(type)) return undefined
  const status = anyText(value, 'status')
  const byRule = textIn(value, 'type_by_rule') ?? ''
  return {
    id,
    session_id: session,
    timestamp: anyText(value, 'timestamp'),
    type: type as ThinkingType,
    ...(types.has(byRule) ? { type_by_rule: byRule as ThinkingType } : {}),
    summary: anyText(value, 'summary'),
    tool_calls: callsIn(value['tool_calls']),
    files_affected: textsIn(value['files_affected']),
    commit_id: textIn(value, 'commit_id') ?? null,
    record: ownPlaceIn(value['record']),
    status: statuses.has(status) ? (status as EventStatus) : 'unknown',
    evidence: placeIn(value['evidence']),
    prompt_context: anyText(value, 'prompt_context'),
  }
}

/** An event in JSON, with all that the JSON has; undefined: it is none, or has values that this version cannot write again. */
export const recordIn = (value: unknown): ThinkingRecord | undefined => {
  const node = nodeIn(value)
  if (node === undefined || !isObject(value)) return undefined
  const event = { ...node, raw_thinking: anyText(value, 'raw_thinking'), model_output: anyText(value, 'model_output') }
  const known = orderedRecord(event)
  if (!isWhole(value, known)) return undefined
  const more = unknownFields(value, known)
  return isObject(more) ? { ...event, more } : event
}

const orderedCall = ({ tool_name, input_summary, outcome }: ToolCallSummary): ToolCallSummary => ({ tool_name, input_summary, outcome })
const orderedPlace = ({ source, line }: RecordPlace): RecordPlace => ({ source, line })
const orderedOwn = (place: OwnPlace): OwnPlace =>
  place.continues === undefined ? orderedPlace(place) : { ...orderedPlace(place), continues: place.continues }

/** Its fields in one order: the same event is the same text. */
export const orderedNode = (node: EventNode): EventNode => ({
  id: node.id,
  session_id: node.session_id,
  timestamp: node.timestamp,
  type: node.type,
  summary: node.summary,
  status: node.status,
  evidence: node.evidence === null ? null : orderedPlace(node.evidence),
  ...(node.type_by_rule === undefined ? {} : { type_by_rule: node.type_by_rule }),
  files_affected: node.files_affected,
  prompt_context: node.prompt_context,
  commit_id: node.commit_id,
  record: orderedOwn(node.record),
  // Last: prompts are not compared with them.
  tool_calls: node.tool_calls.map(orderedCall),
})

/** The fields in the order of the design: what was thought, said and done, then where it is from. */
const orderedRecord = (event: ThinkingRecord): ThinkingRecord => ({
  id: event.id,
  session_id: event.session_id,
  timestamp: event.timestamp,
  type: event.type,
  summary: event.summary,
  raw_thinking: event.raw_thinking,
  model_output: event.model_output,
  tool_calls: event.tool_calls.map(orderedCall),
  files_affected: event.files_affected,
  prompt_context: event.prompt_context,
  commit_id: event.commit_id,
  record: orderedOwn(event.record),
  status: event.status,
  evidence: event.evidence === null ? null : orderedPlace(event.evidence),
  ...(event.type_by_rule === undefined ? {} : { type_by_rule: event.type_by_rule }),
})

/** One line; fields of another version follow those that this one knows. */
export const recordJson = (event: ThinkingRecord): string =>
  JSON.stringify(event.more === undefined ? orderedRecord(event) : withUnknown(orderedRecord(event), event.more))

/** Calls that change a file or run a command; of their input the file or the command. */
const telling: Readonly<Record<string, string>> = {
  Bash: 'command',
  PowerShell: 'command',
  Edit: 'file_path',
  MultiEdit: 'file_path',
  Write: 'file_path',
  NotebookEdit: 'notebook_path',
}

const tellingCall = ({ tool_name: tool, input_summary: input, outcome }: ToolCallSummary): readonly ToolCallSummary[] => {
  const field = telling[tool]
  if (field === undefined) return []
  const value = fieldIn(input, field)
  return [{ tool_name: tool, input_summary: value === undefined ? '' : JSON.stringify({ [field]: value }), outcome }]
}

/** Characters of a prompt that a graph has, by which the event is found. */
const maxPrompt = 200

/** Without the texts, and with the calls that notes before an action need. */
export const nodeOf = ({ raw_thinking: _, model_output: __, more: ___, ...node }: ThinkingRecord): EventNode => ({
  ...node,
  prompt_context: oneLine(node.prompt_context.slice(0, 2 * maxPrompt))
    .slice(0, maxPrompt)
    .replace(/[\ud800-\udbff]$/, ''),
  tool_calls: node.tool_calls.flatMap(tellingCall),
})

const compareTexts = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0)

/** The order of the file: by time, then session, record and id. */
export const compareEvents = (one: EventNode, other: EventNode): number =>
  compareTexts(one.timestamp, other.timestamp) ||
  compareTexts(one.session_id, other.session_id) ||
  compareTexts(one.record.source, other.record.source) ||
  one.record.line - other.record.line ||
  compareTexts(one.id, other.id)

/** The version of an event that knows more: persons correct it, later records add a status, calls and files. The same in either order. */
export const fullerOf = <E extends EventNode>(one: E, other: E): E => {
  const corrected = Number(one.type_by_rule !== undefined) - Number(other.type_by_rule !== undefined)
  const known = Number(one.status !== 'unknown') - Number(other.status !== 'unknown')
  const commit = Number(one.commit_id !== null) - Number(other.commit_id !== null)
  const more =
    corrected ||
    known ||
    commit ||
    one.tool_calls.length - other.tool_calls.length ||
    one.files_affected.length - other.files_affected.length ||
    compareTexts(JSON.stringify(orderedNode(one)), JSON.stringify(orderedNode(other)))
  return more >= 0 ? one : other
}

/** Each event once, in the order of the file. */
export const merged = <E extends EventNode>(events: Iterable<E>): E[] => {
  const byId = new Map<string, E>()
  for (const event of events) {
    const known = byId.get(event.id)
    byId.set(event.id, known === undefined ? event : withMore(fullerOf(known, event), known.more, event.more))
  }
  return [...byId.values()].sort(compareEvents)
}

/** The event with the unknown fields of two versions of it. */
export const withMore = <E extends EventNode>(event: E, one: JsonObject | undefined, other: JsonObject | undefined): E => {
  const more = one === undefined || other === undefined ? (one ?? other) : joinedUnknown(one, other)
  return more === undefined || more === event.more ? event : { ...event, more }
}
